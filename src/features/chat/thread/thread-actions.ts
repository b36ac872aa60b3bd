import { createContext, use } from 'react'
import type { Message } from '#contract/chat/chat.ts'

/** Actions in a thread. Stable identity, so that rows do not re-render. */
export type ThreadActions = {
  /** Returns a model's name, or its id if the model no longer exists. */
  nameOfModel: (modelId: string) => string
  /** Requests another answer; defaults to the model of the next question. */
  askAgain: (answer: Message, modelId?: string) => void
  /** Opens the choice of a model for another answer. */
  askAnother: (answer: Message) => void
  /** Continues an incomplete answer. */
  goOn: (answer: Message) => void
  /** Sends an undelivered question again, or resumes reading an answer. */
  retry: () => void
  /** Puts an undelivered question back into the composer. */
  takeBack: () => void
  /** Inserts text into the message being written. */
  mention: (words: string) => void
  /** Adds files to the message being written. */
  attach: (files: readonly File[]) => void
  /** Switches to a sibling message. */
  choose: (messageId: string) => void
  /** Shows all answers to a question side by side; `undefined` ends that. */
  compare: (questionId: string | undefined) => void
  /** Starts editing a message; `undefined` ends it. */
  edit: (messageId: string | undefined) => void
  /** Asks an edited question as a sibling of the original. */
  sendEdited: (question: Message, text: string) => void
  /** Stores an edited message as a sibling, without requesting an answer. */
  keepEdited: (message: Message, text: string) => void
}

export const ThreadActionsContext = createContext<ThreadActions | undefined>(undefined)

/** Id of the message being edited. Separate from the actions, so that only one row re-renders. */
export const EditedContext = createContext<string | undefined>(undefined)

/**
 * True while an answer is written, which blocks new questions. Separate from the actions, because
 * it changes twice per question.
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
