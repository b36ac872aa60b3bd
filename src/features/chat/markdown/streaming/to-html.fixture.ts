import type { Nodes, RootContent } from 'mdast'
import { isLooseList, type MarkdownBlock } from '../parse/block.ts'
import type { MarkdownText } from './markdown-text.ts'

export const toHtml = (blocks: readonly MarkdownBlock[]): string =>
  blocks.map((block) => write(getBlockNode(block))).join('')

export function getBlockNode(block: MarkdownBlock): RootContent {
  switch (block.kind) {
    case 'list': {
      const children = block.items.flat().map((item) => item.node)
      const { ordered, start, isLoose: spread } = block
      return { type: 'list', ordered, start, spread, children }
    }
    case 'table': {
      const rows = block.rows.flat().map((row) => row.node)
      return { type: 'table', align: block.align ?? null, children: [block.head, ...rows] }
    }
    case 'code':
      return { type: 'code', lang: block.language, value: block.lines.flat().join('\n') }
    case 'long-paragraph':
      return { type: 'paragraph', children: block.pieces.flat().flatMap((piece) => piece.node) }
    case 'node':
      return block.node
    case 'fold':
      return { type: 'paragraph', children: block.summary }
    case 'fold-end':
      return { type: 'html', value: '' }
  }
}

/**
 * Returns the nodes of all blocks as rendered, including text that was appended without parsing.
 */
export const getShownNodes = ({ settled, tail, liveText }: MarkdownText): RootContent[] =>
  [...settled.flat(), ...tail].map((block) => {
    const node = withLiveText(getBlockNode(block), liveText)
    const isOpenCode = block.kind === 'code' && block.isOpen && node.type === 'code'
    return isOpenCode ? { ...node, value: node.value + liveText } : node
  })

function withLiveText<T extends Nodes>(node: T, value: string): T {
  if (node.type === 'liveText') return { type: 'text', value: node.value + value } as T
  if (!('children' in node)) return node
  const children = node.children.map((child: Nodes) => withLiveText(child, value))
  return { ...node, children: children.filter((c) => c.type !== 'text' || c.value !== '') }
}

function write(node: Nodes, isTight = false): string {
  switch (node.type) {
    case 'text':
      return escape(node.value)
    case 'paragraph':
      return isTight ? `${inside(node)}\n` : `<p>${inside(node)}</p>\n`
    case 'heading':
      return `<h${node.depth}>${inside(node)}</h${node.depth}>\n`
    case 'emphasis':
      return `<em>${inside(node)}</em>`
    case 'strong':
      return `<strong>${inside(node)}</strong>`
    case 'delete':
      return `<del>${inside(node)}</del>`
    case 'inlineCode':
      return `<code>${escape(node.value.replaceAll('\n', ' '))}</code>`
    case 'break':
      return '<br />\n'
    case 'thematicBreak':
      return '<hr />\n'
    case 'blockquote':
      return `<blockquote>\n${inside(node)}</blockquote>\n`
    case 'html':
      return node.value
    case 'link':
      return `<a href="${address(node.url)}"${formatTitle(node.title)}>${inside(node)}</a>`
    case 'image':
      return `<img src="${address(node.url)}" alt="${escape(node.alt ?? '')}"${formatTitle(node.title)} />`
    case 'code': {
      const language = node.lang ? ` class="language-${escape(node.lang)}"` : ''
      return `<pre><code${language}>${escape(node.value === '' ? '' : `${node.value}\n`)}</code></pre>\n`
    }
    case 'list': {
      const tag = node.ordered === true ? 'ol' : 'ul'
      const start = node.ordered === true && node.start !== 1 ? ` start="${node.start}"` : ''
      const isTightList = !isLooseList(node)
      const items = node.children.map(
        (item) => `<li>${item.children.map((child) => write(child, isTightList)).join('')}</li>\n`,
      )
      return `<${tag}${start}>\n${items.join('')}</${tag}>\n`
    }
    case 'table': {
      const [head, ...rows] = node.children.map((row) => row.children.map((cell) => inside(cell)))
      return `<table>${[formatRow(head ?? [], 'th'), ...rows.map((row) => formatRow(row, 'td'))].join('')}</table>\n`
    }
    case 'inlineMath':
    case 'math':
      return `<math>${escape(node.value)}</math>`
    case 'definition':
    case 'footnoteDefinition':
    case 'footnoteReference':
    case 'imageReference':
    case 'linkReference':
    case 'listItem':
    case 'root':
    case 'tableCell':
    case 'tableRow':
    case 'yaml':
    case 'liveText':
      return ''
    default:
      return writeExtension(node)
  }
}

const writeExtension = (node: Nodes): string =>
  `<${node.type}>${'children' in node ? inside(node) : ''}</${node.type}>`

const inside = (node: { children: readonly Nodes[] }): string =>
  node.children.map((child) => write(child)).join('')

const formatTitle = (title: string | null | undefined) =>
  title === null || title === undefined ? '' : ` title="${escape(title)}"`

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const address = (url: string) =>
  escape(
    encodeURI(url)
      .replaceAll(/%25([\da-f]{2})/gi, '%$1')
      .replaceAll('[', '%5B')
      .replaceAll(']', '%5D'),
  )

export const normalHtml = (html: string): string =>
  html
    .replaceAll(/(?<!<!--|<!---)>\s*\n\s*/g, '>')
    .replaceAll(/>\s+(?=<)/g, '>')
    .replaceAll(/\s*\n\s*(<\/?(?:ul|ol|li|p|blockquote|pre|h\d|hr|table)\b)/g, '$1')
    .trim()

const formatRow = (cells: readonly string[], tag: string) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
