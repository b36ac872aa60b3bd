import type { Run } from '#contract/chat/chat.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { LiveRun } from './live/live-run.ts'
import type { PieceWriter } from './live/piece-writer.ts'
import type { KeptBytes } from '../../spending/kept-bytes.ts'
import type { AnswerPreparer, AnswerSources, KeepPicture } from './prepare-answer.ts'
import type { RunRegistry } from './run-registry.ts'
import type { Written } from './settle-runs.ts'

/** What the steps of a run's life share. */
export type RunContext = AnswerSources & {
  catalogue: Pick<Catalogue, 'chat'>
  keepPicture: KeepPicture
  clock: () => Date
  keptBytes: KeptBytes
  /** A run began, ended, or waits for a person in this conversation; the store has it. */
  changed: (conversationId: string) => void
  /** Stops the 3D task of a call when somebody stops the answer. */
  cancelTask?: ((taskId: string) => Promise<unknown>) | undefined
  registry: RunRegistry
  pieces: PieceWriter
  prepare: AnswerPreparer
  /** Fires when the server stops. */
  closing: AbortSignal
}

/** What of `live` goes to the store, with `run` as its state. */
export const writtenBy = (live: LiveRun, run: Run): Written => ({
  run,
  answerId: live.answerId,
  reasoning: live.reasoning.toString(),
  text: live.text.toString(),
  calls: live.calls,
  steps: live.steps,
})
