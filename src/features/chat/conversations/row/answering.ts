import { create } from 'zustand'

/** Returns whether another chat is being answered, as the last loaded list says. */
export const useIsAnsweringElsewhere = create(() => false)

/**
 * Ids of visible chats whose answer has ended. An id is removed when a loaded list contains that
 * answer.
 */
export const shownAnswers = new Set<string>()

export function noteShown(id: string, isAnswering: boolean): void {
  if (isAnswering) shownAnswers.delete(id)
  else if (!document.hidden) shownAnswers.add(id)
}
