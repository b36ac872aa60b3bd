import { flushSync } from 'react-dom'
import { createContext, use, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { MarkdownBlock } from '../parse/block.ts'

/**
 * Content that a box in a long text shows: only its height (`place`), its text (`text`), or also
 * formulas and colours (`whole`).
 */
type BoxContent = 'place' | 'text' | 'whole'

const order: readonly BoxContent[] = ['place', 'text', 'whole']

type LazyBox = { drawing: BoxContent; show: (drawing: BoxContent) => void }

const waiting = new Map<Element, LazyBox>()
/**
 * Distance from the viewport in CSS pixels within which boxes are drawn. Fast scrolling covers this
 * distance in a few frames.
 */
const nearPx = 1_500
/** Pause between two boxes in milliseconds, for browsers without `requestIdleCallback`. */
const pauseMs = 30

let observer: IntersectionObserver | undefined
let isFilling = false
let listening: AbortController | undefined

/**
 * Calls `show` when the box comes near the viewport. Adds the box's text earlier, when the browser
 * is idle, because browser search and selection need the text.
 */
function watchBox(element: Element, box: LazyBox): () => void {
  observer ??= new IntersectionObserver(drawNear, {
    // The chat is a nested scroll container, for which `rootMargin` alone has no effect.
    rootMargin: `${nearPx}px`,
    scrollMargin: `${nearPx}px`,
  })
  waiting.set(element, { ...box })
  observer.observe(element)
  listening ??= listen()
  fillLater()
  return () => forget(element)
}

function forget(element: Element): void {
  observer?.unobserve(element)
  waiting.delete(element)
  if (waiting.size > 0) return
  listening?.abort()
  listening = undefined
}

function raise(element: Element, drawing: BoxContent): void {
  const box = waiting.get(element)
  if (!box || order.indexOf(box.drawing) >= order.indexOf(drawing)) return
  box.drawing = drawing
  if (drawing === 'whole') forget(element)
  box.show(drawing)
}

function drawNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) if (isIntersecting) raise(target, 'whole')
}

function fillLater(): void {
  if (isFilling) return
  isFilling = true
  if (typeof requestIdleCallback === 'function') requestIdleCallback(fillNext)
  else setTimeout(fillNext, pauseMs)
}

function fillNext(): void {
  isFilling = false
  const next = [...waiting].findLast(([, { drawing }]) => drawing === 'place')
  if (!next) return
  raise(next[0], 'text')
  fillLater()
}

/** Draws all boxes below `root` at once, for example before a search or a print. */
export function drawBoxes(root: Node, drawing: BoxContent): void {
  flushSync(() => {
    for (const element of waiting.keys()) if (root.contains(element)) raise(element, drawing)
  })
  if (drawing === 'whole') drawAllDue()
}

/** Keys that search or select the whole page, each with Ctrl or ⌘. */
const wholePageKeys = new Set(['f', 'g', 'a'])

function listen(): AbortController {
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey }) => {
      if ((ctrlKey || metaKey) && wholePageKeys.has(key.toLowerCase())) drawBoxes(document, 'text')
    },
    options,
  )
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('a[href^="#"]')) drawBoxes(document, 'text')
    },
    options,
  )
  return controller
}

/** Milliseconds per frame in which formulas are drawn. */
const budgetMs = 5
const slowBudgetMs = 1
/** Milliseconds from which a frame counts as slow. */
const slowFrameMs = 24

const due: (() => void)[] = []
let lastFrameMs = 0

/**
 * Calls `draw` in one of the next frames. The latest calls run first, because their formulas are
 * nearest to the viewport.
 */
export function drawPaced(draw: () => void): void {
  if (due.push(draw) === 1) requestAnimationFrame(drawDue)
}

function drawDue(frameMs: number): void {
  const sinceMs = frameMs - lastFrameMs
  lastFrameMs = frameMs
  const isSlow = sinceMs > slowFrameMs && sinceMs < 1_000
  const endMs = performance.now() + (isSlow ? slowBudgetMs : budgetMs)
  do due.pop()?.()
  while (due.length > 0 && performance.now() < endMs)
  if (due.length > 0) requestAnimationFrame(drawDue)
}

export function drawAllDue(): void {
  while (due.length > 0) due.pop()?.()
}

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
