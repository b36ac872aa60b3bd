import type { ModelStats } from '#contract/assets.ts'

/** What a model file holds, and what is to be seen of it. */
export type Inspection = {
  stats: ModelStats
  thumbnail?: Uint8Array
  /** What a validator has to say about it; the model opens all the same. */
  issues: string[]
}

/** @throws {HttpError} `result_invalid` when the model cannot be opened, `engine_failed` when the inspection breaks. */
export type InspectModel = (glb: Uint8Array, signal: AbortSignal) => Promise<Inspection>
