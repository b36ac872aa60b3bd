import type { List, ListItem, PhrasingContent, RootContent, Table, TableRow } from 'mdast'
import { parseSafeHtml, type DrawnHtml, type Frame } from './html/read-html.ts'
import { withoutPositions, parser } from './parse.ts'

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

/**
 * Matches `<details>`, `</details>`, and `<summary>` with its content. The end of the summary may
 * not have arrived.
 */
const tag = /<(\/?)details(\s[^<>]*)?>|<summary(?:\s[^<>]*)?>([^]*?)(?:<\/summary\s*>|$)/gi
const startsWithTag = /^\s*<(?:\/?details|summary)[\s>]/i
const summaryNext = /^\s*<summary(?:\s[^<>]*)?>([^]*?)(?:<\/summary\s*>|$)/i

/** Maximum nesting. Deeper `<details>` tags are dropped. */
const depthMax = 8

/**
 * Converts a node into blocks, and modifies the node. Only HTML with `<details>` becomes several
 * blocks.
 * @param base offset of the parsed piece in the whole text.
 */
export function toBlocks(node: RootContent, base: number): MarkdownBlock[] {
  if (node.type !== 'html' || !startsWithTag.test(node.value)) return [toBlock(node, base)]
  const { value } = node
  const offset = base + getStartOffset(node)
  const blocks: MarkdownBlock[] = []
  let end = 0
  const addText = (to: number) => {
    const text = value.slice(end, to)
    if (text.trim() === '') return
    // Remove the indentation, because Markdown would treat indented HTML as code.
    const nodes: RootContent[] = /^\s*<[a-z/]/i.test(text)
      ? [{ type: 'html', value: text.trim() }]
      : parser.blocks(text)
    blocks.push(...nodes.map((part) => toBlock(part, offset + end)))
  }
  for (const found of value.matchAll(tag)) {
    const [whole, slash, attributes, summary] = found
    if (found.index < end) continue
    addText(found.index)
    const at = offset + found.index
    end = found.index + whole.length
    if (summary !== undefined) blocks.push(...toParagraphBlocks(summary, at))
    else if (slash === '/') blocks.push({ kind: 'fold-end', offset: at })
    else {
      const [next, name = ''] = summaryNext.exec(value.slice(end)) ?? []
      end += next?.length ?? 0
      blocks.push({
        kind: 'fold',
        offset: at,
        isOpen: /\bopen\b/i.test(attributes ?? ''),
        summary: parseSummary(name),
      })
    }
  }
  addText(value.length)
  return blocks
}

const parseSummary = (source: string) =>
  parser.inline(source.trim()).map((node) => withoutPositions(node))

const toParagraphBlocks = (source: string, offset: number): MarkdownBlock[] =>
  source.trim() === ''
    ? []
    : [{ kind: 'node', offset, node: { type: 'paragraph', children: parseSummary(source) } }]

export function nest(
  blocks: MarkdownBlock[],
  outer: readonly Fold[],
): { blocks: MarkdownBlock[]; folds: readonly Fold[] } {
  if (outer.length === 0 && !blocks.some((block) => block.kind === 'fold' || getDrawnHtml(block))) {
    return { blocks, folds: outer }
  }
  let folds = outer
  const nested = blocks.flatMap((block): MarkdownBlock[] => {
    if (block.kind === 'fold-end') {
      folds = before(folds, ({ frame }) => !frame)
      return []
    }
    const inside = folds.length === 0 && !block.folds ? block : { ...block, folds }
    if (block.kind === 'fold' && folds.length < depthMax) folds = [...folds, block]
    for (const name of getDrawnHtml(block)?.closes ?? []) {
      folds = before(folds, ({ frame }) => frame?.name === name)
    }
    for (const frame of getDrawnHtml(block)?.opens ?? []) {
      if (folds.length < depthMax) folds = [...folds, { offset: block.offset, isOpen: true, frame }]
    }
    return [inside]
  })
  return { blocks: nested, folds }
}

const getDrawnHtml = (block: MarkdownBlock) => (block.kind === 'node' ? block.html : undefined)

function before(folds: readonly Fold[], ends: (fold: Fold) => boolean): readonly Fold[] {
  const at = folds.findLastIndex(ends)
  return at < 0 ? folds : folds.slice(0, at)
}
