import type { ModelStats } from '#contract/assets.ts'

export type Inspection = {
  stats: ModelStats
  thumbnail?: Uint8Array
  /** Problems that the validator found. The model can still be opened. */
  issues: string[]
}

/**
 * @throws {HttpError} `result_invalid` if the model cannot be opened, `engine_failed` if the
 * inspection fails.
 */
export type InspectModel = (glb: Uint8Array, signal: AbortSignal) => Promise<Inspection>
