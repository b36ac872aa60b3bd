import { append, type MarkdownBlock } from '../parse/block.ts'
import { nest } from '../parse/details.ts'
import { complete, completeInline, type Completed } from './complete.ts'
import { mayBecomeClosingFence, withoutIndent, type TextEnd } from './lines.ts'
import { addLiveText, type DrawnTail } from './live-text.ts'
import { withoutPositions, type Parser } from '../parse/parse.ts'
import { emptyLine, joinOpen } from './read-lines.ts'
import { scanInline } from './scan-inline.ts'
import type { LongPieces, Open, Reading } from './markdown-text.ts'

const longParagraphLength = 480
const pieceLength = 240

export type Tail = {
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
    const { blocks } = nest([drawCode(open, text.slice(tailStart))], reading.folds)
    return { blocks, pieces: undefined, drawn: undefined }
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
    const canGrow = previous.canGrow && state.keepsEnd
    const drawn = { ...previous, ...ends, canGrow, isOpen: isOpenAt(state) }
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
  return { blocks, liveText: '', canGrow, isOpen: isOpenAt(state) }
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
