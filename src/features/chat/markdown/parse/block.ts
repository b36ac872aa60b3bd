import type { List, ListItem, PhrasingContent, RootContent, Table, TableRow } from 'mdast'
import { append, type Groups } from './groups.ts'
import { readHtml, type DrawnHtml, type Frame } from './html/read-html.ts'
import { withoutPositions } from './parse.ts'

/** Something that stands at its own place in the text; the place is also its identity. */
export type Placed<T> = {
  /** UTF-16 units from the start of the text. */
  offset: number
  node: T
}

export type ListBlock = {
  kind: 'list'
  offset: number
  ordered: boolean
  start: number
  /** Blank lines between or in items: drawn with space between paragraphs. */
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
  /** Lines of code, without their ends. */
  lines: Groups<string>
  /** The fence has not been closed: more lines come. */
  isOpen: boolean
}

/** A paragraph too long to be parsed again for each word: finished pieces, and what follows. */
export type LongParagraph = {
  kind: 'long-paragraph'
  offset: number
  pieces: Groups<Placed<PhrasingContent[]>>
}

/** What is folded away in HTML's `<details>`, or stands in another element that blocks stand in. */
export type Fold = {
  offset: number
  /** From the beginning. */
  isOpen: boolean
  /** It folds nothing away, and may move it. */
  frame?: Frame
}

/** The line that stands for what is folded away. */
export type FoldBlock = Fold & { kind: 'fold'; summary: PhrasingContent[] }

/** Draws nothing: what follows lies in the fold no more. */
type FoldEnd = { kind: 'fold-end'; offset: number }

type PlainBlock = {
  kind: 'node'
  offset: number
  node: RootContent
  /** Drawn in place of harmless HTML. */
  html?: DrawnHtml
}

/** One top-level part of a Markdown text, as it is drawn. */
export type Block = (
  | ListBlock
  | TableBlock
  | CodeBlock
  | LongParagraph
  | PlainBlock
  | FoldBlock
  | FoldEnd
) & {
  /** Those that it lies in, the outermost first. */
  folds?: readonly Fold[]
}

/** `node.position`'s start, which a parser always sets. */
export const startOf = (node: { position?: RootContent['position'] }): number =>
  node.position?.start.offset ?? 0

/**
 * The block that draws `node`. Takes the node over: its positions are gone afterwards.
 *
 * @param base what to add to the node's own offsets to get places in the whole text.
 */
export function toBlock(node: RootContent, base: number): Block {
  const offset = base + startOf(node)
  if (node.type === 'list') {
    return {
      kind: 'list',
      offset,
      ordered: node.ordered === true,
      start: node.start ?? 1,
      isLoose: isLooseList(node),
      items: append([], placed(node.children, base)),
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
      rows: append([], placed(rows, base)),
    }
  }
  const html = node.type === 'html' ? readHtml(node.value) : undefined
  return { kind: 'node', offset, node: withoutPositions(node), ...(html && { html }) }
}

export const placed = <T extends ListItem | TableRow>(nodes: T[], base: number): Placed<T>[] =>
  nodes.map((node) => ({ offset: base + startOf(node), node: withoutPositions(node) }))

/** Whether CommonMark draws the list's items as paragraphs. */
export const isLooseList = (list: List): boolean =>
  list.spread === true || list.children.some((item) => item.spread ?? item.children.length > 1)
