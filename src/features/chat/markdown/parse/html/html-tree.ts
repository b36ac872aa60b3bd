import type { RootContent } from 'mdast'
import { ownValue } from '#lib/own-value.ts'

const inlineNames =
  'a abbr b br cite code del dfn em font i img ins kbd mark picture q s samp small source span strong sub sup u var'
const blockNames =
  'blockquote caption center dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul'

export const inlineTags = new Set(inlineNames.split(' '))
export const blockTags = new Set(blockNames.split(' '))
export const voidTags = new Set(['br', 'hr', 'img', 'source'])

/**
 * Harmless attributes for layout, size and links. HTML with any other attribute is shown as source
 * code.
 */
const attributeNames = new Set(
  'align alt bgcolor border cellpadding cellspacing color colspan dir face height href id loading media name rel rowspan size src srcset start style target title type valign width'.split(
    ' ',
  ),
)

export type Tag = {
  name: string
  isClosing: boolean
  attributes: ReadonlyMap<string, string>
}

const attribute = String.raw`\s+([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>\`]+))?`
/** Matches a comment, or a tag with its slash, name and attributes as groups. */
export const anyTag = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|<(/?)([a-z][a-z\d]*)((?:${attribute.replaceAll(/\((?!\?)/g, '(?:')})*)\s*/?>`,
  'gi',
)
const everyAttribute = new RegExp(attribute, 'g')

/**
 * Parses a tag. Returns undefined unless tag and attributes are harmless.
 * @param found a match of `anyTag`.
 */
export function readTag([, slash, name, written]: readonly (string | undefined)[]):
  | Tag
  | undefined {
  if (name === undefined) return undefined
  const tag = {
    name: name.toLowerCase(),
    isClosing: slash === '/',
    attributes: new Map(
      [...(written ?? '').matchAll(everyAttribute)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        /^["']/.test(value) ? value.slice(1, -1) : value,
      ]),
    ),
  }
  const isKnown = inlineTags.has(tag.name) || blockTags.has(tag.name)
  const isHarmless = [...tag.attributes.keys()].every((key) => attributeNames.has(key))
  return isKnown && isHarmless ? tag : undefined
}

export function readOnlyTag(html: string): Tag | undefined {
  const [found, ...others] = html.matchAll(anyTag)
  return found && others.length === 0 && found[0].length === html.length
    ? readTag(found)
    : undefined
}

const lengthMax = 1_000
const tagHere = new RegExp(`^(?:${anyTag.source})`, 'i')

export function readTagAt(source: string, at: number): (Tag & { length: number }) | undefined {
  const found = tagHere.exec(source.slice(at, at + lengthMax))
  const tag = found && readTag(found)
  return tag && inlineTags.has(tag.name) ? { ...tag, length: found[0].length } : undefined
}

/** Matches an incomplete tag: the start of its name, or its name and some attributes. */
const halfTag = /^<(\/?)([a-z][a-z\d]*)?(\s[^<>]{0,900})?$/i
const details = ['details', 'summary']

export function isHalfTag(source: string, at: number): boolean {
  if (source.startsWith('<!--', at)) return !/-->|\n/.test(source.slice(at + 4))
  const start = source.slice(at, at + lengthMax).toLowerCase()
  if ('<!--'.startsWith(start)) return true
  // `<` after a letter is probably a comparison.
  if (/^<[a-z]$/.test(start) && /[\p{L}\p{N}]/u.test(source.charAt(at - 1))) return false
  const [tag, slash, name, begun] = halfTag.exec(start) ?? []
  if (tag === undefined) return false
  const isOneOf = (known: Iterable<string>) =>
    [...known].some((one) => (begun === undefined ? one.startsWith(name ?? '') : one === name))
  const isBlockStart = /(?:^|[\n>])[ \t]*$/.test(source.slice(0, at))
  // Text may mention a block tag. So accept an incomplete block tag only at the start of a block,
  // or if it is a closing tag.
  const isKnown =
    isOneOf(inlineTags) || ((isBlockStart || slash === '/') && isOneOf([...blockTags, ...details]))
  return isKnown && (begun === undefined || mayBeAttributes(begun, slash === '/'))
}

/**
 * Returns whether the text after a tag name can be attributes. If not, `<a ` may be a comparison.
 */
function mayBeAttributes(begun: string, isClosing: boolean): boolean {
  const [, name = '', behind = ''] = /^\s*([a-z]*)([^]*)$/i.exec(begun) ?? []
  if (isClosing) return name === ''
  return behind === ''
    ? [...attributeNames, 'open'].some((one) => one.startsWith(name))
    : attributeNames.has(name) || name === 'open'
}

/** Tags whose removal does not change the Markdown inside them. */
const wrappers = '(?:span|font|div|p|center)'
const layoutAttributes = String.raw`(?:\s+(?:align|dir|style|color|size|face)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s*`
const blockTag = new RegExp(`[ \\t]*</?(?:div|p|center)${layoutAttributes}>`, 'gi')
const wrapperTag = new RegExp(`</?(?:span|font)${layoutAttributes}>`, 'gi')
const startsWrapped = new RegExp(String.raw`^\s*</?${wrappers}[\s>]`, 'i')
const meaning =
  /<\/?(?:sub|sup|kbd|mark|u|b|i|s|em|strong|small|ins|del|q|cite|var|samp|dfn|abbr|code)>|<br ?\/?>|<!--[^]*?-->/gi
const someTag = /<[a-z/!?]/i

/**
 * Returns the Markdown inside HTML that only wraps Markdown, such as `<div align="center">`.
 * Returns undefined for other HTML.
 */
export function unwrapMarkdown(html: string): string | undefined {
  if (!startsWrapped.test(html)) return undefined
  // Replace a block tag by an empty line, because a block tag ends a paragraph.
  const words = html.replace(blockTag, '\n\n').replace(wrapperTag, '')
  return someTag.test(words.replace(meaning, '')) ? undefined : words.replace(/^[ \t]{4,}/gm, '')
}

const alone = new Set(['img', 'source'])

/**
 * Returns the index of the closing tag for each opening tag. Uses a single pass, because an answer
 * may contain `<b>` thousands of times.
 * @param tags the inline tags at their positions.
 */
export function pairTags(tags: readonly (Tag | undefined)[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [at, tag] of tags.entries()) {
    if (!tag) continue
    const starts = open.get(tag.name) ?? []
    open.set(tag.name, starts)
    if (alone.has(tag.name)) ends.set(at, at)
    else if (!tag.isClosing) starts.push(at)
    else {
      const start = starts.pop()
      if (start !== undefined) ends.set(start, at)
    }
  }
  return ends
}

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
