// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ThreadHandle } from '../thread-handle.ts'
import { markWords } from './mark-words.ts'
import { noteOpenedHit, takeOpenedHit } from './opened-hit.ts'

class MarkedRanges extends Set<Range> {
  constructor(...ranges: Range[]) {
    super(ranges)
  }
}
const highlights = new Map<string, MarkedRanges>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Highlight', MarkedRanges)
  vi.stubGlobal('CSS', { highlights })
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 900, 10, 10)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  highlights.clear()
  document.body.replaceChildren()
})

const getRow = () => screen.queryByRole('article')

const thread = (html: string): ThreadHandle => {
  document.body.innerHTML = `<div role="log"><div role="article">${html}</div></div>`
  const viewport = screen.getByRole('log')
  return { viewport, rowOf: getRow, reveal: () => {} }
}
const marked = () => [...(highlights.get('chat-find') ?? [])].map(String)

it('markWords highlights the found words for a while, opens closed sections and scrolls to the words', () => {
  const handle = thread(
    '<div class="markdown"><details><p>Fine <b>Kaolin</b> clay</p></details></div>',
  )
  markWords(handle, { messageId: 'a', words: ['clay', 'kaolin'] })
  expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(true)
  expect(handle.viewport.scrollTop).toBeGreaterThan(0)
  expect(marked()).toEqual(['clay', 'Kaolin'])
  vi.advanceTimersByTime(20_000)
  expect(marked()).toEqual([])
})

it('markWords searches a second time for rows that are rendered late', () => {
  const handle = thread('')
  markWords(handle, { messageId: 'a', words: ['clay'] })
  expect(handle.viewport.scrollTop).toBe(0)
  handle.rowOf('a')!.innerHTML = '<p data-find>Clay</p>'
  vi.advanceTimersByTime(400)
  expect(handle.viewport.scrollTop).toBeGreaterThan(0)
  const empty = thread('')
  markWords(empty, { messageId: 'a', words: ['clay'] })
  vi.runAllTimers()
  expect(vi.getTimerCount()).toBe(0)
})

it('markWords highlights only in the opened message, once', () => {
  noteOpenedHit('a', [' clay ', 'clay', ''])
  expect(takeOpenedHit('b')).toEqual([])
  noteOpenedHit('a', [' clay ', 'clay', ''])
  expect(takeOpenedHit('a')).toEqual(['clay'])
  expect(takeOpenedHit('a')).toEqual([])
})
