import type { RootContent } from 'mdast'
import { anyTag, blockTags, readTag, voidTags, type Tag } from './tags.ts'
import { ownValue } from '#lib/own-value.ts'

export type HtmlElement = {
  name: string
  attributes: Tag['attributes']
  children: HtmlChild[]
  isClosed: boolean
}

export type MarkdownChild = { markdown: RootContent }

/** A node of parsed HTML. A string is raw text whose entities are not decoded yet. */
export type HtmlChild = HtmlElement | MarkdownChild | string

export const isMarkdown = (child: HtmlChild): child is MarkdownChild =>
  typeof child !== 'string' && 'markdown' in child

export const isElement = (child: HtmlChild): child is HtmlElement =>
  typeof child !== 'string' && 'name' in child

export type HtmlTree = {
  children: HtmlChild[]
  /** Names of elements that end in this HTML and began in earlier HTML. */
  closes: string[]
  /** Elements that begin in this HTML and end in later HTML, outermost first. */
  opens: HtmlElement[]
}

const depthMax = 40

/**
 * For each tag name: elements that its start tag closes implicitly (`ends`), and ancestors at which
 * the search stops (`within`).
 */
const endedBy: Readonly<Record<string, { ends: string; within: string }>> = {
  li: { ends: 'li', within: 'ul ol' },
  dt: { ends: 'dt dd', within: 'dl' },
  dd: { ends: 'dt dd', within: 'dl' },
  td: { ends: 'td th', within: 'tr table' },
  th: { ends: 'td th', within: 'tr table' },
  tr: { ends: 'tr', within: 'table' },
  thead: { ends: 'thead tbody tfoot', within: 'table' },
  tbody: { ends: 'thead tbody tfoot', within: 'table' },
  tfoot: { ends: 'thead tbody tfoot', within: 'table' },
}
const endedByBlock = { ends: 'p', within: 'div center blockquote li td th figure' }

/**
 * Parses HTML that consists of harmless tags only. Returns undefined for other HTML, which is
 * probably meant to be read as text.
 */
export function readHtmlTree(...pieces: readonly (string | MarkdownChild)[]): HtmlTree | undefined {
  const root: HtmlElement = { name: '', attributes: new Map(), children: [], isClosed: true }
  const stack = [root]
  const closes: string[] = []
  for (const piece of pieces) {
    if (typeof piece !== 'string') stack.at(-1)?.children.push(piece)
    else if (!readPiece(piece, { root, stack, closes })) return undefined
  }
  return hasOtherTag(root) ? undefined : { children: root.children, closes, opens: stack.slice(1) }
}

type Read = { root: HtmlElement; stack: HtmlElement[]; closes: string[] }

function readPiece(html: string, { root, stack, closes }: Read): boolean {
  let end = 0
  for (const found of html.matchAll(anyTag)) {
    addText(stack.at(-1) ?? root, html.slice(end, found.index))
    end = found.index + found[0].length
    if (found[0].startsWith('<!--')) continue
    const tag = readTag(found)
    if (!tag || stack.length > depthMax) return false
    if (tag.isClosing) {
      if (!closeElement(stack, tag.name)) closes.push(tag.name)
    } else openElement(stack, tag)
  }
  addText(stack.at(-1) ?? root, html.slice(end))
  return true
}

function addText(parent: HtmlElement, text: string): void {
  if (text !== '') parent.children.push(text)
}

function openElement(stack: HtmlElement[], { name, attributes }: Tag): void {
  const rule = ownValue(endedBy, name)
  if (rule) endElements(stack, rule)
  if (blockTags.has(name)) endElements(stack, endedByBlock)
  const element = { name, attributes, children: [], isClosed: voidTags.has(name) }
  stack.at(-1)?.children.push(element)
  if (!element.isClosed) stack.push(element)
}

const includesName = (names: string, name: string) => names.split(' ').includes(name)

/** Closes the innermost element with a name in `ends`, and all elements inside that element. */
function endElements(stack: HtmlElement[], { ends, within }: { ends: string; within: string }) {
  const limit = stack.findLastIndex(({ name }) => includesName(within, name))
  const at = stack.findLastIndex(({ name }) => includesName(ends, name))
  if (at > limit) endFrom(stack, at)
}

function closeElement(stack: HtmlElement[], name: string): boolean {
  const at = stack.findLastIndex((element) => element.name === name)
  if (at > 0) endFrom(stack, at)
  return at > 0 || voidTags.has(name)
}

function endFrom(stack: HtmlElement[], at: number): void {
  for (const element of stack.splice(at)) element.isClosed = true
}

const hasOtherTag = ({ children }: HtmlElement): boolean =>
  children.some((child) =>
    isElement(child) ? hasOtherTag(child) : typeof child === 'string' && /<[a-z/!?]/i.test(child),
  )
