/** Rough shapes of models that are still being made, in memory only. */
export type Previews = {
  put: (taskId: string, glb: Uint8Array) => void
  find: (taskId: string) => Uint8Array | undefined
  drop: (taskId: string) => void
}

/** More than may run at once; the oldest goes first. */
const keptMax = 16
const previewBytesMax = 2 * 1024 * 1024

export function createPreviews(): Previews {
  const held = new Map<string, Uint8Array>()
  return {
    put: (taskId, glb) => {
      if (glb.byteLength > previewBytesMax) return
      held.delete(taskId)
      held.set(taskId, glb)
      for (const oldest of held.keys()) {
        if (held.size <= keptMax) break
        held.delete(oldest)
      }
    },
    find: (taskId) => held.get(taskId),
    drop: (taskId) => void held.delete(taskId),
  }
}
