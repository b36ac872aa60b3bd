import type { RootContent } from 'mdast'
import { getStartOffset, toBlock, type MarkdownBlock, type Fold } from './block.ts'
import { parser, withoutPositions } from './parse.ts'

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
