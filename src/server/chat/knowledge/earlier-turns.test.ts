import { describe, expect, it } from 'vitest'
import { addSources, listCited } from './earlier-turns.ts'

const source = (at: number, documentId = 'a') => ({
  title: 'a.md',
  documentId,
  at,
  quote: 'x'.repeat(100),
})
const answer = (text: string, ...sources: ReturnType<typeof source>[]) => ({
  role: 'assistant' as const,
  text,
  sources,
})

describe('listCited', () => {
  it('returns each cited passage once if its document is still in the folder', () => {
    const earlier = [
      answer('See [2] and [3].', source(0), source(500), source(900, 'gone')),
      { role: 'user' as const, text: '[1]', sources: null },
      answer('See [1].', source(550)),
    ]
    expect(listCited(earlier, new Set(['a']))).toEqual([source(500)])
  })
})

describe('addSources', () => {
  it('adds passages that earlier answers cited and that were not found again', () => {
    expect(addSources([source(0)], [source(50), source(300)])).toEqual([source(0), source(300)])
  })
})
