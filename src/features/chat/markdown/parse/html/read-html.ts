import type { RootContent } from 'mdast'
import { parser, withoutPositions } from '../parse.ts'
import { isElement, readHtmlTree, type HtmlTree } from './html-tree.ts'
import { getTextAlign, toMarkdownNodes, type Align } from './html-nodes.ts'
import { unwrapMarkdown } from './plain-tags.ts'

/** An HTML element that can contain Markdown blocks. */
export type Frame = { name: string; align: Align | undefined }

export type DrawnHtml = {
  nodes: RootContent[]
  /** Names of frames that end here and began in earlier HTML. */
  closes: string[]
  /** Frames around the following blocks, outermost first. */
  opens: Frame[]
}

const isFrame = (name: string) => name === 'div' || name === 'center'

/**
 * Parses harmless HTML into Markdown nodes. Returns undefined if there is other HTML, because the
 * source is then probably meant to be read.
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
 * Returns whether the HTML starts with an unclosed tag followed by text, as in the sentence
 * `<table> is a tag`.
 */
const isMentionedTag = ({ opens }: HtmlTree, html: string): boolean =>
  opens.some(({ attributes, name }) => attributes.size === 0 && !isFrame(name)) &&
  /^\s*<[a-z\d]+>[ \t]+\p{L}/iu.test(html)
