import { useSyncExternalStore } from 'react'
import { isGoingOn, type Message } from '#contract/chat.ts'
import type { AnswerSnapshot } from './answer-store.ts'
import type { LiveRun } from './live-runs.ts'
import { finishedMarkdown } from './markdown/finished.ts'

const never = () => () => {}

/** An answer as it is drawn now. Of all rows, only the one with `live` is called for each word. */
export function useAnswer(message: Message, live: LiveRun | undefined): AnswerSnapshot {
  const { run } = message
  // An answer that goes on after it had stopped is stored with the run that stopped.
  const isStored = run !== undefined && !isGoingOn(run) && (!live || run.id === live.runId)
  const store = isStored ? undefined : live?.store
  const snapshot = useSyncExternalStore(store?.subscribe ?? never, () => store?.getSnapshot())
  return snapshot ?? storedAnswer(message)
}

function storedAnswer({ text, reasoning = '', toolCalls = [], run }: Message): AnswerSnapshot {
  return {
    text: finishedMarkdown(text),
    reasoning: finishedMarkdown(reasoning),
    toolCalls,
    status: run?.status ?? 'completed',
    wire: run && isGoingOn(run) ? 'connecting' : 'done',
    run,
    failure: run?.failure,
    reasoningMs: undefined,
  }
}
