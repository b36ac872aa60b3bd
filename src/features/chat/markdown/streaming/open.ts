import type { PhrasingContent, RootContent } from 'mdast'
import {
  isLooseList,
  toPlacedNodes,
  type MarkdownBlock,
  type CodeBlock,
  type Fold,
  type ListBlock,
  type Placed,
  type TableBlock,
} from '../parse/block.ts'
import { toBlocks } from '../parse/details.ts'
import type { Fence } from '../parse/fence.ts'
import type { DrawnTail } from './live-text.ts'
import { append, type Groups } from '../parse/groups.ts'

/** Parser state of a growing text; not needed for rendering. */
export type Reading = {
  open: Open
  tailStart: number
  linesEnd: number
  pieces: LongPieces | undefined
  drawn: DrawnTail | undefined
  rest: string
  folds: readonly Fold[]
}

/** The block that the tail starts with. Its settled parts are not in the tail. */
export type Open =
  | { kind: 'flow' }
  /** A paragraph: further lines that start like prose belong to it, so they need no parsing. */
  | { kind: 'prose' }
  /** HTML that a blank line ends. */
  | { kind: 'html' }
  | { kind: 'code'; block: CodeBlock; fence: Fence }
  | { kind: 'list'; block: ListBlock }
  /**
   * `header` is the source of the table's first two lines. Without these lines, a row cannot be
   * parsed as part of a table.
   */
  | { kind: 'table'; block: TableBlock; header: string }

export const emptyLine = /(?:^|\n)[ \t]*\n/

/** The finished pieces of a paragraph that is too long to be rendered for each delta. */
export type LongPieces = {
  offset: number
  /** Offset at which the next piece starts. */
  end: number
  pieces: Groups<Placed<PhrasingContent[]>>
}

/** Converts `nodes` to blocks; the first continues the open block. */
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
