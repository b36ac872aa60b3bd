// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Conversation } from '#contract/chat/chat.ts'
import { useChatTitle } from '../../use-chat-title.ts'
import { useUnread } from './unread.ts'

const chatOf = (id: string, isAnswering: boolean): Conversation => ({
  id,
  title: id,
  createdAt: '',
  updatedAt: '',
  ...(isAnswering && { isAnswering }),
})

it('calls a chat unread whose answer came while another one was open, until it is opened', () => {
  const { result, rerender } = renderHook(
    ({ all, current }: { all: Conversation[]; current: string }) => useUnread(all, current),
    { initialProps: { all: [chatOf('a', true), chatOf('b', true)], current: 'b' } },
  )
  expect(result.current('a')).toBe(false)
  const done = [chatOf('a', false), chatOf('b', false)]
  rerender({ all: done, current: 'b' })
  expect([result.current('a'), result.current('b')]).toEqual([true, false])
  expect(localStorage.getItem('bozzetto.chat.unread')).toBe('a')
  rerender({ all: done, current: 'a' })
  rerender({ all: done, current: 'b' })
  expect(result.current('a')).toBe(false)
})

it('says in the tab that another chat is being answered, and for how long', async () => {
  const { rerender } = renderHook(
    ({ all, current }: { all: Conversation[]; current: string }) => {
      useChatTitle('B', false)
      return useUnread(all, current)
    },
    { initialProps: { all: [chatOf('a', false), chatOf('b', true)], current: 'b' } },
  )
  expect(document.title).toBe('B · Bozzetto')
  rerender({ all: [chatOf('a', true), chatOf('b', false)], current: 'b' })
  await waitFor(() => expect(document.title).toBe('● B · Bozzetto'))
  rerender({ all: [chatOf('a', false), chatOf('b', false)], current: 'b' })
  await waitFor(() => expect(document.title).toBe('B · Bozzetto'))
})
