import type { Code, List, RootContent, Table } from 'mdast'
import {
  isLooseList,
  getStartOffset,
  type MarkdownBlock,
  type CodeBlock,
  type TableBlock,
} from '../parse/block.ts'
import { nest, toBlocks } from '../parse/details.ts'
import { isClosingFence, openingFence, withoutIndent } from '../parse/fence.ts'
import { appendPlainText } from './live-text.ts'
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
 * Extends `previous` to `text`. A text that does not start with the previous one is parsed from the
 * beginning.
 *
 * @param parse replaced in tests to count parsing.
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

/** Appends `added` to `previous`. The cost does not depend on the length of the text. */
export function grow(
  previous: MarkdownText,
  added: string,
  parse: Parser = liveParser,
): MarkdownText {
  if (added === '') return previous
  const text = previous.text + added
  const rest = previous.reading.rest + added
  const end = new TextEnd(previous.reading.tailStart, rest)
  const drawn = previous.reading.drawn && appendPlainText(previous.reading.drawn, end)
  if (drawn) {
    const reading = { ...previous.reading, drawn, rest }
    return { ...previous, text, liveText: drawn.liveText, reading }
  }
  const { settled, reading } = readLines({ ...previous, end }, parse)
  const { blocks, ...tail } = drawTail(reading, {
    text: end,
    previous: previous.reading.drawn,
    parse,
  })
  return {
    text,
    settled,
    tail: blocks,
    liveText: '',
    footnotes: [],
    reading: { ...reading, ...tail },
  }
}

// Comparing two slices is faster than `startsWith`, which compares character by character.
const growsFrom = (previous: MarkdownText, text: string): boolean =>
  text.slice(0, previous.text.length) === previous.text

/**
 * Settles the whole text and resolves footnotes and reference links. Settled blocks keep their
 * identity unless the end of the text can change them.
 */
export function finish(previous: MarkdownText, text: string, parse: Parser = parser): MarkdownText {
  const known = growsFrom(previous, text) ? previous : emptyMarkdown
  if (needsWholeParse.test(text) || mayHoldMarkdown(text)) return parseWhole(known, text, parse)
  const { tailStart } = known.reading
  const textEnd = new TextEnd(tailStart, text.slice(tailStart))
  const { settled, reading } = readInSteps(known, text, parse)
  const { blocks } = nest(closeTail(reading, textEnd, parse), reading.folds)
  const end: Reading = { ...emptyMarkdown.reading, tailStart: text.length, linesEnd: text.length }
  return {
    text,
    settled: append(settled, blocks),
    tail: [],
    liveText: '',
    footnotes: [],
    reading: end,
  }
}

/**
 * Matches texts that cannot be parsed block by block: definitions used elsewhere, footnotes, and
 * line breaks or tabs that the code block reader leaves to the parser.
 */
const needsWholeParse = /\]:|\[\^\d+\]|\r|\0|^ +(?:```|~~~)[^]*\t/m

function parseWhole(known: MarkdownText, text: string, parse: Parser): MarkdownText {
  const { nodes, footnotes } = resolveReferences(parse.blocks(text))
  // Blocks of a text with line breaks other than `\n` may have been parsed wrongly.
  const isKnown = !/[\r\0]/.test(text)
  const before = new Map(
    known.settled.flat().flatMap((block) => (isKnown ? [[block.offset, block]] : [])),
  )
  const blocks = joinTables(nodes).flatMap((node) => {
    const offset = getStartOffset(node)
    const source = text.slice(offset, node.position?.end.offset)
    // Reuse the block parsed earlier if the whole text cannot change it: without a bracket it has
    // no references. Tables of `joinTables` have no source text to compare.
    const isSame = node.type !== 'html' && source !== '' && !/[[\t]/.test(source)
    return (isSame && before.get(offset)) || toBlocks(node, 0)
  })
  const end: Reading = { ...emptyMarkdown.reading, tailStart: text.length, linesEnd: text.length }
  return {
    text,
    settled: append([], nest(blocks, []).blocks),
    tail: [],
    liveText: '',
    footnotes,
    reading: end,
  }
}

/**
 * Number of UTF-16 units that are parsed together. Large pieces let the fast parser read most of a
 * text.
 */
const stepLength = 1_024
/** Multiple of the step within which a paragraph is searched. */
const searchedSteps = 4

/** A blank line before a line that continues no list: it ends every list, table and paragraph. */
const endOfBlocks = /\n\n(?=[^\s\-+*\d])/

function readInSteps(known: Lines, text: string, parse: Parser): Lines {
  let lines: Lines = { settled: known.settled, reading: known.reading }
  for (let end = 0; end < text.length;) {
    const { tailStart, linesEnd } = lines.reading
    // Parse at least twice as much as remains open, so that one long block takes linear time.
    const step = Math.max(stepLength, (linesEnd - tailStart) * 2)
    const from = linesEnd + step
    const ending = findEnd(text, from, from + step * searchedSteps)
    const found = ending ?? text.indexOf('\n\n', from)
    end = found === -1 ? text.length : found + 2
    const read = { ...lines, end: new TextEnd(tailStart, text.slice(tailStart, end)) }
    lines = readLines({ ...read, endsLists: ending !== undefined }, parse)
  }
  return lines
}

function findEnd(text: string, from: number, to: number): number | undefined {
  const at = text.slice(from, to).search(endOfBlocks)
  return at === -1 ? undefined : from + at
}

type Lines = { settled: Groups<MarkdownBlock>; reading: Reading }

/** @param endsLists whether the text behind `end` begins a block that continues no list. */
function readLines(
  { settled, reading, end: text, endsLists = false }: Lines & { end: TextEnd; endsLists?: boolean },
  parse: Parser,
): Lines {
  const linesEnd = text.linesEnd()
  if (linesEnd <= reading.linesEnd) return { settled, reading: { ...reading, rest: text.rest } }
  let { open, tailStart } = reading
  const blocks: MarkdownBlock[] = []
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
    const step = readFlow({ open, tailStart, linesEnd, endsLists }, text, parse)
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

/** Returns whether the lines can only continue a paragraph: no other block starts with a letter. */
const isProse = (lines: string): boolean =>
  lines
    .split('\n')
    .every((line, at, { length }) => at === length - 1 || /^[^\s#>\-+*\d=`~<|:[\\$]/.test(line))

type FlowStart = { open: Open; tailStart: number; linesEnd: number; endsLists: boolean }

/** Parses the complete lines of the tail and removes what has settled. */
function readFlow(
  { open, tailStart, linesEnd, endsLists }: FlowStart,
  text: TextEnd,
  parse: Parser,
): { blocks: MarkdownBlock[]; open: Open; tailStart: number } {
  const header = open.kind === 'table' ? open.header : ''
  const base = tailStart - header.length
  const source = header + text.slice(tailStart, linesEnd)
  const nodes = parse.blocks(source)
  const openAt = firstOpen(nodes, source, endsLists)
  const blocks = joinOpen(open, nodes.slice(0, openAt), base)
  const first = nodes[openAt]
  if (!first) return { blocks, open: noOpen, tailStart: linesEnd }
  const flow = { blocks, open: noOpen, tailStart: text.lineStart(base + getStartOffset(first)) }
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

/** Matches HTML blocks that do not end at a blank line. */
const endsOtherwise = /^\s*<(?:(?:pre|script|style|textarea)(?:[\s>]|$)|[!?])/i

const noOpen: Open = { kind: 'flow' }

/** The open block, and the position on its line from which it must be parsed again. */
type Opened = { open: Open; at: number }

function openCode(node: Code, text: TextEnd, base: number): Opened | undefined {
  const offset = base + getStartOffset(node)
  const codeStart = text.nextLine(offset) ?? text.length
  const fence = openingFence(text.slice(text.lineStart(offset), codeStart))
  if (!fence) return undefined
  const language = node.lang ?? ''
  const block: CodeBlock = { kind: 'code', offset, language, lines: [], isOpen: true }
  return { open: { kind: 'code', block, fence }, at: codeStart }
}

function openList(list: List, from: Open, base: number): Opened | undefined {
  const last = list.children.at(-1)
  if (!last) return undefined
  const isLoose = isLooseList(list)
  list.children.pop()
  const [block] = joinOpen(from, [list], base)
  if (block?.kind !== 'list') return undefined
  const open: Open = { kind: 'list', block: { ...block, isLoose: block.isLoose || isLoose } }
  return { open, at: base + getStartOffset(last) }
}

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
      header: from.kind === 'table' ? from.header : getTableHeader(text, block),
    },
    at: base + getStartOffset(last),
  }
}

function getTableHeader(text: TextEnd, { offset }: TableBlock): string {
  const start = text.lineStart(offset)
  const second = text.nextLine(start)
  return second === undefined ? '' : text.slice(start, text.nextLine(second))
}

/** Returns the index of the first of `nodes` that lines after `source` could still change. */
function firstOpen(nodes: readonly RootContent[], source: string, endsLists: boolean): number {
  const last = nodes.at(-1)
  if (!last || endsWith(last, source) || (endsLists && last.type === 'list')) return nodes.length
  let at = nodes.length - 1
  // List markers without content are parsed differently at the end of a paragraph.
  const isBare = bareMarks.test(source.slice(getStartOffset(last)))
  if (isBare && nodes[at - 1]?.type === 'paragraph' && followsAt(nodes, at)) at--
  // Directly after indented code, the parser treats list markers as text.
  if (isIndentedCode(nodes[at - 1], source) && followsAt(nodes, at)) at--
  // The lines after a definition may be its title.
  while (nodes[at - 1]?.type === 'definition' && followsAt(nodes, at)) at--
  return at
}

/** The first line of a list whose first item starts with a nested, empty list. */
const bareMarks = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:[-*+]|\d{1,9}[.)])[ \t]*(?:\n|$)/

const isIndentedCode = (node: RootContent | undefined, source: string): boolean =>
  node?.type === 'code' && !/[`~]/.test(source.charAt(getStartOffset(node)))

const followsAt = (nodes: readonly RootContent[], at: number): boolean =>
  endLine(nodes[at - 1]) + 1 === startLine(nodes[at])

const endLine = (node: RootContent | undefined) => node?.position?.end.line ?? 0
const startLine = (node: RootContent | undefined) => node?.position?.start.line ?? 0

/** Nodes of `endedByLine` end with their line; nodes of `endedByEmptyLine` end at a blank line. */
const endedByLine = new Set<string>(['heading', 'thematicBreak'])
const endedByEmptyLine = new Set<string>(['paragraph', 'blockquote', 'table', 'definition'])

function endsWith(node: RootContent, source: string): boolean {
  const { type } = node
  if (endedByLine.has(type)) return true
  if (node.type === 'math') {
    const closing = source.startsWith('$$', getStartOffset(node)) ? '$$' : '\\]'
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

function closeTail({ open, tailStart }: Reading, text: TextEnd, parse: Parser): MarkdownBlock[] {
  const source = text.slice(tailStart)
  if (open.kind === 'code') {
    const rest =
      isClosingFence(source, open.fence) || source === '' ? [] : [withoutIndent(source, open.fence)]
    return [{ ...open.block, lines: append(open.block.lines, rest), isOpen: false }]
  }
  const header = open.kind === 'table' ? open.header : ''
  return joinOpen(open, parse.blocks(header + source), tailStart - header.length)
}
