import type { List, ListItem, PhrasingContent, RootContent, Table, TableRow } from 'mdast'
import { parseSafeHtml, type DrawnHtml, type Frame } from './html/read-html.ts'
import { withoutPositions } from './parse.ts'

/** A node with its position in the text. The position identifies the node. */
export type Placed<T> = {
  /** Position of the node, in UTF-16 units from the start of the text. */
  offset: number
  node: T
}

export type ListBlock = {
  kind: 'list'
  offset: number
  ordered: boolean
  start: number
  /** True if blank lines separate the items, which then have the spacing of paragraphs. */
  isLoose: boolean
  items: Groups<Placed<ListItem>>
}

export type TableBlock = {
  kind: 'table'
  offset: number
  align: Table['align']
  head: TableRow
  rows: Groups<Placed<TableRow>>
}

export type CodeBlock = {
  kind: 'code'
  offset: number
  language: string
  lines: Groups<string>
  isOpen: boolean
}

/** A paragraph that is too long to be parsed on each delta: its finished pieces and the rest. */
export type LongParagraph = {
  kind: 'long-paragraph'
  offset: number
  pieces: Groups<Placed<PhrasingContent[]>>
}

/** A range of blocks inside `<details>` or inside another HTML element that contains blocks. */
export type Fold = {
  offset: number
  isOpen: boolean
  /** Set for an element other than `<details>`, which only aligns its content. */
  frame?: Frame
}

export type FoldBlock = Fold & { kind: 'fold'; summary: PhrasingContent[] }

/** A block that renders nothing and marks the end of a `<details>` or HTML element. */
type FoldEnd = { kind: 'fold-end'; offset: number }

type PlainBlock = {
  kind: 'node'
  offset: number
  node: RootContent
  html?: DrawnHtml
}

export type MarkdownBlock = (
  | ListBlock
  | TableBlock
  | CodeBlock
  | LongParagraph
  | PlainBlock
  | FoldBlock
  | FoldEnd
) & {
  folds?: readonly Fold[]
}

export const getStartOffset = (node: { position?: RootContent['position'] }): number =>
  node.position?.start.offset ?? 0

/**
 * Converts a Markdown node into a block. Modifies the node.
 * @param base offset of the parsed piece in the whole text.
 */
export function toBlock(node: RootContent, base: number): MarkdownBlock {
  const offset = base + getStartOffset(node)
  if (node.type === 'list') {
    return {
      kind: 'list',
      offset,
      ordered: node.ordered === true,
      start: node.start ?? 1,
      isLoose: isLooseList(node),
      items: append([], toPlacedNodes(node.children, base)),
    }
  }
  if (node.type === 'code') {
    const lines = node.value === '' ? [] : append([], node.value.split('\n'))
    return { kind: 'code', offset, language: node.lang ?? '', lines, isOpen: false }
  }
  if (node.type === 'table' && node.children[0]) {
    const [head, ...rows] = node.children
    return {
      kind: 'table',
      offset,
      align: node.align,
      head: withoutPositions(head),
      rows: append([], toPlacedNodes(rows, base)),
    }
  }
  const html = node.type === 'html' ? parseSafeHtml(node.value) : undefined
  return { kind: 'node', offset, node: withoutPositions(node), ...(html && { html }) }
}

export const toPlacedNodes = <T extends ListItem | TableRow>(
  nodes: T[],
  base: number,
): Placed<T>[] =>
  nodes.map((node) => ({ offset: base + getStartOffset(node), node: withoutPositions(node) }))

/** Returns whether the items of a list are rendered as paragraphs, as CommonMark defines. */
export const isLooseList = (list: List): boolean =>
  list.spread === true || list.children.some((item) => item.spread ?? item.children.length > 1)

/**
 * A growing list in slices of `groupSize` items. Only the last slice changes its identity, so
 * memoized slices are not rendered again.
 */
export type Groups<T> = readonly (readonly T[])[]

export const groupSize = 32

export function append<T>(groups: Groups<T>, items: readonly T[]): Groups<T> {
  if (items.length === 0) return groups
  const last = groups.at(-1)
  const hasRoom = last !== undefined && last.length < groupSize
  const grown = hasRoom ? groups.slice(0, -1) : groups.slice()
  const rest = hasRoom ? [...last, ...items] : items
  for (let at = 0; at < rest.length; at += groupSize) grown.push(rest.slice(at, at + groupSize))
  return grown
}
