import type { PhrasingContent, RootContent } from 'mdast'
import {
  isLooseList,
  placed,
  type Block,
  type CodeBlock,
  type Fold,
  type ListBlock,
  type Placed,
  type TableBlock,
} from '../parse/block.ts'
import { toBlocks } from '../parse/details.ts'
import type { Fence } from '../parse/fence.ts'
import type { DrawnTail } from './grow-words.ts'
import { append, type Groups } from '../parse/groups.ts'

/** How far the text has been read; of no use to those who draw it. */
export type Reading = {
  open: Open
  /** The tail's part that is parsed again begins here. */
  tailStart: number
  /** End of the last whole line that was looked at. */
  linesEnd: number
  /** Parts of a long paragraph in the tail that are not drawn again. */
  pieces: LongPieces | undefined
  /** The tail as it was drawn last, but for code. */
  drawn: DrawnTail | undefined
  /** The text from `tailStart` on. */
  rest: string
  /** Those of HTML that the tail lies in. */
  folds: readonly Fold[]
}

/** The block that the tail begins with. The parts of it that have settled are not in the tail. */
export type Open =
  | { kind: 'flow' }
  /** A paragraph: lines that begin like prose go on with it, so they need no parse. */
  | { kind: 'prose' }
  /** HTML that goes on until an empty line. */
  | { kind: 'html' }
  | { kind: 'code'; block: CodeBlock; fence: Fence }
  | { kind: 'list'; block: ListBlock }
  /** `header` is the source of the first two lines, without which a row is no row. */
  | { kind: 'table'; block: TableBlock; header: string }

export const emptyLine = /(?:^|\n)[ \t]*\n/

/** The finished pieces of a paragraph that is too long to be drawn again for each word. */
export type LongPieces = {
  /** Of the paragraph. */
  offset: number
  /** Where the next piece begins. */
  end: number
  pieces: Groups<Placed<PhrasingContent[]>>
}

/** Blocks of `nodes`, the first of which goes on with the block that was open. */
export function joinOpen(open: Open, nodes: readonly RootContent[], base: number): Block[] {
  const [first, ...rest] = nodes
  if (!first) return []
  if (open.kind !== 'list' && open.kind !== 'table')
    return nodes.flatMap((node) => toBlocks(node, base))
  const others = rest.flatMap((node) => toBlocks(node, base))
  if (open.kind === 'list' && first.type === 'list') {
    const isLoose = open.block.isLoose || isLooseList(first)
    const items = append(open.block.items, placed(first.children, base))
    return [{ ...open.block, isLoose, items }, ...others]
  }
  if (open.kind === 'table' && first.type === 'table') {
    const rows = append(open.block.rows, placed(first.children.slice(1), base))
    return [{ ...open.block, rows }, ...others]
  }
  return [open.block, ...nodes.flatMap((node) => toBlocks(node, base))]
}
