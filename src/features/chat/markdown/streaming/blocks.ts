import type { Code, List, RootContent, Table } from 'mdast'
import {
  isLooseList,
  startOf,
  type Block,
  type CodeBlock,
  type TableBlock,
} from '../parse/block.ts'
import { nest, toBlocks } from '../parse/details.ts'
import { isClosingFence, openingFence, withoutIndent } from '../parse/fence.ts'
import { growWords, tailOf, type DrawnTail } from './grow-words.ts'
import { append, type Groups } from '../parse/groups.ts'
import { emptyLine, joinOpen, type Open, type Reading } from './open.ts'
import { liveParser } from './live-parser.ts'
import { emptyMarkdown, type MarkdownText } from './markdown-text.ts'
import { parser, type Parser } from '../parse/parse.ts'
import { joinTables, mayHoldMarkdown } from '../parse/html/join-tables.ts'
import { resolveReferences } from '../parse/references.ts'
import { drawTail } from './tail.ts'
import { TextEnd } from './text-end.ts'

/**
 * `previous`, grown to `text`. A text that does not begin with the previous one is read afresh.
 *
 * @param parse for tests, which count what is parsed.
 */
export function advance(
  previous: MarkdownText,
  text: string,
  parse: Parser = liveParser,
): MarkdownText {
  return growsFrom(previous, text)
    ? grow(previous, text.slice(previous.text.length), parse)
    : grow(emptyMarkdown, text, parse)
}

/** `previous` with `added` at its end. Costs the same however long the text is. */
export function grow(
  previous: MarkdownText,
  added: string,
  parse: Parser = liveParser,
): MarkdownText {
  if (added === '') return previous
  const text = previous.text + added
  const rest = previous.reading.rest + added
  const end = new TextEnd(previous.reading.tailStart, rest)
  const drawn = previous.reading.drawn && growWords(previous.reading.drawn, end)
  if (drawn) return withWords(previous, { text, drawn, rest })
  const { settled, reading } = readLines({ ...previous, end }, parse)
  const { blocks, ...tail } = drawTail(reading, {
    text: end,
    previous: previous.reading.drawn,
    parse,
  })
  return { text, settled, tail: blocks, footnotes: [], reading: { ...reading, ...tail } }
}

type Words = { text: string; drawn: DrawnTail; rest: string }

const withWords = (previous: MarkdownText, { text, drawn, rest }: Words): MarkdownText => ({
  text,
  settled: previous.settled,
  get tail() {
    return tailOf(drawn)
  },
  footnotes: previous.footnotes,
  reading: { ...previous.reading, drawn, rest },
})

// `startsWith` looks at one character after the other; this compares memory.
const growsFrom = (previous: MarkdownText, text: string): boolean =>
  text.slice(0, previous.text.length) === previous.text

/**
 * The whole text as settled blocks, footnotes and reference links resolved. What was settled before
 * stays the same object wherever nothing at the end of the text can have changed it.
 */
export function finish(previous: MarkdownText, text: string, parse: Parser = parser): MarkdownText {
  const known = growsFrom(previous, text) ? previous : emptyMarkdown
  if (needsWholeParse.test(text) || mayHoldMarkdown(text)) return parseWhole(known, text, parse)
  const { tailStart } = known.reading
  const textEnd = new TextEnd(tailStart, text.slice(tailStart))
  const { settled, reading } = readLines({ ...known, end: textEnd }, parse)
  const { blocks } = nest(closeTail(reading, textEnd, parse), reading.folds)
  const end: Reading = { ...emptyMarkdown.reading, tailStart: text.length, linesEnd: text.length }
  return {
    text,
    settled: append(settled, blocks),
    tail: [],
    footnotes: [],
    reading: end,
  }
}

/**
 * What blocks parsed one by one would get wrong: definitions used elsewhere, footnotes' marks, Markdown in cells of
 * HTML, and line ends or tabs
 * that the reading of code blocks here leaves to the parser.
 */
// oxlint-disable-next-line no-control-regex -- CommonMark has a rule for NUL.
const needsWholeParse = /\]:|\[\^\d+\]|\r|\0|^ +(?:```|~~~)[^]*\t/m

function parseWhole(known: MarkdownText, text: string, parse: Parser): MarkdownText {
  const { nodes, footnotes } = resolveReferences(parse.blocks(text))
  // Lines that end in other ways than `\n` have been read too simply until now.
  const isKnown = !/[\r\0]/.test(text)
  const before = new Map(
    known.settled.flat().flatMap((block) => (isKnown ? [[block.offset, block]] : [])),
  )
  const blocks = joinTables(nodes).flatMap((node) => {
    const offset = startOf(node)
    const source = text.slice(offset, node.position?.end.offset)
    // Without a bracket there is nothing to resolve, so what stands there already is right.
    // A table that has been joined has no source of its own.
    const isSame = node.type !== 'html' && source !== '' && !/[[\t]/.test(source)
    return (isSame && before.get(offset)) || toBlocks(node, 0)
  })
  const end: Reading = { ...emptyMarkdown.reading, tailStart: text.length, linesEnd: text.length }
  return { text, settled: append([], nest(blocks, []).blocks), tail: [], footnotes, reading: end }
}

type Lines = { settled: Groups<Block>; reading: Reading }

/** Settles what the whole lines at the text's end settle. */
function readLines(
  { settled, reading, end: text }: Lines & { end: TextEnd },
  parse: Parser,
): Lines {
  const linesEnd = text.linesEnd()
  if (linesEnd <= reading.linesEnd) return { settled, reading: { ...reading, rest: text.rest } }
  let { open, tailStart } = reading
  const blocks: Block[] = []
  while (tailStart < linesEnd) {
    if (open.kind === 'code') {
      const { block, end, isClosed } = readCode(open, text, [tailStart, linesEnd])
      tailStart = end
      if (isClosed) {
        blocks.push(block)
        open = { kind: 'flow' }
      } else open = { ...open, block }
      continue
    }
    const lines = text.slice(reading.linesEnd, linesEnd)
    if (open.kind === 'prose' && isProse(lines)) break
    if (open.kind === 'html' && !emptyLine.test(lines)) break
    const step = readFlow({ open, tailStart, linesEnd }, text, parse)
    blocks.push(...step.blocks)
    open = step.open
    tailStart = step.tailStart
    if (open.kind !== 'code') break
  }
  const nested = nest(blocks, reading.folds)
  return {
    settled: append(settled, nested.blocks),
    reading: {
      folds: nested.folds,
      open,
      tailStart,
      linesEnd,
      pieces: reading.pieces,
      drawn: undefined,
      rest: text.slice(tailStart),
    },
  }
}

/** Lines that can only go on with a paragraph: nothing that starts a block starts with a letter. */
const isProse = (lines: string): boolean =>
  lines
    .split('\n')
    .every((line, at, { length }) => at === length - 1 || /^[^\s#>\-+*\d=`~<|:[\\$]/.test(line))

/** Parses the tail's whole lines and takes off what has settled. */
function readFlow(
  { open, tailStart, linesEnd }: { open: Open; tailStart: number; linesEnd: number },
  text: TextEnd,
  parse: Parser,
): { blocks: Block[]; open: Open; tailStart: number } {
  const header = open.kind === 'table' ? open.header : ''
  const base = tailStart - header.length
  const source = header + text.slice(tailStart, linesEnd)
  const nodes = parse.blocks(source)
  const openAt = firstOpen(nodes, source)
  const blocks = joinOpen(open, nodes.slice(0, openAt), base)
  const first = nodes[openAt]
  if (!first) return { blocks, open: noOpen, tailStart: linesEnd }
  const flow = { blocks, open: noOpen, tailStart: text.lineStart(base + startOf(first)) }
  if (openAt < nodes.length - 1) return flow
  if (first.type === 'paragraph') return { ...flow, open: { kind: 'prose' } }
  if (first.type === 'html' && !endsOtherwise.test(first.value)) {
    return { ...flow, open: { kind: 'html' } }
  }
  const isOld = openAt === 0
  const from = isOld ? open : noOpen
  const opened =
    first.type === 'code'
      ? openCode(first, text, base)
      : first.type === 'list'
        ? openList(first, from, base)
        : first.type === 'table'
          ? openTable(first, from, { text, base })
          : undefined
  if (!opened) return flow
  const { at, ...rest } = opened
  return {
    blocks,
    open: rest.open,
    tailStart: opened.open.kind === 'code' ? at : text.lineStart(at),
  }
}

/** HTML that no empty line ends. */
const endsOtherwise = /^\s*<(?:(?:pre|script|style|textarea)(?:[\s>]|$)|[!?])/i

const noOpen: Open = { kind: 'flow' }

/** What is open now, and a place on the line from which on it has to be read again. */
type Opened = { open: Open; at: number }

function openCode(node: Code, text: TextEnd, base: number): Opened | undefined {
  const offset = base + startOf(node)
  const codeStart = text.nextLine(offset) ?? text.length
  const fence = openingFence(text.slice(text.lineStart(offset), codeStart))
  if (!fence) return undefined
  const language = node.lang ?? ''
  const block: CodeBlock = { kind: 'code', offset, language, lines: [], isOpen: true }
  return { open: { kind: 'code', block, fence }, at: codeStart }
}

/** Only the last item of a list can still change. */
function openList(list: List, from: Open, base: number): Opened | undefined {
  const last = list.children.at(-1)
  if (!last) return undefined
  const isLoose = isLooseList(list)
  list.children.pop()
  const [block] = joinOpen(from, [list], base)
  if (block?.kind !== 'list') return undefined
  const open: Open = { kind: 'list', block: { ...block, isLoose: block.isLoose || isLoose } }
  return { open, at: base + startOf(last) }
}

/** Only the last row of a table can still change. */
function openTable(
  table: Table,
  from: Open,
  { text, base }: { text: TextEnd; base: number },
): Opened | undefined {
  if (table.children.length < 2) return undefined
  const last = table.children.pop()
  const [block] = joinOpen(from, [table], base)
  if (block?.kind !== 'table' || !last) return undefined
  return {
    open: {
      kind: 'table',
      block,
      header: from.kind === 'table' ? from.header : headerOf(text, block),
    },
    at: base + startOf(last),
  }
}

/** A table's first two lines. */
function headerOf(text: TextEnd, { offset }: TableBlock): string {
  const start = text.lineStart(offset)
  const second = text.nextLine(start)
  return second === undefined ? '' : text.slice(start, text.nextLine(second))
}

/** Index of the first of `nodes` that lines after `source` could still change. */
function firstOpen(nodes: readonly RootContent[], source: string): number {
  const last = nodes.at(-1)
  if (!last || endsWith(last, source)) return nodes.length
  let at = nodes.length - 1
  // The parser reads marks with nothing behind them in another way where they end a paragraph.
  const isBare = bareMarks.test(source.slice(startOf(last)))
  if (isBare && nodes[at - 1]?.type === 'paragraph' && followsAt(nodes, at)) at--
  // The lines after a definition may turn out to be its title.
  while (nodes[at - 1]?.type === 'definition' && followsAt(nodes, at)) at--
  return at
}

/** The first line of a list whose first item begins with another list that has no words yet. */
const bareMarks = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:[-*+]|\d{1,9}[.)])[ \t]*(?:\n|$)/

const followsAt = (nodes: readonly RootContent[], at: number): boolean =>
  endLine(nodes[at - 1]) + 1 === startLine(nodes[at])

const endLine = (node: RootContent | undefined) => node?.position?.end.line ?? 0
const startLine = (node: RootContent | undefined) => node?.position?.start.line ?? 0

/** What ends with its own line, and what an empty line ends. */
const endedByLine = new Set<string>(['heading', 'thematicBreak'])
const endedByEmptyLine = new Set<string>(['paragraph', 'blockquote', 'table', 'definition'])

/** Whether `source` ends the node that stands last in it. */
function endsWith(node: RootContent, source: string): boolean {
  const { type } = node
  if (endedByLine.has(type)) return true
  if (node.type === 'math') {
    const closing = source.startsWith('$$', startOf(node)) ? '$$' : '\\]'
    return node.value !== '' && source.trimEnd().endsWith(closing)
  }
  const lastLine = source.slice(source.lastIndexOf('\n', source.length - 2) + 1)
  return endedByEmptyLine.has(type) && lastLine.trim() === ''
}

function readCode(
  open: Open & { kind: 'code' },
  text: TextEnd,
  [from, linesEnd]: readonly [number, number],
) {
  const lines: string[] = []
  let at = from
  let isClosed = false
  while (at < linesEnd && !isClosed) {
    const next = text.nextLine(at) ?? linesEnd
    const line = text.slice(at, next - 1)
    isClosed = isClosingFence(line, open.fence)
    if (!isClosed) lines.push(withoutIndent(line, open.fence))
    at = next
  }
  const block: CodeBlock = {
    ...open.block,
    lines: append(open.block.lines, lines),
    isOpen: !isClosed,
  }
  return { block, end: at, isClosed }
}

/** The tail as it stands when no more text comes. */
function closeTail({ open, tailStart }: Reading, text: TextEnd, parse: Parser): Block[] {
  const source = text.slice(tailStart)
  if (open.kind === 'code') {
    const rest =
      isClosingFence(source, open.fence) || source === '' ? [] : [withoutIndent(source, open.fence)]
    return [{ ...open.block, lines: append(open.block.lines, rest), isOpen: false }]
  }
  const header = open.kind === 'table' ? open.header : ''
  return joinOpen(open, parse.blocks(header + source), tailStart - header.length)
}
