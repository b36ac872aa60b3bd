import { flushSync } from 'react-dom'

/** Content of a box in a long text: `place` is its height only, `text` its text, `whole` also formulas and colours. */
export type BoxContent = 'place' | 'text' | 'whole'

const order: readonly BoxContent[] = ['place', 'text', 'whole']

type LazyBox = { drawing: BoxContent; show: (drawing: BoxContent) => void }

/** Boxes that do not show everything yet. */
const waiting = new Map<Element, LazyBox>()
/**
 * Boxes are drawn when they are this close to the viewport, in CSS pixels: as far as fast scrolling
 * moves in some frames.
 */
const nearPx = 1_500
/** Milliseconds between two boxes in browsers that do not report idle time. */
const pauseMs = 30

let observer: IntersectionObserver | undefined
let isFilling = false
let listening: AbortController | undefined

/**
 * Calls `show` once the box is near the viewport. A box that is only a place gets its text earlier,
 * when the browser is idle, because the browser's search, selections and links need the text.
 */
export function watchBox(element: Element, box: LazyBox): () => void {
  observer ??= new IntersectionObserver(drawNear, {
    // The thread is a nested scroll container, for which `rootMargin` alone has no effect.
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

/** Adds the text of the last box without it: chats open at their end. */
function fillNext(): void {
  isFilling = false
  const next = [...waiting].findLast(([, { drawing }]) => drawing === 'place')
  if (!next) return
  raise(next[0], 'text')
  fillLater()
}

/** Draws the boxes below `root` at once, for a search, a copy, a link or a printer. */
export function drawBoxes(root: Node, drawing: BoxContent): void {
  flushSync(() => {
    for (const element of waiting.keys()) if (root.contains(element)) raise(element, drawing)
  })
  if (drawing === 'whole') drawAllDue()
}

/** Keys that search, select or print the page, each with Ctrl or ⌘. */
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

/** Part of each frame that formulas may take, in milliseconds. */
const budgetMs = 5
/**
 * Part of the next frame that formulas may take if a frame was slow, in milliseconds. Frames are
 * slow while the reader scrolls fast.
 */
const slowBudgetMs = 1
/** Length of a frame from which it counts as slow. */
const slowFrameMs = 24

const due: (() => void)[] = []
let lastFrameMs = 0

/** Calls `draw` in one of the next frames. Later calls come first: they are nearest to the reader. */
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

/** Draws all boxes that are due at once, and not over several frames. */
export function drawAllDue(): void {
  while (due.length > 0) due.pop()?.()
}
