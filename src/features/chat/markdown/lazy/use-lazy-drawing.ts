import { createContext, use, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { watchBox, type BoxContent } from './lazy-boxes.ts'
import type { MarkdownBlock } from '../parse/block.ts'

/** Length of a text that is drawn in parts near the viewport. Undefined for other texts. */
export const LazyContext = createContext<number | undefined>(undefined)

/** True if formulas and colours are drawn, which takes most of the time. */
export const IsWholeContext = createContext(true)

/**
 * Returns what a box shows now, and a ref for its element. In a long text, the box starts with
 * `first`.
 */
export function useLazyDrawing<T extends Element>(
  first: BoxContent,
): { box: RefObject<T | null>; drawing: BoxContent } {
  const isLazy = use(LazyContext) !== undefined
  const box = useRef<T>(null)
  const [drawing, setDrawing] = useState<BoxContent>(isLazy ? first : 'whole')
  const isWhole = drawing === 'whole'
  useLayoutEffect(() => {
    if (isWhole || !box.current) return undefined
    return watchBox(box.current, { drawing: first, show: setDrawing })
  }, [isWhole, first])
  return { box, drawing }
}

const proseLinePx = 24
const codeLinePx = 21
const charactersPerLine = 90
const gapPx = 14
/** Height of the bar, padding and border of a code block, in CSS pixels. */
const codeBarPx = 50

/**
 * Estimates the height of blocks in CSS pixels.
 * @param end offset in the text at which the blocks end.
 */
export const estimateHeight = (blocks: readonly MarkdownBlock[], end: number): number =>
  blocks.reduce((sum, block, at) => {
    const length = (blocks[at + 1]?.offset ?? end) - block.offset
    return sum + gapPx + (block.kind === 'code' ? codeHeight(block.lines) : proseHeight(length))
  }, 0)

const codeHeight = (lines: readonly (readonly string[])[]): number =>
  codeBarPx + lines.flat().length * codeLinePx

const proseHeight = (length: number): number => Math.ceil(length / charactersPerLine) * proseLinePx
