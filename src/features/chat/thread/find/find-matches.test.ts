import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { findInText, findMatches } from './find-matches.ts'

const turn = (id: string, role: Message['role'], text: string, reasoning?: string) => ({
  siblings: [id],
  message: {
    id,
    conversationId: 'c',
    role,
    text,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...(reasoning === undefined ? {} : { reasoning }),
  },
})
const turns = [
  turn('q', 'user', 'What is a *glaze*?'),
  turn('a', 'assistant', 'A **glaze** is glass. Glaze melts.', 'The glaze, hm.'),
]
const places = (query: string) =>
  findMatches(turns, query).map(({ messageId, nth }) => `${messageId}${nth}`)

describe('findMatches', () => {
  it('searches questions, answers and hidden reasoning, ignoring case', () => {
    expect(places('GLAZE')).toEqual(['q0', 'a0', 'a1', 'a2'])
  })

  it('ignores Markdown markers in answers', () => {
    expect(places('a glaze is')).toEqual(['a0'])
    expect(places('*glaze*')).toEqual(['q0'])
  })

  it('searches mentioned models by their visible name, without the id', () => {
    const words = 'Is “Bear” (model abcdefghij0123456789) a model?'
    const found = (query: string) => findMatches([turn('q', 'user', words)], query).length
    expect([found('model'), found('“bear” a'), found('abcdefghij')]).toEqual([1, 1, 0])
  })

  it('matches special characters literally', () => {
    expect(places('.')).toEqual(['a0', 'a1', 'a2'])
    expect(places('  ')).toEqual([])
  })

  it.each([
    ['cafe', 'Un CAFÉ et un café', ['CAFÉ', 'café']],
    ['café', 'cafe, cafe\u0301 and CAFÉ', ['cafe', 'cafe\u0301', 'CAFÉ']],
    ['strasse', 'Die Straße, die STRASSE', ['Straße', 'STRASSE']],
    ['straße', 'Die Strasse', ['Strasse']],
    ['istanbul', 'İstanbul, ISTANBUL and ıstanbul', ['İstanbul', 'ISTANBUL', 'ıstanbul']],
    ['ＡＢＣ１', 'abc1 and ａｂｃ１', ['abc1', 'ａｂｃ１']],
    ['oeuvre', 'Œuvre', ['Œuvre']],
    ['viet nam', 'Việt  Nam', ['Việt  Nam']],
    ['か', 'が か', ['か']],
    ['🎉 e', 'a 🎉 é', ['🎉 é']],
    ['\u0301', 'é', []],
  ])('finds %j in %j without regard to accents', (query, text, wanted) => {
    expect(findInText(text, query).map(({ start, end }) => text.slice(start, end))).toEqual(wanted)
  })
})
