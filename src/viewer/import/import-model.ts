import { askWorker } from '../work/ask-worker.ts'
import type { NamedFile } from './import-files.ts'

const FILES_MAX_BYTES = 512 * 2 ** 20

/** What `importModel` can open beside GLB, by the end of the name; then what may come with it. */
export const importableEndings = ['.stl', '.obj', '.ply', '.3mf'] as const
export const companionEndings = ['.mtl', '.png', '.jpg', '.jpeg'] as const

/**
 * Makes a GLB of dropped files of another kind, in a worker.
 *
 * @throws {BrokenModelError} with a sentence that says what is wrong.
 */
export async function importModel(dropped: readonly File[], signal?: AbortSignal): Promise<Blob> {
  const wanted = [...importableEndings, ...companionEndings]
  const chosen = dropped.filter(({ name }) =>
    wanted.some((ending) => name.toLowerCase().endsWith(ending)),
  )
  const files: NamedFile[] = []
  let left = FILES_MAX_BYTES
  for (const file of chosen.slice(0, 100)) {
    left -= file.size
    if (left < 0) break
    files.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  }
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const glb = await askWorker<Uint8Array<ArrayBuffer>>(
    worker,
    { files },
    { signal, transfer: files.map(({ bytes }) => bytes.buffer) },
  )
  return new Blob([glb], { type: 'model/gltf-binary' })
}
