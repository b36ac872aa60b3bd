import { isGoingOn, type Message } from '#contract/chat.ts'
import type { AnswerSnapshot } from './answer-store.ts'
import type { LiveRun } from './live-run.ts'
import { finishedMarkdown } from '../markdown/parse/finished.ts'
import { useSnapshot } from './use-snapshot.ts'

/** An answer as it is drawn now. Of all rows, only the one with `live` is called for each word. */
export function useAnswer(message: Message, live: LiveRun | undefined): AnswerSnapshot {
  const { run } = message
  // An answer that goes on after it had stopped is stored with the run that stopped.
  const isStored = run !== undefined && !isGoingOn(run) && (!live || run.id === live.runId)
  return useSnapshot(isStored ? undefined : live?.store) ?? storedAnswer(message)
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
