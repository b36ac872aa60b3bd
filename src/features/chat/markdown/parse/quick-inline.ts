import type { PhrasingContent } from 'mdast'
import { isDollarFormula } from './math/dollar-text.ts'

/** Matches characters without a meaning in Markdown inside a paragraph. */
const plain = /[^`*_[\]!\\<&~$^|@\n]+/y

export function isFastText(character: string): boolean {
  plain.lastIndex = 0
  return plain.test(character)
}

const code = /`([^`\n]+)`(?!`)/y
const link = /\[([^[\]`*_!\\<&~$^|@\n]+)\]\((https?:\/\/[^\s()<>\\&*`[\]|]+)\)/y
/** Matches text between two dollars, which may be a formula or a price. */
const formula = /\$(?!\p{Lu}\p{Lu})([^\s`$[\]](?:[^`$[\]\n]*[^\s`$[\]\\])?)\$(?![\p{Lu}\p{N}$])/uy
/** Matches the possible start of a bare URL. Only the complete parser handles URLs. */
const addressStart = /www|http/i
const letter = /[\p{L}\p{N}]/u
/** Matches a character that every formula between two dollars contains. */
const wordLike = /[a-z\d]/i
const behindMark = /[.,;:!?)]/
/** Matches characters that the fast parser accepts after a space and an opening marker. */
const beginsMarked = /[\p{L}\p{N}`—–“‘("']/u

/**
 * Parses a paragraph with only simple inline Markdown. Returns undefined if the text needs the
 * complete parser.
 * @param source without leading and trailing spaces.
 */
export function readQuickInline(source: string): PhrasingContent[] | undefined {
  const nodes: PhrasingContent[] = []
  let mark: { length: number; children: PhrasingContent[] } | undefined
  let words = ''
  let at = 0
  const target = () => mark?.children ?? nodes
  const endWords = () => {
    if (words !== '') target().push({ type: 'text', value: words })
    words = ''
  }
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at = pattern.lastIndex
    return found
  }

  while (at < source.length) {
    const character = source.charAt(at)
    const before = source.charAt(at - 1)
    switch (character) {
      case '`': {
        const value = before === '`' ? undefined : take(code)?.[1]
        if (value === undefined || value.startsWith(' ') || value.endsWith(' ')) return undefined
        endWords()
        target().push({ type: 'inlineCode', value })
        break
      }
      case '$': {
        const value = letter.test(before) || before === '$' ? undefined : take(formula)?.[1]
        if (value === undefined || !wordLike.test(value) || !isDollarFormula(value, '', ''))
          return undefined
        endWords()
        target().push({ type: 'inlineMath', value, isDisplay: false })
        break
      }
      case '[': {
        const [, label = '', url = ''] = take(link) ?? []
        if (url === '' || label.trim() !== label || addressStart.test(label)) return undefined
        endWords()
        target().push(linkTo(url, label))
        break
      }
      case '*': {
        const length = source.charAt(at + 1) === '*' ? 2 : 1
        const after = source.charAt(at + length)
        if (after === '*') return undefined
        if (mark) {
          if (mark.length !== length || !closes(before, after)) return undefined
          endWords()
          const { children } = mark
          mark = undefined
          nodes.push({ type: length === 2 ? 'strong' : 'emphasis', children })
        } else {
          if (!opens(before, after)) return undefined
          endWords()
          mark = { length, children: [] }
        }
        at += length
        break
      }
      case '\n':
      case '_':
      case '!':
        if (!isOrdinary(character, before, source.charAt(at + 1))) return undefined
        words += character
        at++
        break
      default: {
        const [run] = take(plain) ?? []
        if (run === undefined || addressStart.test(run)) return undefined
        words += run
      }
    }
  }
  endWords()
  return mark ? undefined : nodes
}

/**
 * Returns whether a line break, an underscore or an exclamation mark is ordinary text at this
 * position.
 */
function isOrdinary(character: string, before: string, after: string): boolean {
  if (character === '\n') return before !== ' ' && after !== ' '
  if (character === '_') return letter.test(before) && letter.test(after)
  return after !== '['
}

const linkTo = (url: string, label: string): PhrasingContent => ({
  type: 'link',
  title: null,
  url,
  children: [{ type: 'text', value: label }],
})

const isGap = (character: string) => character === '' || character === ' ' || character === '\n'

const opens = (before: string, after: string): boolean =>
  isGap(before) ? beginsMarked.test(after) : before === '(' && letter.test(after)

const closes = (before: string, after: string): boolean =>
  !isGap(before) && (isGap(after) || (letter.test(before) && behindMark.test(after)))
