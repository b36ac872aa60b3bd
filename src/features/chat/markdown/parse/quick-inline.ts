import type { PhrasingContent } from 'mdast'

/** Characters that mean nothing by themselves within a paragraph. */
const plain = /[^`*_[\]!\\<&~$^|@\n]+/y
const code = /`([^`\n]+)`(?!`)/y
const link = /\[([^[\]`*_!\\<&~$^|@\n]+)\]\((https?:\/\/[^\s()<>\\&*`[\]|]+)\)/y
/** An address without brackets may begin here, and the parser knows where it ends. */
const addressStart = /www|http/i
const letter = /[\p{L}\p{N}]/u
const behindMark = /[.,;:!?)]/
/** What may follow a mark that stands behind a space, beside other things that models do not write. */
const beginsMarked = /[\p{L}\p{N}`—–“‘("']/u

/**
 * The text of a paragraph, where it holds nothing but words, `code`, plain links and marks that are not
 * within each other. Nothing where there is anything else: that is for the parser to say.
 *
 * @param source without spaces at its ends.
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
        if (before === ' ' || source.charAt(at + 1) === ' ') return undefined
        words += character
        at++
        break
      case '_':
        // Between letters it is one of them.
        if (!letter.test(before) || !letter.test(source.charAt(at + 1))) return undefined
        words += character
        at++
        break
      case '!':
        if (source.charAt(at + 1) === '[') return undefined
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

const linkTo = (url: string, label: string): PhrasingContent => ({
  type: 'link',
  title: null,
  url,
  children: [{ type: 'text', value: label }],
})

const isGap = (character: string) => character === '' || character === ' ' || character === '\n'

/** Whether a mark between these characters can open and cannot close. */
const opens = (before: string, after: string): boolean =>
  isGap(before) ? beginsMarked.test(after) : before === '(' && letter.test(after)

/** Whether a mark between these characters can close and cannot open. */
const closes = (before: string, after: string): boolean =>
  !isGap(before) && (isGap(after) || (letter.test(before) && behindMark.test(after)))
