import { findInText } from './find-matches.ts'

/** Only these parts of a row are searched, not buttons and labels. */
const searched = '.markdown, [data-find]'
const notText = 'button:not([data-source]), [aria-hidden="true"]'
const blocks = 'p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6, div'

export function findTextRanges(root: Element, query: string): Range[] {
  const ranges: Range[] = []
  if (query.trim() === '') return ranges
  for (const part of root.querySelectorAll(searched)) {
    // Nested parts are searched together with their outermost part.
    if (part.parentElement?.closest(searched)) continue
    ranges.push(...findRangesInPart(part, query))
  }
  return ranges
}

function findRangesInPart(part: Element, query: string): Range[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  let block: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(notText)) continue
    const own = node.parentElement?.closest(blocks)
    // Separate two blocks, because a match must not span both blocks.
    if (block !== undefined && own !== block) text += '\u0000'
    block = own
    nodes.push({ node, start: text.length })
    text += node.data
  }
  const getPlace = (offset: number) => {
    const at = nodes.findLast(({ start }) => start <= offset)
    return at && { node: at.node, offset: Math.min(offset - at.start, at.node.length) }
  }
  return findInText(text, query).flatMap(({ start, end }) => {
    const from = getPlace(start)
    const to = getPlace(end - 1)
    if (!from || !to) return []
    const range = document.createRange()
    range.setStart(from.node, from.offset)
    range.setEnd(to.node, Math.min(to.offset + 1, to.node.length))
    return [range]
  })
}

export function unfoldRow(row: Element): void {
  for (const details of row.querySelectorAll('details')) details.open = true
  for (const folded of row.querySelectorAll('[data-folded]')) folded.removeAttribute('data-folded')
}

export function scrollToRange(viewport: HTMLElement, range: Range): void {
  const box = viewport.getBoundingClientRect()
  const { top, bottom } = range.getBoundingClientRect()
  if (top < box.top + 64 || bottom > box.bottom - 64) {
    viewport.scrollTop += top - box.top - box.height / 3
  }
}

/**
 * Returns whether the browser supports CSS highlights. Otherwise the search only scrolls to
 * matches.
 */
export const hasHighlights = (): boolean => typeof CSS !== 'undefined' && 'highlights' in CSS
