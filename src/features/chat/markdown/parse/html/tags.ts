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
export const attributeNames = new Set(
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
const attributes = new RegExp(attribute, 'g')

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
      [...(written ?? '').matchAll(attributes)].map(([, key = '', value = '']) => [
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
