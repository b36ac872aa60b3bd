import type { Nodes, PhrasingContent } from 'mdast'
import { append, getStartOffset, type MarkdownBlock, nest, toBlocks } from '../parse/block.ts'
import {
  TextEnd,
  isClosingFence,
  withoutIndent,
  joinOpen,
  readLines,
  type Lines,
} from './read-lines.ts'
import { appendPlainText, drawTail } from './tail.ts'
import { emptyMarkdown, type MarkdownText, type Reading } from './markdown-text.ts'
import { parser, type Parser } from '../parse/parse.ts'
import { joinTables, mayHoldMarkdown } from '../parse/html/read-html.ts'
import { resolveReferences } from '../parse/references.ts'
import { complete } from './complete.ts'

/**
 * Extends `previous` to `text`. If `text` does not start with the previous text, parses from the
 * beginning.
 * @param parse replaced in tests that count calls.
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
  const drawn = previous.reading.drawn && appendPlainText(previous.reading.drawn, end, added)
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
    liveText: tail.drawn?.liveText ?? '',
    footnotes: [],
    reading: { ...reading, ...tail },
  }
}

// Comparing two slices is faster than `startsWith`, which compares character by character.
const growsFrom = (previous: MarkdownText, text: string): boolean =>
  text.slice(0, previous.text.length) === previous.text

/**
 * Ends a growing text and resolves its footnotes and reference links. Finished blocks keep their
 * identity unless the end of the text changes them.
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
 * Matches texts that cannot be parsed block by block, because they contain definitions, footnotes
 * or unusual line breaks.
 */
const needsWholeParse = /\]:|\[\^\d+\]|\r|\0|^ +(?:```|~~~)[^]*\t/m

function parseWhole(known: MarkdownText, text: string, parse: Parser): MarkdownText {
  const { nodes, footnotes } = resolveReferences(parse.blocks(text))
  // Blocks of a text with carriage returns or null characters may have been parsed wrongly, so do
  // not reuse these blocks.
  const isKnown = !/[\r\0]/.test(text)
  const before = new Map(
    known.settled.flat().flatMap((block) => (isKnown ? [[block.offset, block]] : [])),
  )
  const blocks = joinTables(nodes).flatMap((node) => {
    const offset = getStartOffset(node)
    const source = text.slice(offset, node.position?.end.offset)
    // Reuse a block if the rest of the text cannot change this block. Blocks with brackets may
    // contain references. Tables made by `joinTables` have no source text to compare.
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
 * Number of UTF-16 units that are parsed together. With larger pieces, the fast parser handles more
 * of the text.
 */
const stepLength = 1_024

const searchedSteps = 4

/**
 * Matches a blank line before a line that continues no list. Such a line ends every list, table and
 * paragraph.
 */
const endOfBlocks = /\n\n(?=[^\s\-+*\d])/

function readInSteps(known: Lines, text: string, parse: Parser): Lines {
  let lines: Lines = { settled: known.settled, reading: known.reading }
  for (let end = 0; end < text.length;) {
    const { tailStart, linesEnd } = lines.reading
    // Parse at least twice as much as is unfinished, so that one long block takes linear time.
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

/**
 * Maximum length of cached text in UTF-16 units. A parsed tree takes about ten times the memory of
 * its text.
 */
const keptLengthMax = 300_000

const kept = new Map<string, MarkdownText>()

let keptLength = 0

/** Parses a complete text. Caches the result. */
export function finishedMarkdown(text: string): MarkdownText {
  const known = kept.get(text)
  if (!known) return rememberMarkdown(finish(emptyMarkdown, text))
  kept.delete(text)
  kept.set(text, known)
  return known
}

/**
 * Caches a parsed text, so that rendering the same text again needs no parsing. Returns its
 * argument.
 */
export function rememberMarkdown(markdown: MarkdownText): MarkdownText {
  if (!kept.has(markdown.text)) keptLength += markdown.text.length
  kept.set(markdown.text, markdown)
  for (const oldest of kept.keys()) {
    if (keptLength <= keptLengthMax || kept.size === 1) break
    kept.delete(oldest)
    keptLength -= oldest.length
  }
  return markdown
}

/**
 * Parses text that is still growing. Numeric marks count as references to footnotes, because the
 * definitions of footnotes arrive last.
 */
const liveParser: Parser = {
  blocks: (source) => withMarks(parser.blocks(source), source),
  inline: (source) => withMarks(parser.inline(source), source),
}

const mark = /\[\^(\d{1,3})\](?!:)/

function withMarks<T extends Nodes>(nodes: T[], source: string): T[] {
  if (mark.test(source)) for (const node of nodes) putMarks(node)
  return nodes
}

function putMarks(node: Nodes): void {
  if (!('children' in node)) return
  for (const child of node.children) putMarks(child)
  if (!node.children.some((child) => child.type === 'text' && mark.test(child.value))) return
  const children: Nodes[] = node.children
  children.splice(0, children.length, ...children.flatMap(splitMarks))
}

function splitMarks(node: Nodes): Nodes[] {
  if (node.type !== 'text') return [node]
  return node.value.split(mark).flatMap((part, at): PhrasingContent[] => {
    if (at % 2 === 1) return [{ type: 'footnoteReference', identifier: part, label: part }]
    return part === '' ? [] : [{ type: 'text', value: part }]
  })
}

const closed = new WeakMap<MarkdownText, MarkdownText>()

/**
 * Returns the text of an answer that was cut off, with its open Markdown markers closed. Without
 * closing markers, a stopped answer would show characters such as `**`.
 */
export function closeMarkdown(markdown: MarkdownText): MarkdownText {
  const known = closed.get(markdown)
  if (known) return known
  const text = closeText(markdown.text)
  const result = text === markdown.text ? markdown : finishedMarkdown(text)
  closed.set(markdown, result)
  return result
}

function closeText(text: string): string {
  const { open, tailStart } = advance(emptyMarkdown, text).reading
  // The Markdown reader accepts code blocks without an end.
  if (open.kind === 'code') return text
  const header = open.kind === 'table' ? open.header : ''
  const { text: tail } = complete(header + text.slice(tailStart))
  return text.slice(0, tailStart) + tail.slice(header.length)
}
