import { useSyncExternalStore } from 'react'
import type { Message } from '#contract/chat.ts'
import type { AnswerSnapshot } from './answer-store.ts'
import type { LiveRun } from './live-runs.ts'
import { finishedMarkdown } from './markdown/finished.ts'

const never = () => () => {}

/** An answer as it is drawn now. Of all rows, only the one with `live` is called for each word. */
export function useAnswer(message: Message, live: LiveRun | undefined): AnswerSnapshot {
  const isStored = message.run !== undefined && message.run.status !== 'running'
  const store = isStored ? undefined : live?.store
  const snapshot = useSyncExternalStore(store?.subscribe ?? never, () => store?.getSnapshot())
  return snapshot ?? storedAnswer(message)
}

/** Whether the run is still writing; changes twice in its life, not with each word. */
export const useIsRunning = (live: LiveRun | undefined): boolean =>
  useSyncExternalStore(
    live?.store.subscribe ?? never,
    () => live?.store.getSnapshot().status === 'running',
  )

function storedAnswer({ text, reasoning = '', run }: Message): AnswerSnapshot {
  return {
    text: finishedMarkdown(text),
    reasoning: finishedMarkdown(reasoning),
    status: run?.status ?? 'completed',
    wire: run?.status === 'running' ? 'connecting' : 'done',
    run,
    failure: run?.failure,
    reasoningMs: undefined,
  }
}
