import type { RootContent } from 'mdast'
import { parser, withoutPositions } from '../parse.ts'
import { isElement, readHtmlTree, type HtmlTree } from './html-tree.ts'
import { alignOf, nodesOf, type Align } from './html-nodes.ts'
import { wordsIn } from './plain-tags.ts'

/** An element that blocks of Markdown may stand in. */
export type Frame = { name: string; align: Align | undefined }

export type DrawnHtml = {
  nodes: RootContent[]
  /** Names of frames that end here and began in HTML before. */
  closes: string[]
  /** Frames around what follows, the outermost first. */
  opens: Frame[]
}

const isFrame = (name: string) => name === 'div' || name === 'center'

/** What draws harmless HTML. Nothing where there is other HTML: that is source that somebody wants to read. */
export function readHtml(html: string): DrawnHtml | undefined {
  const tree = readHtmlTree(html)
  const words = wordsIn(html)
  if (words === undefined && (!tree || isSpokenOf(tree, html))) return undefined
  return {
    nodes: words === undefined ? nodesOf(tree?.children ?? []) : wrappedNodes(words, tree),
    closes: tree?.closes.filter(isFrame) ?? [],
    opens: (tree?.opens ?? [])
      .filter(({ name }) => isFrame(name))
      .map((element) => ({ name: element.name, align: alignOf(element) })),
  }
}

/** Begins a line that is more than words to Markdown. */
const blockMark = /^ {0,3}(?:[#>|*+-]|\d+[.)]|```|~~~)/m

function wrappedNodes(words: string, tree: HtmlTree | undefined): RootContent[] {
  const align = tree && firstAlign(tree.children)
  if (tree && align && !blockMark.test(words)) return nodesOf(tree.children)
  const nodes = parser.blocks(words).map((node) => withoutPositions(node))
  if (!align) return nodes
  for (const node of nodes) {
    if (node.type === 'paragraph' || node.type === 'heading') node.data = { align }
  }
  return nodes
}

function firstAlign(children: HtmlTree['children']): Align | undefined {
  for (const element of children.filter(isElement)) {
    const align = alignOf(element) ?? firstAlign(element.children)
    if (align) return align
  }
  return undefined
}

/** Whether it begins with a tag that never ends and that words follow: `<table> is a tag` speaks of one. */
const isSpokenOf = ({ opens }: HtmlTree, html: string): boolean =>
  opens.some(({ attributes, name }) => attributes.size === 0 && !isFrame(name)) &&
  /^\s*<[a-z\d]+>[ \t]+\p{L}/iu.test(html)
