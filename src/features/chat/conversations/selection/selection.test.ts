import { expect, it } from 'vitest'
import type { Conversation } from '#contract/chat/chat.ts'
import { changeTags, countTagged } from './change-tags.ts'
import { findRange } from './use-selection-keys.ts'

const chat = (tags?: string[]): Conversation => ({
  id: '0123456789abcdefghij',
  title: 'Glaze',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...(tags && { tags }),
})

it('findRange returns the ids from one row to another, upwards and downwards', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(findRange(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(findRange(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(findRange(ids, 'gone', 'c')).toEqual(['c'])
  expect(findRange(ids, undefined, 'c')).toEqual(['c'])
})

it('changeTags adds and removes tags, ignoring upper and lower case', () => {
  expect(changeTags(['Clay', 'work'], { clay: true, Work: false, Kiln: true })).toEqual([
    'Clay',
    'Kiln',
  ])
  expect(changeTags(undefined, { Kiln: true, kiln: true })).toEqual(['Kiln'])
})

it('countTagged returns whether all, some or none of the chats have a tag after a change', () => {
  const chats = [chat(['Clay']), chat()]
  expect(countTagged(chats, 'clay', {})).toBe('some')
  expect(countTagged(chats, 'clay', { Clay: true })).toBe('all')
  expect(countTagged(chats, 'clay', { Clay: false })).toBe('none')
})
