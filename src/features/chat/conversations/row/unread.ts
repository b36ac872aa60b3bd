import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { Conversation } from '#contract/chat/chat.ts'

/** Of `localStorage`, where all tabs have the marks. */
export const unreadKey = 'bozzetto.chat.unread'
/** Older ones are forgotten: nobody comes back to so many. */
const unreadMax = 100

export function readUnread(): readonly string[] {
  try {
    return localStorage.getItem(unreadKey)?.split('\n').slice(-unreadMax) ?? []
  } catch (error) {
    console.warn('Unread chats cannot be read.', error)
    return []
  }
}

type Marks = {
  ids: readonly string[]
  /** A chat that is not open is being answered. */
  isAnsweringElsewhere: boolean
}

export const unreadStore = createStore<Marks>(() => ({
  ids: readUnread(),
  isAnsweringElsewhere: false,
}))
/** Chats in which an answer was being written when the list was seen last. */
let answering = new Set<string>()

export function keepUnread(ids: readonly string[]): void {
  unreadStore.setState({ ids })
  try {
    if (ids.length === 0) localStorage.removeItem(unreadKey)
    else localStorage.setItem(unreadKey, ids.join('\n'))
  } catch (error) {
    console.warn('Unread chats are not saved.', error)
  }
}

/** Chats whose answer ended in front of somebody, until the list, which may come later, says so too. */
const seen = new Set<string>()

/** Notes that an answer has begun or ended in the chat that somebody looks at. */
export function noteShown(id: string, isAnswering: boolean): void {
  if (isAnswering) seen.delete(id)
  else if (!document.hidden) seen.add(id)
}

/** Notes what has come to its end since the list was seen last, and that the open chat is read. */
export function noteAnswers(all: readonly Conversation[], currentId: string | undefined): void {
  const { ids } = unreadStore.getState()
  const quiet = all.filter(({ isAnswering }) => isAnswering !== true)
  const done = quiet.filter(({ id }) => answering.has(id) && !seen.has(id))
  for (const { id } of quiet) seen.delete(id)
  answering = new Set(all.flatMap(({ id, isAnswering }) => (isAnswering === true ? [id] : [])))
  unreadStore.setState({ isAnsweringElsewhere: [...answering].some((id) => id !== currentId) })
  const next = [...new Set([...ids, ...done.map(({ id }) => id)])]
    .filter((id) => id !== currentId || document.hidden)
    .slice(-unreadMax)
  if (next.join() !== ids.join()) keepUnread(next)
}

/** Keeps the marks of a list up to date. @returns whether a chat has an answer that nobody has seen. */
export function useUnread(
  all: readonly Conversation[],
  currentId: string | undefined,
): (id: string) => boolean {
  const ids = useStore(unreadStore, (state) => state.ids)
  useEffect(() => noteAnswers(all, currentId), [all, currentId])
  return (id) => id !== currentId && ids.includes(id)
}

/** Whether a chat that is not open is being answered, by the list as it was seen last. */
export const useIsAnsweringElsewhere = (): boolean =>
  useStore(unreadStore, (state) => state.isAnsweringElsewhere)
