import type { RootContent } from 'mdast'
import { nodesOf } from './html-nodes.ts'
import {
  isElement,
  isMarkdown,
  readHtmlTree,
  type HtmlChild,
  type MarkdownChild,
} from './html-tree.ts'
import { anyTag, readTag } from './tags.ts'

/** Whether Markdown may stand in cells of HTML: an empty line ends the HTML, and what follows is read as Markdown. */
export const mayHoldMarkdown = (text: string): boolean => /<table[\s>]/i.test(text)

/** In longer layouts, blocks stay below each other. */
const blocksMax = 1_000

/** The blocks of a text, with those that stand in the cells of a table of HTML in that table. */
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

/** For each block that leaves a table of HTML open, the one that closes it; in one pass, as any block may leave one open. */
function endsOfTables(nodes: readonly RootContent[]): (number | undefined)[] {
  const ends: (number | undefined)[] = []
  /** Blocks that left a table open, the deepest last, and how deep the tables lay before them. */
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

/** How many more tables a block opens than it closes. */
function tablesOpenedIn(node: RootContent): number {
  if (node.type !== 'html') return 0
  let opened = 0
  for (const found of node.value.matchAll(anyTag)) {
    const tag = readTag(found)
    if (tag?.name === 'table') opened += tag.isClosing ? -1 : 1
  }
  return opened
}

/** Only these of their children are drawn, or their text alone. */
const holdsNoBlocks = new Set('table thead tbody tfoot tr ul ol dl pre code'.split(' '))
const holdsBlocks = new Set('td th caption li dd'.split(' '))

/** Whether all Markdown in it stands where it is drawn. */
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
  return nodesOf(tree.children).map((node, at) => {
    if (!start || !node) return node
    // Blocks are known by their places, of which no two are the same.
    const place = { ...start, offset: (start.offset ?? 0) + at }
    return { ...node, position: { start: place, end: place } }
  })
}
