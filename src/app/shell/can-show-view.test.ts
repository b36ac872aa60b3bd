// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { getDraftSetting } from '#features/chat/composer/draft.ts'
import { toggleChatList } from '#features/chat/conversations/list-shown.ts'
import { canShowView } from './can-show-view.ts'

afterEach(() => localStorage.clear())

it('canShowView returns true only for the address of the view', () => {
  expect(canShowView('chat', '/chat')).toBe(true)
  expect(canShowView('chat', '/chat?folder=a')).toBe(false)
  expect(canShowView('chat', '/')).toBe(false)
})

it('canShowView returns false for a chat with a draft or without the list of chats', () => {
  getDraftSetting(undefined).write('Draft')
  expect(canShowView('chat', '/chat')).toBe(false)
  getDraftSetting(undefined).write('')
  expect(canShowView('chat', '/chat')).toBe(true)
  toggleChatList()
  expect(canShowView('chat', '/chat')).toBe(false)
})
