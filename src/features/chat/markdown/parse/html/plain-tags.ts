import { anyTag, attributeNames, blockTags, inlineTags, readTag, type Tag } from './tags.ts'

const lengthMax = 1_000
const tagHere = new RegExp(`^(?:${anyTag.source})`, 'i')

/** The tag of words at `at`, if one is there, and how long it is. */
export function readTagAt(source: string, at: number): (Tag & { length: number }) | undefined {
  const found = tagHere.exec(source.slice(at, at + lengthMax))
  const tag = found && readTag(found)
  return tag && inlineTags.has(tag.name) ? { ...tag, length: found[0].length } : undefined
}

/** A tag's name, or the beginning of one, with what has come of its attributes. */
const halfTag = /^<(\/?)([a-z][a-z\d]*)?(\s[^<>]{0,900})?$/i
const details = ['details', 'summary']

/**
 * Whether the text ends, from `at` on, in a tag of which the end has yet to come, or in a comment on the same line.
 */
export function isHalfTag(source: string, at: number): boolean {
  if (source.startsWith('<!--', at)) return !/-->|\n/.test(source.slice(at + 4))
  const start = source.slice(at, at + lengthMax).toLowerCase()
  if ('<!--'.startsWith(start)) return true
  // Behind a letter, one more is as likely compared with it.
  if (/^<[a-z]$/.test(start) && /[\p{L}\p{N}]/u.test(source.charAt(at - 1))) return false
  const [tag, slash, name, begun] = halfTag.exec(start) ?? []
  if (tag === undefined) return false
  const isOneOf = (known: Iterable<string>) =>
    [...known].some((one) => (begun === undefined ? one.startsWith(name ?? '') : one === name))
  const isBlockStart = /(?:^|[\n>])[ \t]*$/.test(source.slice(0, at))
  // In the middle of a line these are spoken of.
  const isKnown =
    isOneOf(inlineTags) || ((isBlockStart || slash === '/') && isOneOf([...blockTags, ...details]))
  return isKnown && (begun === undefined || mayBeAttributes(begun, slash === '/'))
}

/** What else begins with `<a `, as a comparison does, is not left out until it ends. */
function mayBeAttributes(begun: string, isClosing: boolean): boolean {
  const [, name = '', behind = ''] = /^\s*([a-z]*)([^]*)$/i.exec(begun) ?? []
  if (isClosing) return name === ''
  return behind === ''
    ? [...attributeNames, 'open'].some((one) => one.startsWith(name))
    : attributeNames.has(name) || name === 'open'
}

/** Around words and blocks, they say nothing that Markdown within would not stand. */
const wrappers = '(?:span|font|div|p|center)'
const attributes = String.raw`(?:\s+(?:align|dir|style|color|size|face)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s*`
const blockTag = new RegExp(`[ \\t]*</?(?:div|p|center)${attributes}>`, 'gi')
const wrapperTag = new RegExp(`</?(?:span|font)${attributes}>`, 'gi')
const startsWrapped = new RegExp(String.raw`^\s*</?${wrappers}[\s>]`, 'i')
/** Means something among words. */
const meaning =
  /<\/?(?:sub|sup|kbd|mark|u|b|i|s|em|strong|small|ins|del|q|cite|var|samp|dfn|abbr|code)>|<br ?\/?>|<!--[^]*?-->/gi
const someTag = /<[a-z/!?]/i

/**
 * The Markdown in HTML that only wraps words, as `<div align="center">` does. Nothing where there is other HTML.
 */
export function wordsIn(html: string): string | undefined {
  if (!startsWrapped.test(html)) return undefined
  // What comes in a tag's place is shorter, so that no place in the words lies behind the HTML.
  const words = html.replace(blockTag, '\n\n').replace(wrapperTag, '')
  return someTag.test(words.replace(meaning, '')) ? undefined : words.replace(/^[ \t]{4,}/gm, '')
}
