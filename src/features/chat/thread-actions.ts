import { createContext, use } from 'react'
import type { Message } from '#contract/chat.ts'

/** What one can do in a thread. The same object until what it says changes, so that rows rest. */
export type ThreadActions = {
  /** An answer is being written, so nothing else can be asked. */
  isBusy: boolean
  /** A model's name, or its id where it is gone. */
  nameOfModel: (modelId: string) => string
  /** The same question once more. */
  askAgain: (answer: Message) => void
  /** Lets the model go on with an answer that broke off. */
  goOn: (answer: Message) => void
  /** Sends again what did not arrive, or reads on what could not be read. */
  retry: () => void
  /** Puts a question that did not arrive back into the message box. */
  takeBack: () => void
  /** Shows another of several answers to one question. */
  choose: (messageId: string) => void
}

export const ThreadActionsContext = createContext<ThreadActions | undefined>(undefined)

/** @throws {Error} outside of a thread. */
export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext)
  if (!actions) throw new Error('There are no thread actions here.')
  return actions
}
