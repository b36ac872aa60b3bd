import type { Run } from '#contract/chat/chat.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { LiveRun } from './live/live-run.ts'
import type { PieceWriter } from './live/piece-writer.ts'
import type { KeptBytes } from '../../spending/kept-bytes.ts'
import type { AnswerPreparer, AnswerSources, KeepPicture } from './prepare-answer.ts'
import type { RunRegistry } from './run-registry.ts'
import type { WrittenAnswer } from './settle-runs.ts'

export type RunContext = AnswerSources & {
  catalogue: Pick<Catalogue, 'chat'>
  keepPicture: KeepPicture
  clock: () => Date
  keptBytes: KeptBytes
  /** Called after the start, pause or end of an answer is stored. */
  changed: (conversationId: string) => void
  /** Called after the end of an answer that was not stopped is stored. */
  ended?: ((live: LiveRun) => void) | undefined
  cancelTask?: ((taskId: string) => Promise<unknown>) | undefined
  registry: RunRegistry
  pieces: PieceWriter
  prepare: AnswerPreparer
  closing: AbortSignal
}

export const writtenBy = (live: LiveRun, run: Run): WrittenAnswer => ({
  run,
  answerId: live.answerId,
  reasoning: live.reasoning.toString(),
  text: live.text.toString(),
  calls: live.calls,
  steps: live.steps,
})
