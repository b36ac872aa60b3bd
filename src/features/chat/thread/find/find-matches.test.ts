import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { findMatches } from './find-matches.ts'

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
  it('finds in questions, answers and folded thoughts, whatever the case', () => {
    expect(places('GLAZE')).toEqual(['q0', 'a0', 'a1', 'a2'])
  })

  it('reads over the marks of Markdown in answers, as they are not seen', () => {
    expect(places('a glaze is')).toEqual(['a0'])
    expect(places('*glaze*')).toEqual(['q0'])
  })

  it('looks for a model that a question names as it is shown, without its id', () => {
    const words = 'Is “Bear” (model abcdefghij0123456789) a model?'
    const found = (query: string) => findMatches([turn('q', 'user', words)], query).length
    expect([found('model'), found('“bear” a'), found('abcdefghij')]).toEqual([1, 1, 0])
  })

  it('takes signs as they are', () => {
    expect(places('.')).toEqual(['a0', 'a1', 'a2'])
    expect(places('  ')).toEqual([])
  })
})
