import { anyTag, attributeNames, blockTags, inlineTags, readTag, type Tag } from './tags.ts'

const lengthMax = 1_000
const tagHere = new RegExp(`^(?:${anyTag.source})`, 'i')

/** Returns the inline tag at `at` with its length, if there is one. */
export function readTagAt(source: string, at: number): (Tag & { length: number }) | undefined {
  const found = tagHere.exec(source.slice(at, at + lengthMax))
  const tag = found && readTag(found)
  return tag && inlineTags.has(tag.name) ? { ...tag, length: found[0].length } : undefined
}

/** An incomplete tag: its name or the start of one, and the attributes so far. */
const halfTag = /^<(\/?)([a-z][a-z\d]*)?(\s[^<>]{0,900})?$/i
const details = ['details', 'summary']

/**
 * Returns whether the text from `at` to its end is an incomplete tag, or an unfinished comment on
 * one line.
 */
export function isHalfTag(source: string, at: number): boolean {
  if (source.startsWith('<!--', at)) return !/-->|\n/.test(source.slice(at + 4))
  const start = source.slice(at, at + lengthMax).toLowerCase()
  if ('<!--'.startsWith(start)) return true
  // After a letter, `<` is probably a comparison.
  if (/^<[a-z]$/.test(start) && /[\p{L}\p{N}]/u.test(source.charAt(at - 1))) return false
  const [tag, slash, name, begun] = halfTag.exec(start) ?? []
  if (tag === undefined) return false
  const isOneOf = (known: Iterable<string>) =>
    [...known].some((one) => (begun === undefined ? one.startsWith(name ?? '') : one === name))
  const isBlockStart = /(?:^|[\n>])[ \t]*$/.test(source.slice(0, at))
  // A sentence may mention a block tag. Therefore an incomplete block tag only counts at the start
  // of a block, or if it is a closing tag.
  const isKnown =
    isOneOf(inlineTags) || ((isBlockStart || slash === '/') && isOneOf([...blockTags, ...details]))
  return isKnown && (begun === undefined || mayBeAttributes(begun, slash === '/'))
}

/**
 * Returns whether the text after a tag name can be attributes. Otherwise `<a ` may be a comparison.
 */
function mayBeAttributes(begun: string, isClosing: boolean): boolean {
  const [, name = '', behind = ''] = /^\s*([a-z]*)([^]*)$/i.exec(begun) ?? []
  if (isClosing) return name === ''
  return behind === ''
    ? [...attributeNames, 'open'].some((one) => one.startsWith(name))
    : attributeNames.has(name) || name === 'open'
}

/** Tags that can be removed without changing the Markdown inside them. */
const wrappers = '(?:span|font|div|p|center)'
const attributes = String.raw`(?:\s+(?:align|dir|style|color|size|face)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s*`
const blockTag = new RegExp(`[ \\t]*</?(?:div|p|center)${attributes}>`, 'gi')
const wrapperTag = new RegExp(`</?(?:span|font)${attributes}>`, 'gi')
const startsWrapped = new RegExp(String.raw`^\s*</?${wrappers}[\s>]`, 'i')
/** Inline tags that have an effect. */
const meaning =
  /<\/?(?:sub|sup|kbd|mark|u|b|i|s|em|strong|small|ins|del|q|cite|var|samp|dfn|abbr|code)>|<br ?\/?>|<!--[^]*?-->/gi
const someTag = /<[a-z/!?]/i

/**
 * Returns the Markdown in HTML that only wraps it, such as `<div align="center">`. Returns
 * undefined if there is other HTML.
 */
export function unwrapMarkdown(html: string): string | undefined {
  if (!startsWrapped.test(html)) return undefined
  // Replacements are shorter than the tags, so no position in the result exceeds the HTML's length.
  const words = html.replace(blockTag, '\n\n').replace(wrapperTag, '')
  return someTag.test(words.replace(meaning, '')) ? undefined : words.replace(/^[ \t]{4,}/gm, '')
}
