/** Tags of HTML that only say how their words look. They are drawn where they have no attributes. */
const names =
  'sub sup kbd mark u b i s em strong small ins del q cite var samp dfn abbr code'.split(' ')

/** Say where words stand or what colour they have, and nothing that the words need. */
const attributes = String.raw`(?:\s+(?:align|dir|style|color|size|face)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s*`
/** They say nothing without attributes, which are left out: their words are all that is drawn. */
const wrapperNames = ['span', 'font']
const wrappers = `(?:${wrapperNames.join('|')})`
/** The same around whole blocks. */
const blockWrapperNames = ['div', 'p', 'center']
const blockWrappers = `(?:${blockWrapperNames.join('|')})`

const plainTag = new RegExp(`^<(/?)(?:(${names.join('|')})|(${wrappers})${attributes})>`, 'i')
const marks = ['<br>', '<br/>', '<br />', '<!--', '</details>', '</summary>']
const whole = [...names.flatMap((name) => [`<${name}>`, `</${name}>`]), ...marks]
/** Begin what is folded away or wrapped, where nothing else stands before them. */
const blockNames = ['details', 'summary', ...blockWrapperNames]
/** A tag's name, or the beginning of one, with what has come of its attributes. */
const halfTag = /^<\/?([a-z]+)(\s[^<>\n]{0,200})?$/i
const lengthMax = 240

/** What `readPlainTag` finds. */
export type PlainTag = {
  name: string
  isClosing: boolean
  length: number
  /** Its words are all there is to draw. */
  isWrapper: boolean
}

/** The tag at `at`, if one is there. */
export function readPlainTag(source: string, at: number): PlainTag | undefined {
  const [tag, slash, plain, wrapper] = plainTag.exec(source.slice(at, at + lengthMax)) ?? []
  const name = plain ?? wrapper
  if (tag === undefined || name === undefined) return undefined
  return {
    name: name.toLowerCase(),
    isClosing: slash === '/',
    length: tag.length,
    isWrapper: wrapper !== undefined,
  }
}

/**
 * Whether the text ends, from `at` on, in a tag or `<br>` of which the end has yet to come, or in a comment on the
 * same line.
 */
export function isHalfTag(source: string, at: number): boolean {
  if (source.startsWith('<!--', at)) return !/-->|\n/.test(source.slice(at + 4))
  const start = source.slice(at, at + lengthMax).toLowerCase()
  // Behind a letter, one more is as likely compared with it.
  if (/^<[a-z]$/.test(start) && /[\p{L}\p{N}]/u.test(source.charAt(at - 1))) return false
  if (whole.some((tag) => tag !== start && tag.startsWith(start))) return true
  const [, name, begun] = halfTag.exec(start) ?? []
  if (name === undefined) return false
  const isOneOf = (known: readonly string[]) =>
    begun === undefined ? known.some((one) => one.startsWith(name)) : known.includes(name)
  return (
    isOneOf(wrapperNames) || (isOneOf(blockNames) && /(?:^|[\n>]) {0,3}$/.test(source.slice(0, at)))
  )
}

const blockTag = new RegExp(`[ \\t]*</?${blockWrappers}${attributes}>`, 'gi')
const wrapperTag = new RegExp(`</?${wrappers}${attributes}>`, 'gi')
const startsWrapped = new RegExp(String.raw`^\s*</?(?:${blockWrappers}|${wrappers})[\s>]`, 'i')
/** Means something among words. */
const meaning = new RegExp(`</?(?:${names.join('|')})>|<br ?/?>|<!--[^]*?-->`, 'gi')
const anyTag = /<[a-z/!?]/i

/**
 * The Markdown in HTML that only wraps words, as `<div align="center">` does. Nothing where there is other HTML: that
 * is source that somebody wants to read.
 */
export function wordsIn(html: string): string | undefined {
  if (!startsWrapped.test(html)) return undefined
  // What comes in a tag's place is shorter, so that no place in the words lies behind the HTML.
  const words = html.replace(blockTag, '\n\n').replace(wrapperTag, '')
  return anyTag.test(words.replace(meaning, '')) ? undefined : words.replace(/^[ \t]{4,}/gm, '')
}
