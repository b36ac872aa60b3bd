import { createContext, use } from 'react'
import type { Message } from '#contract/chat/chat.ts'

/** Actions in a thread. Stable identity, so that rows do not re-render. */
export type ThreadActions = {
  nameOfModel: (modelId: string) => string
  askAgain: (answer: Message, modelId?: string) => void
  askAnother: (answer: Message) => void
  goOn: (answer: Message) => void
  /** Sends an undelivered question again, or resumes reading an answer. */
  retry: () => void
  takeBack: () => void
  mention: (words: string) => void
  attach: (files: readonly File[]) => void
  choose: (messageId: string) => void
  /** Shows all answers to a question side by side; `undefined` ends that. */
  compare: (questionId: string | undefined) => void
  /** Starts editing a message; `undefined` ends it. */
  edit: (messageId: string | undefined) => void
  sendEdited: (question: Message, text: string) => void
  keepEdited: (message: Message, text: string) => void
}

export const ThreadActionsContext = createContext<ThreadActions | undefined>(undefined)

/** Id of the message being edited. Separate from the actions, so that only one row re-renders. */
export const EditedContext = createContext<string | undefined>(undefined)

/**
 * True while an answer is written. New questions are then blocked. Separate from the actions,
 * because it changes twice per question.
 */
export const BusyContext = createContext(false)

/** True if the conversation is read-only, as in the trash: actions that change it are hidden. */
export const ReadOnlyContext = createContext(false)

/** @throws {Error} outside a thread. */
export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext)
  if (!actions) throw new Error('There are no thread actions here.')
  return actions
}
