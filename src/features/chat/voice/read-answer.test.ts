import { describe, expect, it } from 'vitest'
import { toPieces } from './read-answer.ts'

describe('toPieces', () => {
  it('keeps a short text in one piece and drops a text without letters', () => {
    expect(toPieces('Hello. How are you?')).toEqual(['Hello. How are you?'])
    expect(toPieces(' — … ')).toEqual([])
  })

  it('splits a long text after sentences', () => {
    const sentence = 'This sentence has some forty characters. '
    const pieces = toPieces(sentence.repeat(30).trim())
    expect(pieces.join(' ')).toBe(sentence.repeat(30).trim())
    for (const piece of pieces) expect(piece).toMatch(/^This .{1,396}\.$/)
  })

  it('splits Chinese after its own stops, and a text without stops at the maximum', () => {
    expect(toPieces('陶器很美。'.repeat(100)).every((piece) => piece.endsWith('。'))).toBe(true)
    expect(toPieces('x'.repeat(1_000)).join('')).toBe('x'.repeat(1_000))
  })
})
