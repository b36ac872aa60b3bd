import type { ModelStats } from '#contract/assets.ts'

/** What a model file contains, and a preview of it. */
export type Inspection = {
  stats: ModelStats
  thumbnail?: Uint8Array
  /** Findings of the validator; the model opens anyway. */
  issues: string[]
}

/** @throws {HttpError} `result_invalid` when the model cannot be opened, `engine_failed` when the inspection breaks. */
export type InspectModel = (glb: Uint8Array, signal: AbortSignal) => Promise<Inspection>
