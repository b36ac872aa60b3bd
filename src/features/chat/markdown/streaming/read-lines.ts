import type { Code, List, RootContent, Table } from 'mdast'
import {
  append,
  getStartOffset,
  isLooseList,
  toPlacedNodes,
  type CodeBlock,
  type Groups,
  type MarkdownBlock,
  type TableBlock,
  nest,
  toBlocks,
} from '../parse/block.ts'
import type { Parser } from '../parse/parse.ts'
import type { Fence, Open, Reading } from './markdown-text.ts'

/**
 * The end of a growing text, addressed by offsets in the whole text. Reading the whole text for
 * each delta would slow down long answers.
 */
export class TextEnd {
  readonly start: number
  readonly rest: string

  constructor(start: number, rest: string) {
    this.start = start
    this.rest = rest
  }

  get length(): number {
    return this.start + this.rest.length
  }

  slice(from: number, to = this.length): string {
    return this.rest.slice(Math.max(from - this.start, 0), Math.max(to - this.start, 0))
  }

  charAt(place: number): string {
    return this.rest.charAt(place - this.start)
  }

  nextLine(place: number): number | undefined {
    const found = this.rest.indexOf('\n', place - this.start)
    return found === -1 ? undefined : this.start + found + 1
  }

  lineStart(place: number): number {
    return place <= this.start
      ? this.start
      : this.start + this.rest.lastIndexOf('\n', place - this.start - 1) + 1
  }

  linesEnd(): number {
    return this.start + this.rest.lastIndexOf('\n') + 1
  }

  wordsEnd(): number {
    return this.start + this.rest.trimEnd().length
  }
}

function openingFence(line: string): Fence | undefined {
  const [, indent, run] = /^( {0,3})(`{3,}|~{3,})/.exec(line) ?? []
  if (indent === undefined || run === undefined) return undefined
  return { marker: run.startsWith('`') ? '`' : '~', length: run.length, indent: indent.length }
}

export function isClosingFence(line: string, { marker, length }: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1]
  return run !== undefined && run.startsWith(marker) && run.length >= length
}

export const mayBecomeClosingFence = (line: string, { marker }: Fence): boolean =>
  marker === '`' ? /^ {0,3}`+[ \t]*$/.test(line) : /^ {0,3}~+[ \t]*$/.test(line)

export function withoutIndent(line: string, { indent }: Fence): string {
  let at = 0
  while (at < indent && line[at] === ' ') at++
  return line.slice(at)
}

export type Lines = { settled: Groups<MarkdownBlock>; reading: Reading }

/**
 * Parses complete lines.
 * @param endsLists whether the text after `end` starts a block that continues no list.
 */
export function readLines(
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

/** Returns whether each line can only continue a paragraph, such as words or lines of base64. */
const isProse = (lines: string): boolean =>
  lines.split('\n').every((line, at, { length }) => at === length - 1 || proseLine.test(line))

const proseLine = /^(?:[^\s#>\-+*\d=`~<|:[\\$]|\+\S|\d+(?:[^\d.)]|[.)]\S|$))/

type FlowStart = { open: Open; tailStart: number; linesEnd: number; endsLists: boolean }

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

/** Returns the index of the first node that lines after `source` could still change. */
function firstOpen(nodes: readonly RootContent[], source: string, endsLists: boolean): number {
  const last = nodes.at(-1)
  if (!last || endsWith(last, source) || (endsLists && last.type === 'list')) return nodes.length
  let at = nodes.length - 1
  // List markers without content are parsed differently at the end of a paragraph.
  const isBare = bareMarks.test(source.slice(getStartOffset(last)))
  if (isBare && nodes[at - 1]?.type === 'paragraph' && followsAt(nodes, at)) at--
  // After indented code, the parser treats list markers as text.
  if (isIndentedCode(nodes[at - 1], source) && followsAt(nodes, at)) at--
  // The lines after a definition may be its title.
  while (nodes[at - 1]?.type === 'definition' && followsAt(nodes, at)) at--
  return at
}

const bareMarks = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:[-*+]|\d{1,9}[.)])[ \t]*(?:\n|$)/

const isIndentedCode = (node: RootContent | undefined, source: string): boolean =>
  node?.type === 'code' && !/[`~]/.test(source.charAt(getStartOffset(node)))

const followsAt = (nodes: readonly RootContent[], at: number): boolean =>
  endLine(nodes[at - 1]) + 1 === startLine(nodes[at])

const endLine = (node: RootContent | undefined) => node?.position?.end.line ?? 0

const startLine = (node: RootContent | undefined) => node?.position?.start.line ?? 0

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

export const emptyLine = /(?:^|\n)[ \t]*\n/

/** Converts `nodes` to blocks. The first node continues the open block. */
export function joinOpen(open: Open, nodes: readonly RootContent[], base: number): MarkdownBlock[] {
  const [first, ...rest] = nodes
  if (!first) return []
  if (open.kind !== 'list' && open.kind !== 'table')
    return nodes.flatMap((node) => toBlocks(node, base))
  const others = rest.flatMap((node) => toBlocks(node, base))
  if (open.kind === 'list' && first.type === 'list') {
    const isLoose = open.block.isLoose || isLooseList(first)
    const items = append(open.block.items, toPlacedNodes(first.children, base))
    return [{ ...open.block, isLoose, items }, ...others]
  }
  if (open.kind === 'table' && first.type === 'table') {
    const rows = append(open.block.rows, toPlacedNodes(first.children.slice(1), base))
    return [{ ...open.block, rows }, ...others]
  }
  return [open.block, ...nodes.flatMap((node) => toBlocks(node, base))]
}
