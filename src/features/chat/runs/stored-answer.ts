import { isRunActive, type Message } from '#contract/chat/chat.ts'
import type { AnswerSnapshot } from './answer-store.ts'
import { finishedMarkdown } from '../markdown/streaming/blocks.ts'

export function storedAnswer({
  text,
  reasoning = '',
  toolCalls = [],
  run,
}: Message): AnswerSnapshot {
  return {
    text: finishedMarkdown(text),
    reasoning: finishedMarkdown(reasoning),
    toolCalls,
    status: run?.status ?? 'completed',
    wire: run && isRunActive(run) ? 'connecting' : 'done',
    run,
    failure: run?.failure,
    reasoningMs: undefined,
  }
}
