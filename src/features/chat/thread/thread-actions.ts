import { createContext, use } from 'react'
import type { Message } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'

/**
 * Actions in a thread. The object's identity never changes, so that rows are not rendered again.
 */
export type ThreadActions = {
  nameOfModel: (modelId: string) => string
  askAgain: (answer: Message, modelId?: string) => void
  askAnother: (answer: Message) => void
  goOn: (answer: Message) => void
  branch: (answer: Message) => void
  retry: () => void
  takeBack: () => void
  mention: (words: string) => void
  attach: (files: readonly File[]) => void
  /** Sends a question after the last message. */
  start: (text: string) => void
  choose: (messageId: string) => void
  /** Shows all answers to a question side by side. `undefined` closes the comparison. */
  compare: (questionId: string | undefined) => void
  edit: (messageId: string | undefined) => void
  sendEdited: (question: Message, text: string) => void
  keepEdited: (message: Message, text: string) => void
}

export const ThreadActionsContext = createContext<ThreadActions | undefined>(undefined)

/** Id of the message being edited. A separate context, so that only one row renders again. */
export const EditedContext = createContext<string | undefined>(undefined)

/**
 * True if an answer is being written. A separate context, because this value changes twice per
 * question.
 */
export const BusyContext = createContext(false)

/** True if the conversation cannot be changed, as in the trash. */
export const ReadOnlyContext = createContext(false)

export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext)
  if (!actions) throw new Error(t('There are no thread actions here.'))
  return actions
}
