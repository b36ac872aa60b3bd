import type { Block } from './block.ts'
import { complete, completeInline, scanInline } from './complete.ts'
import { mayBecomeClosingFence, withoutIndent } from './fence.ts'
import { append } from './groups.ts'
import { joinOpen, type LongPieces, type Open, type Reading } from './open.ts'
import { withoutPositions, type Parser } from './parse.ts'

/** UTF-16 units of a paragraph from which on its beginning is not parsed again. */
const longParagraphLength = 480
const pieceLength = 240

type Tail = {
  blocks: Block[]
  pieces: LongPieces | undefined
  /** All of the text is drawn, so that words can be put at its end. */
  isWhole: boolean
}

/** How the tail looks now: open marks completed, in blocks with the places they will settle at. */
export function drawTail(reading: Reading, text: string, parse: Parser): Tail {
  const { open, tailStart } = reading
  if (open.kind === 'code') {
    const blocks = [drawCode(open, text.slice(tailStart))]
    return { blocks, pieces: undefined, isWhole: false }
  }
  if (reading.pieces && reading.pieces.offset === tailStart) {
    return drawPieces(reading.pieces, text, parse)
  }
  const header = open.kind === 'table' ? open.header : ''
  const written = header + text.slice(tailStart)
  const source = complete(written)
  const isWhole = source.startsWith(written.trimEnd())
  const nodes = parse.blocks(source)
  if (source.length > longParagraphLength && nodes.length === 1 && nodes[0]?.type === 'paragraph') {
    return drawPieces({ offset: tailStart, end: tailStart, pieces: [] }, text, parse)
  }
  return { blocks: joinOpen(open, nodes, tailStart - header.length), pieces: undefined, isWhole }
}

function drawCode({ block, fence }: Open & { kind: 'code' }, line: string): Block {
  if (line === '' || mayBecomeClosingFence(line, fence)) return block
  return { ...block, lines: append(block.lines, [withoutIndent(line, fence)]) }
}

function drawPieces({ offset, end, pieces }: LongPieces, text: string, parse: Parser): Tail {
  const placedPiece = (from: number, source: string) => {
    const nodes = parse.inline(source).map((node) => withoutPositions(node))
    // The parser takes off the space that keeps this piece apart from the one before.
    const isApart = from > offset && /\s/.test(text.charAt(from - 1))
    return {
      offset: from,
      node: isApart ? [{ type: 'text' as const, value: ' ' }, ...nodes] : nodes,
    }
  }
  let grown = pieces
  let from = end
  while (text.length - from > longParagraphLength) {
    const source = text.slice(from, from + longParagraphLength)
    const cut = scanInline(source).safe.findLast((place) => place <= pieceLength) ?? pieceLength
    grown = append(grown, [placedPiece(from, source.slice(0, cut))])
    from += cut
  }
  const written = text.slice(from)
  const source = completeInline(written)
  const last = placedPiece(from, source)
  const block: Block = { kind: 'long-paragraph', offset, pieces: append(grown, [last]) }
  return {
    blocks: [block],
    pieces: { offset, end: from, pieces: grown },
    isWhole: source.startsWith(written.trimEnd()),
  }
}
