import { createContext, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { append, type Groups, type MarkdownBlock } from '../parse/block.ts'
import type { MarkdownText } from '../streaming/markdown-text.ts'

/**
 * Functions that update the mounted components. The key is the array of blocks at the end of the
 * rendered text.
 */
const mounted = new WeakMap<readonly MarkdownBlock[], (after: MarkdownText) => void>()

/**
 * Updates the mounted text if only its unfinished end (tail) has changed. Does not re-render the
 * components around the text.
 * @returns whether the update was possible.
 */
export function drawGrown(before: MarkdownText, after: MarkdownText): boolean {
  const grow = before.settled === after.settled ? mounted.get(before.tail) : undefined
  grow?.(after)
  return grow !== undefined
}

type GrowingMarkdownProps = {
  markdown: MarkdownText
  isLive: boolean
  children: (blocks: Groups<MarkdownBlock>) => ReactNode
}

/**
 * In texts longer than this (UTF-16 units), the browser skips the layout of parts outside the
 * viewport.
 */
const longLength = 40_000

type Grown = Pick<MarkdownText, 'tail' | 'liveText'> & { of: MarkdownText }

export function GrowingMarkdown({ markdown, isLive, children }: GrowingMarkdownProps) {
  const [grown, setGrown] = useState<Grown>()
  const [text] = useState(createLiveText)
  const { tail, liveText } = grown?.of === markdown ? grown : markdown

  useLayoutEffect(() => {
    text.show(liveText)
    if (!isLive || tail.length === 0) return undefined
    mounted.set(tail, (after) => {
      if (after.tail === tail) text.show(after.liveText)
      else flushSync(() => setGrown({ ...after, of: markdown }))
    })
    return () => void mounted.delete(tail)
  }, [markdown, tail, liveText, isLive, text])

  return (
    <LiveTextContext value={text}>
      <div
        className="markdown"
        data-live={isLive || undefined}
        data-long={markdown.text.length > longLength || undefined}
      >
        {/* Finished blocks and the end are one sequence. A block therefore keeps its position when it becomes finished. */}
        {children(append(markdown.settled, tail))}
      </div>
    </LiveTextContext>
  )
}

/** Text without Markdown syntax that is added to the page without React while an answer arrives. */
export type LiveText = {
  read: () => string
  show: (text: string) => void
  /** @param before text at the start of the element, before the live text. */
  attach: (element: Element | null, before: string) => void
}

/** Creates the live text of a Markdown text. At most one element shows the live text. */
export function createLiveText(): LiveText {
  let live = ''
  let start = ''
  let element: Element | null = null
  const draw = () => {
    const text = start + live
    const node = element?.lastChild
    // Browsers lay out appended text faster than replaced text.
    if (node instanceof Text && text.startsWith(node.data)) {
      node.appendData(text.slice(node.data.length))
    } else if (element) element.textContent = text
  }
  return {
    read: () => live,
    show(text) {
      live = text
      draw()
    },
    attach(next, before) {
      element = next
      start = before
      // After a render of a known element, `show` follows.
      if (!element?.hasChildNodes()) draw()
    },
  }
}

export const LiveTextContext = createContext(createLiveText())

/** Renders the element of the live text. React does not change the content of this element. */
export function LiveTextView({ before }: { before: string }) {
  const { attach } = use(LiveTextContext)
  return <span ref={(element) => attach(element, before)} />
}
