import type { MarkdownBlock } from '../parse/block.ts'

const proseLinePx = 24
const codeLinePx = 21
const charactersPerLine = 90
const gapPx = 14
/** Bar, padding and border of a code block. */
const codeBarPx = 50

/**
 * Estimates the height of blocks in CSS pixels.
 * @param end offset at which the text after them begins.
 */
export const estimateHeight = (blocks: readonly MarkdownBlock[], end: number): number =>
  blocks.reduce((sum, block, at) => {
    const length = (blocks[at + 1]?.offset ?? end) - block.offset
    return sum + gapPx + (block.kind === 'code' ? codeHeight(block.lines) : proseHeight(length))
  }, 0)

const codeHeight = (lines: readonly (readonly string[])[]): number =>
  codeBarPx + lines.flat().length * codeLinePx

const proseHeight = (length: number): number => Math.ceil(length / charactersPerLine) * proseLinePx
