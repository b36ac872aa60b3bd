import type { Run } from '#contract/chat/chat.ts'
import { Markdown } from '#features/chat/markdown/draw/markdown.tsx'
import type { AnswerStore } from '#features/chat/runs/answer-store.ts'
import { useSnapshot } from '#features/chat/runs/use-snapshot.ts'

/** Renders an answer from its store, like the app. */
export function OwnAnswer({ store }: { store: AnswerStore }) {
  const answer = useSnapshot(store)
  return answer && <Markdown markdown={answer.text} isLive={answer.status === 'running'} />
}

export const finishedRun: Run = {
  id: 'run-bench-0000000000000',
  modelId: 'bench',
  status: 'completed',
  startedAt: new Date(0).toISOString(),
}
