import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { changeConversation } from '#api/chat/chat.ts'
import type { Conversation } from '#contract/chat/chat.ts'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { createBrowserSetting, linesFormat } from '#lib/browser/browser-setting.ts'
import { shownAnswers, useIsAnsweringElsewhere } from './answering.ts'

/** Ids of unread chats. All tabs of this browser share these ids. */
export const unreadSetting = createBrowserSetting<readonly string[]>({
  key: 'bozzetto.chat.unread',
  fallback: [],
  ...linesFormat,
})
const unreadMax = 100

export const unreadStore = createStore<{ ids: readonly string[] }>(() => ({
  ids: unreadSetting.read().slice(-unreadMax),
}))
let answering = new Set<string>()

export function keepUnread(ids: readonly string[]): void {
  unreadStore.setState({ ids })
  unreadSetting.write(ids)
}

/** Ids of the chats that the server marked as unread. Undefined until the first list is loaded. */
let unreadBefore: Set<string> | undefined

function findScheduled(all: readonly Conversation[], marked: readonly string[]): Conversation[] {
  const unread = all.filter(({ isUnread }) => isUnread === true)
  const before = unreadBefore
  unreadBefore = new Set(unread.map(({ id }) => id))
  return before ? unread.filter(({ id }) => !before.has(id) && !marked.includes(id)) : []
}

function notify(done: readonly Conversation[]): void {
  if (done.length === 0 || !document.hidden || !noticesSetting.read()) return
  // If the code cannot be loaded, the tab's title and the list still show the new answers.
  showNotices(done).catch(() => {})
}

async function showNotices(done: readonly Conversation[]): Promise<void> {
  const { showAnswerNotices } = await import('./show-answer-notices.ts')
  await showAnswerNotices(done)
}

export function noteAnswers(
  all: readonly Conversation[],
  currentId: string | undefined,
  isFiltered = false,
): void {
  const { ids } = unreadStore.getState()
  const quiet = all.filter(({ isAnswering }) => isAnswering !== true)
  const done = quiet.filter(({ id }) => answering.has(id) && !shownAnswers.has(id))
  notify([...done, ...findScheduled(quiet, ids)])
  for (const { id } of quiet) shownAnswers.delete(id)
  const among = new Set(quiet.map(({ id }) => id))
  answering = new Set([
    // A filtered list does not contain all chats that are being answered.
    ...(isFiltered ? [...answering].filter((id) => !among.has(id)) : []),
    ...all.flatMap(({ id, isAnswering }) => (isAnswering === true ? [id] : [])),
  ])
  useIsAnsweringElsewhere.setState([...answering].some((id) => id !== currentId))
  const next = [...new Set([...ids, ...done.map(({ id }) => id)])]
    .filter((id) => id !== currentId || document.hidden)
    .slice(-unreadMax)
  if (next.join() !== ids.join()) keepUnread(next)
}

const markAsRead = (id: string) => changeConversation(id, { isUnread: false })

/**
 * Updates the unread marks from a list of chats.
 * @param isFiltered whether the list leaves out chats that are not archived or deleted.
 * @returns a function that returns whether a chat is unread.
 */
export function useUnread(
  all: readonly Conversation[],
  currentId: string | undefined,
  isFiltered = false,
): (id: string) => boolean {
  const ids = useStore(unreadStore, (state) => state.ids)
  useEffect(() => noteAnswers(all, currentId, isFiltered), [all, currentId, isFiltered])
  const current = all.find(({ id }) => id === currentId)
  useEffect(() => {
    // After a failure the mark stays, so that the next visit tries again.
    if (current?.isUnread && !document.hidden) markAsRead(current.id).catch(() => {})
  }, [current])
  return (id) =>
    id !== currentId && (ids.includes(id) || all.some((one) => one.id === id && one.isUnread))
}
