import { describe, expect, it } from 'vitest'
import { advance, finish } from './blocks.ts'
import { emptyMarkdown, type MarkdownText, splitMarkdown } from './markdown-text.ts'

const first = 'Let me look.'
const text = `${first}\n\nIt is 5.\n\n- a\n- b`

const shown = (piece: MarkdownText | undefined) => [piece?.tail, piece?.liveText]
const offsets = (pieces: MarkdownText[]) =>
  pieces.map(({ settled, tail }) => [...settled.flat(), ...tail].map(({ offset }) => offset))

describe('splitMarkdown', () => {
  it('assigns each block to the piece of the text in which the block starts', () => {
    const whole = finish(emptyMarkdown, text)
    expect(offsets(splitMarkdown(whole, [first.length]))).toEqual([[0], [14, 24]])
    expect(offsets(splitMarkdown(whole, [0, 14]))).toEqual([[], [0], [14, 24]])
    expect(offsets(splitMarkdown(whole, [text.length]))).toEqual([[0, 14, 24], []])
  })

  it('splits a text that is still growing', () => {
    expect(offsets(splitMarkdown(advance(emptyMarkdown, text), [first.length]))).toEqual([
      [0],
      [14, 24],
    ])
  })

  it('keeps the identity of groups that are not split', () => {
    const long = finish(emptyMarkdown, 'A paragraph.\n\n'.repeat(70))
    const [before] = splitMarkdown(long, [14 * 60])
    expect(before?.settled[0]).toBe(long.settled[0])
  })

  it('does not visit finished blocks while only the tail grows', () => {
    const begun = advance(emptyMarkdown, 'A paragraph.\n\n'.repeat(70) + 'And')
    const grown = advance(begun, `${begun.text} more`)
    const [before, after] = [begun, grown].map((one) => splitMarkdown(one, [14 * 60]))
    expect(after?.map(({ settled }) => settled)).toEqual(before?.map(({ settled }) => settled))
    for (const [at, piece] of (after ?? []).entries()) {
      expect(piece.settled).toBe(before?.[at]?.settled)
    }
    expect(shown(after?.[1])).not.toEqual(shown(before?.[1]))
  })

  it('adds the footnotes to the last piece', () => {
    const noted = finish(emptyMarkdown, 'a[^1]\n\nb\n\n[^1]: c')
    const pieces = splitMarkdown(noted, [5])
    expect(pieces.map(({ footnotes }) => footnotes.length)).toEqual([0, 1])
  })
})
