import type { ModelStats } from '#contract/assets.ts'

export type Inspection = {
  stats: ModelStats
  thumbnail?: Uint8Array
  issues: string[]
}

/**
 * @throws {HttpError} `result_invalid` if the model cannot be opened, `engine_failed` if the
 * inspection fails.
 */
export type InspectModel = (glb: Uint8Array, signal: AbortSignal) => Promise<Inspection>
