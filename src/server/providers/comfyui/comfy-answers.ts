import { z } from 'zod'
import { isRecord } from '#lib/fields.ts'

export const comfyUploadSchema = z.looseObject({
  name: z.string().min(1),
  subfolder: z.string().default(''),
})

export const queuedSchema = z.looseObject({ prompt_id: z.string().regex(/^[\w-]{1,200}$/) })

const entrySchema = z.looseObject({
  outputs: z.unknown().optional(),
  status: z
    .looseObject({ status_str: z.string(), messages: z.array(z.unknown()).catch([]) })
    .optional()
    .catch(undefined),
})
/** Response of `GET /history/{id}`, which is empty while the prompt is queued or running. */
export const historySchema = z.record(z.string(), entrySchema)

export const queueSchema = z.looseObject({
  queue_running: z.array(z.array(z.unknown())).catch([]),
  queue_pending: z.array(z.array(z.unknown())).catch([]),
})

export const statsSchema = z.looseObject({
  system: z.looseObject({ comfyui_version: z.string().max(40).optional() }),
})

const modelEnding = /\.(?:glb|gltf|obj|stl|ply|fbx|usdz)$/i
const depthMax = 6

/**
 * Returns the paths of saved models, GLB first. Output names differ between nodes, so every file
 * with a model's extension counts.
 */
export function savedModels(outputs: unknown, depth = 0): string[] {
  if (depth > depthMax) return []
  if (Array.isArray(outputs)) return outputs.flatMap((one) => savedModels(one, depth + 1))
  if (!isRecord(outputs)) return []
  const { filename, subfolder = '', type = 'output' } = outputs
  if (typeof filename === 'string' && modelEnding.test(filename)) {
    const query = { filename, subfolder: String(subfolder), type: String(type) }
    return [`/view?${new URLSearchParams(query).toString()}`]
  }
  return Object.values(outputs)
    .flatMap((one) => savedModels(one, depth + 1))
    .toSorted((a, b) => Number(isGlb(b)) - Number(isGlb(a)))
}

const isGlb = (path: string): boolean => /\.glb(?:&|$)/i.test(path)

export function errorIn(messages: readonly unknown[]): string {
  for (const message of messages) {
    if (!Array.isArray(message) || message[0] !== 'execution_error' || !isRecord(message[1]))
      continue
    const { exception_message: said, node_type: node } = message[1]
    const at = typeof node === 'string' ? `${node}: ` : ''
    return typeof said === 'string' ? `${at}${said}` : at
  }
  return ''
}
