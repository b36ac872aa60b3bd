import type { RootContent } from 'mdast'
import { parser, withoutPositions } from '../parse.ts'
import {
  isElement,
  isMarkdown,
  readHtmlTree,
  type HtmlChild,
  type HtmlTree,
  type MarkdownChild,
  anyTag,
  readTag,
  unwrapMarkdown,
} from './html-tree.ts'
import { getTextAlign, toMarkdownNodes, type Align } from './html-nodes.ts'

export type Frame = { name: string; align: Align | undefined }

export type DrawnHtml = {
  nodes: RootContent[]
  /** Names of frames that end in this HTML and began in earlier HTML. */
  closes: string[]
  opens: Frame[]
}

const isFrame = (name: string) => name === 'div' || name === 'center'

/**
 * Parses harmless HTML into Markdown nodes. Returns undefined for other HTML, which is probably
 * meant to be read as text.
 */
export function parseSafeHtml(html: string): DrawnHtml | undefined {
  const tree = readHtmlTree(html)
  const words = unwrapMarkdown(html)
  if (words === undefined && (!tree || isMentionedTag(tree, html))) return undefined
  return {
    nodes: words === undefined ? toMarkdownNodes(tree?.children ?? []) : wrappedNodes(words, tree),
    closes: tree?.closes.filter(isFrame) ?? [],
    opens: (tree?.opens ?? [])
      .filter(({ name }) => isFrame(name))
      .map((element) => ({ name: element.name, align: getTextAlign(element) })),
  }
}

const blockMark = /^ {0,3}(?:[#>|*+-]|\d+[.)]|```|~~~)/m

function wrappedNodes(words: string, tree: HtmlTree | undefined): RootContent[] {
  const align = tree && firstAlign(tree.children)
  if (tree && align && !blockMark.test(words)) return toMarkdownNodes(tree.children)
  const nodes = parser.blocks(words).map((node) => withoutPositions(node))
  if (!align) return nodes
  for (const node of nodes) {
    if (node.type === 'paragraph' || node.type === 'heading') node.data = { align }
  }
  return nodes
}

function firstAlign(children: HtmlTree['children']): Align | undefined {
  for (const element of children.filter(isElement)) {
    const align = getTextAlign(element) ?? firstAlign(element.children)
    if (align) return align
  }
  return undefined
}

/**
 * Returns whether HTML starts with an unclosed tag and text, as in the sentence `<table> is a tag`.
 */
const isMentionedTag = ({ opens }: HtmlTree, html: string): boolean =>
  opens.some(({ attributes, name }) => attributes.size === 0 && !isFrame(name)) &&
  /^\s*<[a-z\d]+>[ \t]+\p{L}/iu.test(html)

/**
 * Returns whether cells of an HTML table may contain Markdown blocks. After a blank line, the
 * parser treats text in the table as Markdown.
 */
export const mayHoldMarkdown = (text: string): boolean => /<table[\s>]/i.test(text)

/**
 * Maximum number of blocks inside a table. The blocks of longer tables are rendered in sequence.
 */
const blocksMax = 1_000

/** Moves the Markdown blocks between the tags of an HTML table into the table. */
export function joinTables(nodes: readonly RootContent[]): RootContent[] {
  const ends = endsOfTables(nodes)
  const joined: RootContent[] = []
  for (let at = 0; at < nodes.length; at++) {
    const end = ends[at]
    const drawn = end === undefined ? undefined : tableNodes(nodes.slice(at, end + 1))
    const node = nodes[at]
    if (drawn && end !== undefined) {
      joined.push(...drawn)
      at = end
    } else if (node) joined.push(node)
  }
  return joined
}

/**
 * Finds, for each block that leaves an HTML table open, the block that closes the table. Uses a
 * single pass.
 */
function endsOfTables(nodes: readonly RootContent[]): (number | undefined)[] {
  const ends: (number | undefined)[] = []
  /** Indexes of the blocks that left a table open, each with the nesting depth before the block. */
  const open: { start: number; depth: number }[] = []
  let depth = 0
  nodes.forEach((node, at) => {
    const before = depth
    depth += tablesOpenedIn(node)
    if (depth > before) open.push({ start: at, depth: before })
    for (let last = open.at(-1); last && depth <= last.depth; last = open.at(-1)) {
      open.pop()
      if (depth === last.depth && at < last.start + blocksMax) ends[last.start] = at
    }
  })
  return ends
}

function tablesOpenedIn(node: RootContent): number {
  if (node.type !== 'html') return 0
  let opened = 0
  for (const found of node.value.matchAll(anyTag)) {
    const tag = readTag(found)
    if (tag?.name === 'table') opened += tag.isClosing ? -1 : 1
  }
  return opened
}

/** Elements that cannot directly contain a Markdown block. */
const holdsNoBlocks = new Set('table thead tbody tfoot tr ul ol dl pre code'.split(' '))
const holdsBlocks = new Set('td th caption li dd'.split(' '))

function isDrawn(child: HtmlChild, isAmongBlocks: boolean): boolean {
  if (isMarkdown(child)) return isAmongBlocks
  if (!isElement(child)) return true
  const { name, children } = child
  const isHere = holdsBlocks.has(name) || (isAmongBlocks && !holdsNoBlocks.has(name))
  return children.every((inner) => isDrawn(inner, isHere))
}

function tableNodes(nodes: readonly RootContent[]): RootContent[] | undefined {
  const pieces = nodes.map((node): string | MarkdownChild =>
    node.type === 'html' ? node.value : { markdown: node },
  )
  const tree = readHtmlTree(...pieces)
  if (!tree || tree.opens.length > 0 || !tree.children.every((child) => isDrawn(child, true))) {
    return undefined
  }
  const start = nodes[0]?.position?.start
  return toMarkdownNodes(tree.children).map((node, at) => {
    if (!start || !node) return node
    // Positions identify blocks, so each block needs a unique position.
    const place = { ...start, offset: (start.offset ?? 0) + at }
    return { ...node, position: { start: place, end: place } }
  })
}
