import type { Message, StartRun } from '#contract/chat/chat.ts'
import { createAnswerStore, type AnswerStore } from './answer-store.ts'

/** A run that this page is reading or has finished reading. A run produces one answer. */
export type FollowedRun = {
  conversationId: string
  runId: string
  question: Message | undefined
  /** The message of the answer, without its text. `store` contains the text. */
  answer: Message
  store: AnswerStore
  request: StartRun | undefined
}

/**
 * Creates a run that this page starts.
 * @param begun the incomplete answer to continue.
 */
export function askedRun(conversationId: string, request: StartRun, begun?: Message): FollowedRun {
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

export const attachedRun = (message: Message, runId: string): FollowedRun => ({
  conversationId: message.conversationId,
  runId,
  request: undefined,
  question: undefined,
  answer: message,
  store: createAnswerStore({ text: message.text, reasoning: message.reasoning ?? '' }),
})

export function continuedRun(run: FollowedRun): FollowedRun {
  const { text, reasoning } = run.store.getSnapshot()
  return { ...run, store: createAnswerStore({ text: text.text, reasoning: reasoning.text }) }
}
