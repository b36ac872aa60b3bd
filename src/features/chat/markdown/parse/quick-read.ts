import type {
  PhrasingContent,
  AlignType,
  List,
  ListItem,
  RootContent,
  TableCell,
  TableRow,
} from 'mdast'
import { isDollarFormula } from './math/inline-math.ts'

/** Matches characters without a meaning in Markdown inside a paragraph. */
const plain = /[^`*_[\]!\\<&~$^|@\n]+/y

export function isFastText(character: string): boolean {
  plain.lastIndex = 0
  return plain.test(character)
}

const code = /`([^`\n]+)`(?!`)/y
const link = /\[([^[\]`*_!\\<&~$^|@\n]+)\]\(((?:https?:\/\/|data:)[^\s()<>\\&*`[\]|]+)\)/y
/** Matches a picture embedded in the text, which may have millions of characters. */
const picture = /!\[([^[\]`*_!\\<&~$^|@\n]*)\]\((data:image\/[a-z.+-]+;base64,[a-z\d+/=]+)\)/iy
/** Matches text between two dollars, which may be a formula or a price. */
const formula = /\$(?!\p{Lu}\p{Lu})([^\s`$[\]](?:[^`$[\]\n]*[^\s`$[\]\\])?)\$(?![\p{Lu}\p{N}$])/uy
/** Matches the start of a bare URL. Only the complete parser handles URLs. */
const addressStart = /www\.|https?:\/\//i
const letter = /[\p{L}\p{N}]/u
/** Matches a character that every formula between two dollars contains. */
const wordLike = /[a-z\d]/i
const behindMark = /[.,;:!?)]/
/** Matches characters that the fast parser accepts after a space and an opening marker. */
const beginsMarked = /[\p{L}\p{N}`—–“‘("']/u

/**
 * Parses a piece from the middle of a paragraph, such as words or an embedded picture. Returns
 * undefined if the piece needs the complete parser.
 */
export const readQuickPiece = (source: string): PhrasingContent[] | undefined =>
  notPlain.test(source) || source.includes('\n\n')
    ? undefined
    : readQuickInline(source.replace(/^[ \n]+|[ \n]+$/g, ''))

/**
 * Parses a paragraph with only simple inline Markdown. Returns undefined if the text needs the
 * complete parser.
 * @param source without leading and trailing spaces.
 */
function readQuickInline(source: string): PhrasingContent[] | undefined {
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
      case '[':
      case '!': {
        if (character === '!' && source.charAt(at + 1) !== '[') {
          words += character
          at++
          break
        }
        const node = character === '[' ? toLink(take(link)) : toPicture(take(picture))
        if (!node) return undefined
        endWords()
        target().push(node)
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

/** Returns whether a line break or an underscore is ordinary text at this position. */
const isOrdinary = (character: string, before: string, after: string): boolean =>
  character === '\n' ? before !== ' ' && after !== ' ' : letter.test(before) && letter.test(after)

/** Returns whether the complete parser also takes the label of a link or picture as plain text. */
const isPlainLabel = (label: string) => label.trim() === label && !addressStart.test(label)

function toLink(found: RegExpExecArray | null): PhrasingContent | undefined {
  const [, label = '', url = ''] = found ?? []
  if (url === '' || !isPlainLabel(label)) return undefined
  return { type: 'link', title: null, url, children: [{ type: 'text', value: label }] }
}

function toPicture(found: RegExpExecArray | null): PhrasingContent | undefined {
  const [, alt = '', url = ''] = found ?? []
  return url === '' || !isPlainLabel(alt) ? undefined : { type: 'image', title: null, url, alt }
}

const isGap = (character: string) => character === '' || character === ' ' || character === '\n'

const opens = (before: string, after: string): boolean =>
  isGap(before) ? beginsMarked.test(after) : before === '(' && letter.test(after)

const closes = (before: string, after: string): boolean =>
  !isGap(before) && (isGap(after) || (letter.test(before) && behindMark.test(after)))

/** Position of a node. Rendering needs only the positions of blocks, list items and rows. */
type Position = NonNullable<RootContent['position']>

type Line = { text: string; /** UTF-16 units from the start. */ offset: number; number: number }

const notPlain = /[\t\r\0]/
const blank = /^ *$/
const depths = [1, 2, 3, 4, 5, 6] as const
const heading = /^(#{1,6}) +([^ #].*)$/
const item = /^( *)([-*+]|\d{1,9}[.)]) (\S.*)$/
const row = /^\|.*$/
const fence = /^```([\p{L}\p{N}+#-]*)$/u
const dollars = /^\$\$$/
const closingFence = /^ {0,3}`{3,} *$/
const quoted = /^> ?/
const delimiterCell = /^ *(:?)-+(:?) *$/
/** Matches the start of a line that can only be a paragraph. */
const proseStart =
  /^(?:[\p{L}("'“/]|\+\S|\d+(?:[^\d.)]|[.)]\S)|!\[|\$[^\s$]|\*{1,2}[\p{L}\p{N}`]|`(?!``)|\[[^\]]+\]\()/u

/**
 * Parses common Markdown about ten times as fast as the complete parser. Returns undefined if the
 * complete parser might return a different tree.
 */
export function readQuickly(source: string): RootContent[] | undefined {
  if (notPlain.test(source)) return undefined
  const lines = splitLines(source)
  const nodes: RootContent[] = []
  let listMark: string | undefined
  let at = 0
  while (at < lines.length) {
    const line = lines[at]
    if (!line) return undefined
    if (blank.test(line.text)) {
      at++
      continue
    }
    const block = blockAt(lines, at)
    const mark = item.exec(line.text)?.[2]?.slice(-1)
    const node = readBlock(line, block)
    // Two lists separated by a blank line may be one list. An indented line may belong to the list
    // above.
    const isApart = mark === undefined || (mark !== listMark && !line.text.startsWith(' '))
    if (!node || (listMark !== undefined && !isApart)) return undefined
    nodes.push(node)
    listMark = mark
    at += block.length
  }
  return nodes
}

/**
 * Returns the lines of the block at `at`. An empty list means that the block needs the complete
 * parser.
 */
function blockAt(lines: readonly Line[], at: number): readonly Line[] {
  const text = lines[at]?.text ?? ''
  if (text.startsWith('#')) return lines.slice(at, at + 1)
  const ends = fence.test(text) ? closingFence : dollars.test(text) ? dollars : blank
  const end = lines.findIndex((line, index) => index > at && ends.test(line.text))
  return lines.slice(at, end === -1 ? undefined : ends === blank ? end : end + 1)
}

function readBlock(line: Line, block: readonly Line[]): RootContent | undefined {
  if (line.text.startsWith('#')) return readHeading(line)
  if (item.test(line.text)) return readList(block)
  if (line.text.startsWith('|')) return readTable(block)
  if (line.text.startsWith('```')) return readCode(block)
  if (line.text.startsWith('>')) return readQuote(block)
  if (dollars.test(line.text)) return readFormula(block)
  return readParagraph(block)
}

function splitLines(source: string): Line[] {
  let offset = 0
  return source.split('\n').map((text, number) => {
    const line = { text, offset, number: number + 1 }
    offset += text.length + 1
    return line
  })
}

function readHeading(line: Line): RootContent | undefined {
  const [, marks = '', text = ''] = heading.exec(line.text) ?? []
  const words = text.replace(/ +$/, '')
  const children = words === '' || words.endsWith('#') ? undefined : readQuickInline(words)
  const depth = depths[marks.length - 1]
  if (!children || !depth) return undefined
  return { type: 'heading', depth, children, position: createPosition(line, line) }
}

function readParagraph(lines: readonly Line[]): RootContent | undefined {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last || !lines.every(({ text }) => proseStart.test(text))) return undefined
  const text = lines.map((line) => line.text).join('\n')
  const children = readQuickInline(text.replace(/ +$/, ''))
  return children && { type: 'paragraph', children, position: createPosition(first, last) }
}

function readQuote(lines: readonly Line[]): RootContent | undefined {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last || !lines.every(({ text }) => text.startsWith('>'))) return undefined
  const inner = lines.map((line) => ({ ...line, text: line.text.replace(quoted, '') }))
  const paragraph = readParagraph(inner)
  if (paragraph?.type !== 'paragraph') return undefined
  return { type: 'blockquote', children: [paragraph], position: createPosition(first, last) }
}

function readCode(lines: readonly Line[]): RootContent | undefined {
  const [first, ...rest] = lines
  const last = lines.at(-1)
  const language = fence.exec(first?.text ?? '')?.[1]
  if (!first || !last || language === undefined) return undefined
  const isClosed = rest.length > 0 && closingFence.test(last.text)
  const value = rest.map(({ text }) => text).join('\n')
  return {
    type: 'code',
    lang: language === '' ? null : language,
    meta: null,
    value: isClosed
      ? value.slice(0, -last.text.length).replace(/\n$/, '')
      : value.replace(/\n$/, ''),
    position: createPosition(first, last),
  }
}

function readFormula(lines: readonly Line[]): RootContent | undefined {
  const [first] = lines
  const last = lines.at(-1)
  const inner = lines.slice(1, -1)
  const isWhole = first && last && inner.length > 0 && dollars.test(last.text)
  if (!isWhole || inner.some(({ text }) => blank.test(text) || /[$`]/.test(text))) return undefined
  const value = inner.map(({ text }) => text).join('\n')
  return { type: 'math', value, position: createPosition(first, last) }
}

type OpenItem = { node: ListItem; content: number }

function readList(lines: readonly Line[]): RootContent | undefined {
  const lists: (List & { mark: string })[] = []
  const open: OpenItem[] = []
  for (const line of lines) {
    const [, spaces = '', marker = '', text = ''] = item.exec(line.text) ?? []
    if (!proseStart.test(text)) return undefined
    const indent = spaces.length
    while (indent < (open.at(-1)?.content ?? 0)) {
      open.pop()
      lists.length = open.length + 1
    }
    if (indent - (open.at(-1)?.content ?? 0) > 3) return undefined
    const children = readQuickInline(text.replace(/ +$/, ''))
    if (!children) return undefined
    const mark = marker.slice(-1)
    let list = lists[open.length]
    if (!list) {
      const isOrdered = marker.length > 1
      if (isOrdered && marker.slice(0, -1) !== '1' && line !== lines[0]) return undefined
      const start = isOrdered ? Number(marker.slice(0, -1)) : null
      list = { type: 'list', ordered: isOrdered, start, spread: false, children: [], mark }
      lists.push(list)
      open.at(-1)?.node.children.push(list)
    } else if (list.mark !== mark) return undefined
    const node: ListItem = {
      type: 'listItem',
      spread: false,
      checked: null,
      children: [{ type: 'paragraph', children }],
      position: createPosition(line, line, indent),
    }
    list.children.push(node)
    open.push({ node, content: indent + marker.length + 1 })
  }
  const [first] = lines
  const last = lines.at(-1)
  const [list] = lists
  if (!first || !last || !list) return undefined
  return withoutMarks(list, createPosition(first, last, first.text.search(/\S/)))
}

function withoutMarks(list: List & { mark?: string }, position?: Position): List {
  delete list.mark
  for (const { children } of list.children) {
    for (const child of children) if (child.type === 'list') withoutMarks(child)
  }
  return position ? { ...list, position } : list
}

function readTable(lines: readonly Line[]): RootContent | undefined {
  const [head, delimiters] = lines
  const last = lines.at(-1)
  if (!head || !delimiters || !last || !lines.every(({ text }) => row.test(text))) return undefined
  const align = splitCells(delimiters.text).map(parseDelimiterAlign)
  const rows: TableRow[] = []
  for (const line of lines) {
    if (line === delimiters) continue
    const cells = splitCells(line.text).map(readCell)
    if (cells.length > align.length || (line === head && cells.length !== align.length)) {
      return undefined
    }
    const children = cells.flatMap((cell) => cell ?? [])
    if (children.length !== cells.length) return undefined
    rows.push({ type: 'tableRow', children, position: createPosition(line, line) })
  }
  const known = align.flatMap((one) => (one === undefined ? [] : [one]))
  if (known.length !== align.length) return undefined
  return { type: 'table', align: known, children: rows, position: createPosition(head, last) }
}

const splitCells = (text: string): string[] =>
  text.replace(/ +$/, '').replace(/^\|/, '').replace(/\|$/, '').split('|')

function parseDelimiterAlign(text: string): AlignType | undefined {
  const found = delimiterCell.exec(text)
  if (!found) return undefined
  const [, left, right] = found
  if (left === ':') return right === ':' ? 'center' : 'left'
  return right === ':' ? 'right' : null
}

function readCell(text: string): TableCell | undefined {
  const children = readQuickInline(text.replace(/^ +| +$/g, ''))
  return children && { type: 'tableCell', children }
}

const createPosition = (first: Line, last: Line, indent = 0): Position => ({
  start: { line: first.number, column: indent + 1, offset: first.offset + indent },
  end: {
    line: last.number,
    column: last.text.length + 1,
    offset: last.offset + last.text.length,
  },
})
