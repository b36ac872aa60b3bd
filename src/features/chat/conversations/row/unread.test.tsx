// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Conversation } from '#contract/chat/chat.ts'
import { useChatTitle } from '../../use-chat-title.ts'
import { useSharedReadMarks } from './use-shared-read-marks.ts'
import { useUnread } from './unread.ts'

const createChat = (id: string, isAnswering: boolean): Conversation => ({
  id,
  title: id,
  createdAt: '',
  updatedAt: '',
  ...(isAnswering && { isAnswering }),
})

afterEach(cleanup)

it('the list of chats marks a chat unread if its answer ends while another chat is open, and read once it is opened', () => {
  const { result, rerender } = renderHook(
    ({ all, current }: { all: Conversation[]; current: string }) => useUnread(all, current),
    { initialProps: { all: [createChat('a', true), createChat('b', true)], current: 'b' } },
  )
  expect(result.current('a')).toBe(false)
  const done = [createChat('a', false), createChat('b', false)]
  rerender({ all: done, current: 'b' })
  expect([result.current('a'), result.current('b')]).toEqual([true, false])
  expect(localStorage.getItem('bozzetto.chat.unread')).toBe('a')
  rerender({ all: done, current: 'a' })
  rerender({ all: done, current: 'b' })
  expect(result.current('a')).toBe(false)
})

it('the list of chats does not mark a chat as unread if the user leaves it after the end of its answer but before the list is refreshed', () => {
  type Shown = { all: Conversation[]; current: string; isRunning: boolean }
  const { result, rerender } = renderHook(
    ({ all, current, isRunning }: Shown) => {
      useChatTitle('Left', isRunning, current)
      return useUnread(all, current)
    },
    { initialProps: { all: [createChat('left', true)], current: 'left', isRunning: true } },
  )
  rerender({ all: [createChat('left', true)], current: 'left', isRunning: false })
  rerender({ all: [createChat('left', true)], current: 'other', isRunning: false })
  rerender({ all: [createChat('left', false)], current: 'other', isRunning: false })
  expect(result.current('left')).toBe(false)
  // In the first list, an answer requested by another device is running. In the second list, this
  // answer has ended.
  rerender({ all: [createChat('left', true)], current: 'other', isRunning: false })
  rerender({ all: [createChat('left', false)], current: 'other', isRunning: false })
  expect(result.current('left')).toBe(true)
})

it('the list of chats removes the unread mark of a chat that a visible tab shows, but not of a chat that only a hidden tab shows', async () => {
  const key = 'bozzetto.chat.unread'
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const markElsewhere = (id: string) => {
    localStorage.setItem(key, id)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  const { result, rerender } = renderHook(
    ({ all }: { all: Conversation[] }) => {
      useSharedReadMarks('here')
      return useUnread(all, 'here')
    },
    { initialProps: { all: [createChat('here', true), createChat('there', false)] } },
  )
  rerender({ all: [createChat('here', false), createChat('there', false)] })
  markElsewhere('here')
  expect(localStorage.getItem(key)).toBeNull()
  markElsewhere('there')
  await waitFor(() => expect(result.current('there')).toBe(true))

  isHidden.mockReturnValue(true)
  markElsewhere('here')
  rerender({ all: [createChat('here', false)] })
  expect(localStorage.getItem(key)).toBe('here')
  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(localStorage.getItem(key)).toBeNull()
  isHidden.mockRestore()
})

it('the list of chats marks a chat unread whose answer ends while a filter hides the chat', () => {
  const initialProps = { all: [createChat('hidden', true)], isFiltered: false }
  const { result, rerender } = renderHook(
    ({ all, isFiltered }: typeof initialProps) => useUnread(all, 'open', isFiltered),
    { initialProps },
  )
  rerender({ all: [createChat('archived', false)], isFiltered: true })
  rerender({ all: [createChat('hidden', false)], isFiltered: false })
  expect(result.current('hidden')).toBe(true)
})

it('the tab’s title shows that another chat is being answered, until that answer ends', async () => {
  const { rerender } = renderHook(
    ({ all, current }: { all: Conversation[]; current: string }) => {
      useChatTitle('B', false, current)
      return useUnread(all, current)
    },
    { initialProps: { all: [createChat('a', false), createChat('b', true)], current: 'b' } },
  )
  expect(document.title).toBe('B · Bozzetto')
  rerender({ all: [createChat('a', true), createChat('b', false)], current: 'b' })
  await waitFor(() => expect(document.title).toBe('● B · Bozzetto'))
  rerender({ all: [createChat('a', false), createChat('b', false)], current: 'b' })
  await waitFor(() => expect(document.title).toBe('B · Bozzetto'))
})

it('the list of chats shows the server’s mark of a scheduled answer, and removes it on the server when the chat is opened', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'))
  const all = [{ ...createChat('news', false), isUnread: true }, createChat('other', false)]
  const { result, rerender } = renderHook(({ current }) => useUnread(all, current), {
    initialProps: { current: 'other' },
  })
  expect([result.current('news'), result.current('other')]).toEqual([true, false])
  expect(sent).not.toHaveBeenCalled()
  rerender({ current: 'news' })
  expect(result.current('news')).toBe(false)
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const [target, { method, body } = {}] = sent.mock.calls[0] ?? []
  expect([target, method, body]).toEqual([
    expect.stringContaining('/api/conversations/news'),
    'PATCH',
    '{"isUnread":false}',
  ])
})
