import { append, type MarkdownBlock, nest } from '../parse/block.ts'
import {
  complete,
  completeInline,
  type Completed,
  scanInline,
  incompleteMarkerLine,
} from './complete.ts'
import {
  mayBecomeClosingFence,
  withoutIndent,
  type TextEnd,
  emptyLine,
  joinOpen,
} from './read-lines.ts'
import { withoutPositions, type Parser } from '../parse/parse.ts'
import { mayCite, mayRefer } from '../parse/references.ts'
import type { DrawnTail, LongPieces, Open, Reading } from './markdown-text.ts'
import type { Node, Nodes, PhrasingContent } from 'mdast'
import { hasRightToLeft } from '#lib/language/text-direction.ts'

const longParagraphLength = 480
const pieceLength = 240

type Tail = {
  blocks: readonly MarkdownBlock[]
  pieces: LongPieces | undefined
  drawn: DrawnTail | undefined
}

/**
 * Returns the blocks of the unfinished end (tail) with open markers closed.
 * @param previous the last result, which is reused if still valid.
 */
export function drawTail(
  reading: Reading,
  { text, previous, parse }: { text: TextEnd; previous: DrawnTail | undefined; parse: Parser },
): Tail {
  const { open, tailStart } = reading
  if (open.kind === 'code') {
    const line = text.slice(tailStart)
    const { blocks } = nest([drawCode(open, line)], reading.folds)
    const isShown = line.trim() !== '' && !mayBecomeClosingFence(line, open.fence)
    const ends = { start: tailStart, end: text.length, parsedEnd: text.length }
    return {
      blocks,
      pieces: undefined,
      drawn: isShown ? { ...codeLine, ...ends, blocks } : undefined,
    }
  }
  const { folds } = reading
  if (reading.pieces && reading.pieces.offset === tailStart) {
    return drawPieces(reading.pieces, { text, folds, parse })
  }
  if (previous?.start === tailStart && isHtml(previous.blocks)) {
    const drawnLength = previous.parsedEnd - tailStart
    if (isLittleMore(drawnLength, text.slice(tailStart))) {
      const drawn = { ...previous, canGrow: false }
      return { blocks: previous.blocks, pieces: undefined, drawn }
    }
  }
  const header = open.kind === 'table' ? open.header : ''
  const { text: source, ...state } = complete(header + text.slice(tailStart))
  const ends = { start: tailStart, end: text.wordsEnd(), parsedEnd: text.length }
  if (previous && previous.start === tailStart && previous.source === source) {
    const isOpen = isOpenAt(state)
    const canGrow = previous.canGrow && state.keepsEnd && isOpen === previous.isOpen
    const drawn = { ...previous, ...ends, canGrow, isOpen, isInPicture: state.isInPicture }
    return { blocks: previous.blocks, pieces: undefined, drawn }
  }
  const nodes = parse.blocks(source)
  if (source.length > longParagraphLength && nodes.length === 1 && nodes[0]?.type === 'paragraph') {
    const none = { offset: tailStart, end: tailStart, pieces: [] }
    return drawPieces(none, { text, folds, parse })
  }
  const { blocks } = nest(joinOpen(open, nodes, tailStart - header.length), folds)
  const drawn = { ...ends, ...toGrowing(blocks, state, text), source }
  return { blocks, pieces: undefined, drawn }
}

const isOpenAt = ({ hasOpenMarks, hasOpenBrackets }: EndState): boolean =>
  hasOpenMarks || hasOpenBrackets

type EndState = Omit<Completed, 'text'>

function toGrowing(blocks: readonly MarkdownBlock[], state: EndState, text: TextEnd) {
  const character = text.charAt(text.wordsEnd() - 1)
  const isInLine = state.keepsEnd && !text.rest.endsWith('\n')
  const canGrow = isInLine && addLiveText(blocks, { isMarked: state.hasOpenMarks, character })
  const { isInPicture } = state
  return { blocks, liveText: '', canGrow, isOpen: isOpenAt(state), isInPicture }
}

/** HTML longer than this (UTF-16 units) is not rendered on each delta. */
const longHtmlLength = 2_048

const isHtml = ([block, ...others]: readonly MarkdownBlock[]): boolean =>
  others.length === 0 && block?.kind === 'node' && block.node.type === 'html'

/**
 * Returns whether HTML has grown by less than 1/24 since its last rendering. Rendering a long table
 * on each delta would block the page.
 */
const isLittleMore = (drawnLength: number, html: string): boolean =>
  drawnLength >= longHtmlLength &&
  html.length < drawnLength * (1 + 1 / 24) &&
  !emptyLine.test(html.slice(drawnLength - 1))

/** State of a line of code in which all characters of the line are shown. */
const codeLine = {
  liveText: '',
  source: undefined,
  isCode: true,
  canGrow: true,
  isOpen: false,
  isInPicture: false,
}

function drawCode({ block, fence }: Open & { kind: 'code' }, line: string): MarkdownBlock {
  if (line === '' || mayBecomeClosingFence(line, fence)) return block
  return { ...block, lines: append(block.lines, [withoutIndent(line, fence)]) }
}

type PiecesOptions = { text: TextEnd; folds: Reading['folds']; parse: Parser }

function drawPieces(
  { offset, end, pieces }: LongPieces,
  { text, folds, parse }: PiecesOptions,
): Tail {
  const placedPiece = (from: number, source: string) => {
    const nodes = parse.inline(source).map((node) => withoutPositions(node))
    // The parser removes the space between this piece and the previous piece.
    const isApart = from > offset && /\s/.test(text.charAt(from - 1))
    return {
      offset: from,
      node: isApart ? [{ type: 'text' as const, value: ' ' }, ...nodes] : nodes,
    }
  }
  let grown = pieces
  let from = end
  let isHidden = false
  while (text.length - from > longParagraphLength) {
    const cut = findCut(text, from)
    if (cut === -1) {
      isHidden = true
      break
    }
    grown = append(grown, [placedPiece(from, text.slice(from, from + cut))])
    from += cut
  }
  const written = isHidden ? '' : text.slice(from)
  const { text: source, ...state } = completeInline(written)
  const last = placedPiece(from, source)
  const block: MarkdownBlock = { kind: 'long-paragraph', offset, pieces: append(grown, [last]) }
  const { blocks } = nest([block], folds)
  return {
    blocks,
    pieces: { offset, end: from, pieces: grown },
    drawn: {
      ...toGrowing(blocks, state, text),
      isInPicture: isHidden || state.isInPicture,
      source: undefined,
      start: offset,
      end: text.wordsEnd(),
      parsedEnd: text.length,
    },
  }
}

function findCut(text: TextEnd, from: number): number {
  const source = text.slice(from, from + longParagraphLength)
  const picture = source.search(/!\[[^\]\n]*\]\(data:/)
  if (picture > 0 && picture <= pieceLength) return picture
  if (picture === 0) {
    const close = text.slice(from).indexOf(')')
    return close === -1 ? -1 : close + 1
  }
  return scanInline(source).safe.findLast((place) => place <= pieceLength) ?? pieceLength
}

/**
 * The last text of a tree. Arriving words without Markdown syntax are shown after `value`, in the
 * same text node of the page: browsers lay out one growing text faster than two texts.
 */
interface LiveTextPlace extends Node {
  type: 'liveText'
  value: string
}

declare module 'mdast' {
  interface PhrasingContentMap {
    liveText: LiveTextPlace
  }
  interface RootContentMap {
    liveText: LiveTextPlace
  }
}

/** Matches words and punctuation without a meaning in Markdown. */
const plain = /^[\p{L}\p{M}\p{N} ,;:.?()'"’“”–—]*$/u
/** Matches a word that cannot become a URL or a marker when more text arrives. */
const plainWord = /^[\p{L}\p{M}\p{N},;()'"’“”–—]*$/u
const lastWord = /[^\s]*$/

/** Matches text that can only continue the data of an embedded picture. */
const pictureData = /^[a-z\d+/=]*$/i

/** Matches a marker whose content has not arrived yet. */
const loneMark = /(?<= )(?:\*{1,2}|`|\[)$/

/** Maximum number of UTF-16 units that are appended before the tail is parsed again. */
const unreadLengthMax = 160
/** Maximum length in UTF-16 units of a word that is appended without parsing. */
const wordLengthMax = 64

/**
 * Appends words to the tail without parsing, because most deltas contain only words. Returns
 * undefined if the new text needs parsing.
 * @param delta the end of `text` that has just arrived.
 */
export function appendPlainText(
  drawn: DrawnTail,
  text: TextEnd,
  delta: string,
): DrawnTail | undefined {
  // A picture can have millions of characters, so do not read the ones before `delta` again.
  if (drawn.isInPicture && pictureData.test(delta)) return drawn
  const { end, parsedEnd, canGrow, liveText } = drawn
  if (drawn.isCode === true) {
    return delta.includes('\n') || hasRightToLeft(delta)
      ? undefined
      : { ...drawn, liveText: liveText + delta, end: text.length }
  }
  if (!canGrow || text.length - parsedEnd > unreadLengthMax) return undefined
  const added = text.slice(end)
  const shown = plain.test(added) ? added : withoutUnseen(drawn, added)
  if (shown === undefined || !plain.test(shown)) return undefined
  const words = shown.trimEnd()
  if (words === '') return drawn
  const word = lastWord.exec(text.slice(end - wordLengthMax, end))?.[0] ?? ''
  const goesOn = !words.startsWith(' ')
  if (word.length === wordLengthMax || (goesOn && !plainWord.test(word))) return undefined
  if (/www\./i.test(word + words)) return undefined
  const source = drawn.isOpen ? undefined : drawn.source && drawn.source.trimEnd() + words
  return { ...drawn, liveText: liveText + words, source, end: end + words.length }
}

/**
 * Removes the end of `added` that is not visible yet, such as a line end. Otherwise the end would
 * be parsed twice.
 */
function withoutUnseen({ isOpen }: DrawnTail, added: string): string | undefined {
  // Text inside an open marker or bracket is already visible, so the text must be parsed.
  if (isOpen) return undefined
  const lineEnd = added.indexOf('\n')
  if (lineEnd === -1) return added.replace(loneMark, '')
  const [last = '', ...others] = added.slice(lineEnd).split('\n').toReversed()
  const isUnseen = isBlank(last) || incompleteMarkerLine.test(last)
  return isUnseen && others.every(isBlank) ? added.slice(0, lineEnd) : undefined
}

const isBlank = (line: string): boolean => line.trim() === ''

type End = {
  /** True if words belong inside the innermost marker, not after the marker. */
  isMarked: boolean
  character: string
}

/**
 * Adds a place for words after the last text of blocks that were just parsed.
 * @returns whether this was possible.
 */
function addLiveText(blocks: readonly MarkdownBlock[], end: End): boolean {
  const block = blocks.at(-1)
  switch (block?.kind) {
    case 'node':
      return addIn(block.node, end)
    case 'list':
      return addIn(block.items.at(-1)?.at(-1)?.node, end)
    case 'table':
      // Words after a cell border start a new cell, which needs parsing.
      return end.character !== '|' && addIn(block.rows.at(-1)?.at(-1)?.node, end)
    case 'long-paragraph':
      return addBehind(block.pieces.at(-1)?.at(-1)?.node ?? [], end)
    case 'code':
    case 'fold':
    case 'fold-end':
    case undefined:
      return false
  }
}

/** Types of nodes whose last text cannot continue with new words. */
const holdsNoWords = new Set<string>(['table', 'footnoteDefinition'])

function addIn(node: Nodes | undefined, end: End): boolean {
  if (!node || !('children' in node)) return false
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
    return addBehind(node.children, end)
  return !holdsNoWords.has(node.type) && addIn(node.children.at(-1), end)
}

function addBehind(nodes: PhrasingContent[], end: End): boolean {
  const last = nodes.at(-1)
  if (!last) return false
  if (last.type === 'text' ? last.value.endsWith(end.character) : !end.isMarked) {
    if (!mayFollow(last)) return false
    // Texts with references are rendered as elements.
    const isPlain = last.type === 'text' && !mayRefer(last.value) && !mayCite(last.value)
    if (isPlain) nodes.pop()
    nodes.push({ type: 'liveText', value: isPlain ? last.value : '' })
    return true
  }
  const isMarker = last.type === 'strong' || last.type === 'emphasis' || last.type === 'delete'
  return end.isMarked && isMarker && addBehind(last.children, end)
}

/** Inline elements after which text is rendered as plain text. */
const textMayFollow = new Set<string>(['strong', 'emphasis', 'delete', 'inlineCode', 'link'])
const letter = /\p{L}/u
const alert = /^\[!/

/** Returns whether words can follow a node without changing how the node is rendered. */
function mayFollow(node: PhrasingContent): boolean {
  if (node.type === 'text') return letter.test(node.value) && !alert.test(node.value)
  const inside = 'children' in node ? node.children.at(-1) : node
  return (
    textMayFollow.has(node.type) &&
    (inside?.type === 'text' || inside?.type === 'inlineCode') &&
    letter.test(inside.value)
  )
}
