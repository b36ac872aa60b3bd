import type { Message, StartRun } from '#contract/chat/chat.ts'
import { createAnswerStore, type AnswerStore } from './answer-store.ts'

/** A run that this page reads, or has just read to its end. */
export type LiveRun = {
  conversationId: string
  runId: string
  /** The question as it was sent, until the server's own list has it. */
  question: Message | undefined
  /** Where the answer stands in the thread; its text is in `store`. */
  answer: Message
  store: AnswerStore
  /** What was sent; absent when somebody else started the run. */
  request: StartRun | undefined
}

/** A run that this page asks for. @param begun the answer that is continued, as far as it is written. */
export function askedRun(conversationId: string, request: StartRun, begun?: Message): LiveRun {
  const createdAt = new Date().toISOString()
  const { question, answerId: id, parentId } = request
  const base = { conversationId, createdAt }
  return {
    conversationId,
    runId: request.runId,
    request,
    question: question && {
      ...base,
      id: question.id,
      role: 'user',
      text: question.text,
      ...(parentId === undefined ? {} : { parentId }),
    },
    answer: {
      ...base,
      id,
      role: 'assistant',
      text: '',
      ...(question ? { parentId: question.id } : parentId === undefined ? {} : { parentId }),
    },
    store: createAnswerStore({ text: begun?.text ?? '', reasoning: begun?.reasoning ?? '' }),
  }
}

/** A run that the server says is going on. */
export const attachedRun = (message: Message, runId: string): LiveRun => ({
  conversationId: message.conversationId,
  runId,
  request: undefined,
  question: undefined,
  answer: message,
  store: createAnswerStore({ text: message.text, reasoning: message.reasoning ?? '' }),
})

/** The same run, read on from what has arrived. */
export function continuedRun(run: LiveRun): LiveRun {
  const { text, reasoning } = run.store.getSnapshot()
  return { ...run, store: createAnswerStore({ text: text.text, reasoning: reasoning.text }) }
}
