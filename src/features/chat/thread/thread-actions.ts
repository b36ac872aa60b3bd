import { createContext, use } from 'react'
import type { Message } from '#contract/chat/chat.ts'

/** What one can do in a thread. The same object until what it says changes, so that rows rest. */
export type ThreadActions = {
  /** A model's name, or its id where it is gone. */
  nameOfModel: (modelId: string) => string
  /** The same question once more; with the model that the next question goes to, unless told. */
  askAgain: (answer: Message, modelId?: string) => void
  /** Lets one choose the model that answers the same question once more. */
  askAnother: (answer: Message) => void
  /** Lets the model go on with an answer that broke off. */
  goOn: (answer: Message) => void
  /** Sends again what did not arrive, or reads on what could not be read. */
  retry: () => void
  /** Puts a question that did not arrive back into the message box. */
  takeBack: () => void
  /** Adds words to the message that is being written. */
  mention: (words: string) => void
  /** Adds files to the message that is being written. */
  attach: (files: readonly File[]) => void
  /** Shows another of several messages that stand at one place. */
  choose: (messageId: string) => void
  /** Shows all answers to a question side by side, or no longer. */
  compare: (questionId: string | undefined) => void
  /** Begins to edit a message; `undefined` ends it. */
  edit: (messageId: string | undefined) => void
  /** Asks another question in the place of an old one. */
  sendEdited: (question: Message, text: string) => void
  /** Keeps another wording beside the old one, and asks nothing. */
  keepEdited: (message: Message, text: string) => void
}

export const ThreadActionsContext = createContext<ThreadActions | undefined>(undefined)

/** Id of the message being edited. Apart from the actions, so that beginning to edit draws one row. */
export const EditedContext = createContext<string | undefined>(undefined)

/** Whether an answer is being written, so that nothing else can be asked. Apart: it changes twice for each question. */
export const BusyContext = createContext(false)

/** Whether the conversation can only be read, as in the trash: nothing in it is offered that would change it. */
export const ReadOnlyContext = createContext(false)

/** @throws {Error} outside of a thread. */
export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext)
  if (!actions) throw new Error('There are no thread actions here.')
  return actions
}
