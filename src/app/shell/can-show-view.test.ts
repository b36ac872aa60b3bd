// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getDraftSetting } from '#features/chat/composer/draft.ts'
import { toggleChatList } from '#features/chat/conversations/list-shown.ts'
import { sortSetting } from '#features/library/list/sort-menu.tsx'
import { createStudioStore } from '#features/studio/state/store.ts'
import { canShowView } from './can-show-view.ts'

const stubWidth = (isWide: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isWide }))

beforeEach(() => void stubWidth(false))
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

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

it('canShowView returns false for a studio with stored settings', () => {
  expect(canShowView('studio', '/')).toBe(true)
  createStudioStore().getState().paramChanged('local/image-to-3d', 'seed', 7)
  expect(canShowView('studio', '/')).toBe(false)
})

it('canShowView returns false for a library that is wide or has its own order', () => {
  expect(canShowView('library', '/library')).toBe(true)
  sortSetting.write('name')
  expect(canShowView('library', '/library')).toBe(false)
  expect(canShowView('library-empty', '/library')).toBe(true)
  stubWidth(true)
  expect(canShowView('library-empty', '/library')).toBe(false)
})
