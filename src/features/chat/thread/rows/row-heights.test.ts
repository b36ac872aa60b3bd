import { expect, it } from 'vitest'
import type { Turn } from '../../messages/thread.ts'
import { corrected, getHeightCorrections } from './row-heights.ts'

const turn = (id: string, role: 'user' | 'assistant', cards = 0, text = 'Done.'): Turn => ({
  message: {
    id,
    conversationId: 'c',
    role,
    text,
    createdAt: '2026-01-01T00:00:00Z',
    toolCalls: Array.from({ length: cards }, (_, at) => ({
      index: at,
      at: { text: 0, reasoning: 0 },
      name: 'change_model',
      arguments: '{}',
      status: 'done' as const,
      assetIds: ['a'],
    })),
  },
  siblings: [id],
})

it('getHeightCorrections corrects the estimated height of unmeasured rows by measured rows of the same kind', () => {
  const turns = [turn('a', 'assistant', 1), turn('b', 'assistant', 1), turn('c', 'assistant', 1)]
  const measured = new Map([
    ['b', 636.5],
    ['c', 636.5],
  ])
  const corrections = getHeightCorrections({}, turns, measured)
  expect(corrected(turns[0], corrections)).toBe(636.5)
  const question = turn('d', 'user')
  expect(corrected(question, corrections)).toBe(corrected(question, {}))
})

it('getHeightCorrections uses the median row, and the text length of each row', () => {
  const turns = ['a', 'b', 'c'].map((id) => turn(id, 'assistant'))
  const plain = corrected(turns[0], {})
  const measured = new Map([
    ['a', plain + 3],
    ['b', plain + 5],
    ['c', plain + 900],
  ])
  const corrections = getHeightCorrections({}, turns, measured)
  const long = turn('d', 'assistant', 0, 'one\ntwo\nthree')
  expect(corrected(long, corrections)).toBe(corrected(long, {}) + 5)
})

it('getHeightCorrections returns the same object if nothing changed, so that nothing re-renders', () => {
  const turns = [turn('a', 'user')]
  const measured = new Map([['a', 100]])
  const known = getHeightCorrections({}, turns, measured)
  expect(getHeightCorrections(known, turns, measured)).toBe(known)
  expect(getHeightCorrections(known, turns, new Map())).toBe(known)
})
