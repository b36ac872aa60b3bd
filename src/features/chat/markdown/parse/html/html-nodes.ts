import type { ListItem, PhrasingContent, RootContent, TableCell, TableRow } from 'mdast'
import { parser } from '../parse.ts'
import { isElement, isMarkdown, type HtmlChild, type HtmlElement, blockTags } from './html-tree.ts'
import { ownValue } from '#lib/own-value.ts'

declare module 'mdast' {
  interface Data {
    align?: Align | undefined
    cell?: 'td' | 'th'
    /**
     * Number of columns that a cell spans, if more than one. 0 for a position that a neighbouring
     * cell covers.
     */
    columns?: number
    headRows?: number
  }
}

export type Align = 'center' | 'right'

export function toMarkdownNodes(children: readonly HtmlChild[], align?: Align): RootContent[] {
  const nodes: RootContent[] = []
  let words: PhrasingContent[] = []
  const endParagraph = () => {
    const inside = trimmed(words)
    words = []
    if (inside.length > 0) nodes.push({ type: 'paragraph', children: inside, data: { align } })
  }
  for (const child of children) {
    if (isMarkdown(child)) {
      endParagraph()
      nodes.push(child.markdown)
    } else if (typeof child === 'string' || !blockTags.has(child.name))
      words.push(...toInlineNodes(child))
    else {
      endParagraph()
      nodes.push(...toBlockNodes(child, align))
    }
  }
  endParagraph()
  return nodes
}

export function getTextAlign({ name, attributes }: HtmlElement): Align | undefined {
  const said =
    attributes.get('align') ?? /text-align\s*:\s*(\w+)/.exec(attributes.get('style') ?? '')?.[1]
  if (name === 'center') return 'center'
  return said === 'center' || said === 'right' ? said : undefined
}

const depths = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 } as const

function toBlockNodes(element: HtmlElement, outer: Align | undefined): RootContent[] {
  const { name, children } = element
  const align = getTextAlign(element) ?? outer
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [
        {
          type: 'heading',
          depth: depths[name],
          children: trimmed(children.flatMap(toInlineNodes)),
          data: { align },
        },
      ]
    case 'ul':
    case 'ol':
      return [toListNode(element)]
    case 'blockquote':
      return [{ type: 'blockquote', children: toMarkdownNodes(children, align) as never }]
    case 'pre':
      return [{ type: 'code', value: decoded(getTextContent(children)).replace(/^\n|\n$/g, '') }]
    case 'table':
      return toTableNodes(element)
    case 'hr':
      return [{ type: 'thematicBreak' }]
    case 'dt':
      return [
        {
          type: 'paragraph',
          children: [{ type: 'strong', children: trimmed(children.flatMap(toInlineNodes)) }],
        },
      ]
    default:
      return toMarkdownNodes(children, align)
  }
}

function toListNode({ name, attributes, children }: HtmlElement): RootContent {
  const items = children.filter(isElement).filter((child) => child.name === 'li')
  const start = Number(attributes.get('start') ?? 1)
  return {
    type: 'list',
    ordered: name === 'ol',
    start: Number.isSafeInteger(start) ? start : 1,
    spread: false,
    children: items.map((item): ListItem => ({
      type: 'listItem',
      spread: false,
      children: toMarkdownNodes(item.children) as ListItem['children'],
    })),
  }
}

const spanMax = 100
/** Maximum number of covered positions per table. Further spans are ignored. */
const coveredMax = 2_000

function toTableNodes(table: HtmlElement): RootContent[] {
  const rows: TableRow[] = []
  // For each column, the number of further rows that a cell from above covers.
  const covered: number[] = []
  let room = coveredMax
  for (const row of descendants(table, 'tr')) {
    const cells: TableCell[] = []
    const cover = (data?: TableCell['data']) => {
      cells.push({ type: 'tableCell', children: [], ...(data && { data }) })
      room--
    }
    const isCovered = () => room > 0 && (covered[cells.length] ?? 0) > 0
    const skip = () => {
      while (isCovered()) {
        covered[cells.length] = (covered[cells.length] ?? 0) - 1
        cover()
      }
    }
    for (const cell of row.children) {
      if (!isElement(cell) || (cell.name !== 'td' && cell.name !== 'th')) continue
      skip()
      const rowsMore = parseSpan(cell, 'rowspan') - 1
      const columns = room > 0 ? parseSpan(cell, 'colspan') : 1
      for (let column = 0; column < columns; column++) {
        if (rowsMore > 0) covered[cells.length + column] = rowsMore
      }
      const drawn = toCellNode(cell)
      const align = getTextAlign(cell) ?? getTextAlign(row)
      cells.push({ ...drawn, data: { cell: cell.name, align, ...(columns > 1 && { columns }) } })
      for (let column = 1; column < columns; column++) cover({ columns: 0 })
    }
    skip()
    rows.push({ type: 'tableRow', children: cells })
  }
  // If a table only wraps Markdown blocks, its cells are empty, so render its content in sequence.
  const isEmpty = rows.every((row) => row.children.every(({ children }) => children.length === 0))
  const headRows = descendants(table, 'thead').flatMap((head) => descendants(head, 'tr')).length
  const data = headRows > 1 ? { data: { headRows } } : {}
  return [
    ...descendants(table, 'caption').flatMap(({ children }) => toMarkdownNodes(children)),
    ...(!isEmpty ? [{ type: 'table' as const, children: rows, ...data }] : []),
  ]
}

const parseSpan = ({ attributes }: HtmlElement, name: string): number =>
  Math.min(spanMax, Math.max(1, Math.trunc(Number(attributes.get(name)) || 1)))

const descendants = (element: HtmlElement, name: string): HtmlElement[] =>
  element.children.flatMap((child) => {
    if (!isElement(child) || child.name === 'table') return []
    return child.name === name ? [child] : descendants(child, name)
  })

function toCellNode({ children }: HtmlElement): TableCell {
  if (children.some(holdsMarkdown)) {
    return { type: 'tableCell', children: toMarkdownNodes(children) as PhrasingContent[] }
  }
  const words: PhrasingContent[] = []
  for (const child of children) {
    const isBlock = isElement(child) && blockTags.has(child.name)
    if (isBlock && trimmed(words).length > 0) words.push({ type: 'break' })
    words.push(...toInlineNodes(child))
  }
  return { type: 'tableCell', children: trimmed(words) }
}

const holdsMarkdown = (child: HtmlChild): boolean =>
  isMarkdown(child) || (isElement(child) && child.children.some(holdsMarkdown))

const sameAs: Readonly<Record<string, 'strong' | 'emphasis' | 'delete'>> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  s: 'delete',
  del: 'delete',
}

const wrappers = new Set(['span', 'font', 'picture', 'source'])

function toInlineNodes(child: HtmlChild): PhrasingContent[] {
  if (typeof child === 'string') return textNodes(child)
  if (isMarkdown(child)) {
    const { markdown: node } = child
    if (node.type === 'paragraph' || node.type === 'heading') return node.children
    return [node as PhrasingContent]
  }
  const { name, attributes } = child
  const children = child.children.flatMap(toInlineNodes)
  const type = ownValue(sameAs, name)
  if (type) return [{ type, children }]
  if (name === 'br') return [{ type: 'break' }]
  if (name === 'img') return [toImageNode(attributes)]
  if (name === 'a') return [toLinkNode(attributes, children)]
  if (name === 'code')
    return [{ type: 'inlineCode', value: decoded(getTextContent(child.children)) }]
  if (wrappers.has(name) || blockTags.has(name)) return children
  const title = attributes.get('title')
  const opening = name === 'abbr' && title !== undefined ? `<abbr title="${title}">` : `<${name}>`
  return [{ type: 'html', value: opening }, ...children, { type: 'html', value: `</${name}>` }]
}

export const toImageNode = (attributes: HtmlElement['attributes']): PhrasingContent => ({
  type: 'image',
  url: decoded(attributes.get('src') ?? ''),
  alt: decoded(attributes.get('alt') ?? ''),
})

/** Converts `<a>` into a link node. Without a URL, returns its text. */
export const toLinkNode = (
  attributes: HtmlElement['attributes'],
  children: PhrasingContent[],
): PhrasingContent => ({
  type: 'link',
  url: decoded(attributes.get('href') ?? ''),
  title: decoded(attributes.get('title') ?? '') || null,
  children,
})

/** Matches text that may contain Markdown. */
const markdown = /[\\`*_~[\]&$]|https?:|www\./

function textNodes(text: string): PhrasingContent[] {
  const line = text.replace(/\s+/g, ' ')
  if (!markdown.test(line)) return [{ type: 'text', value: line }]
  const [, before = '', words = '', after = ''] = /^( ?)(.*?)( ?)$/.exec(line) ?? []
  return [
    ...(before === '' ? [] : [{ type: 'text' as const, value: before }]),
    // HTML pages often omit the semicolon of `&nbsp;`.
    ...inline(words.replace(/&nbsp(?!;)/g, '&nbsp;')),
    ...(after === '' ? [] : [{ type: 'text' as const, value: after }]),
  ]
}

const readMax = 2_000
/**
 * Cache of parsed cell texts. A growing table is parsed again on each delta, but most cells are
 * unchanged.
 */
const alreadyRead = new Map<string, PhrasingContent[]>()

function inline(source: string): PhrasingContent[] {
  const known = alreadyRead.get(source)
  if (known) return known
  if (alreadyRead.size === readMax) alreadyRead.clear()
  const nodes = parser.inline(source)
  alreadyRead.set(source, nodes)
  return nodes
}

function trimmed(words: readonly PhrasingContent[]): PhrasingContent[] {
  const kept: PhrasingContent[] = []
  for (const node of words) {
    const last = kept.at(-1)
    const isStart = !last || last.type === 'break'
    const value =
      node.type === 'text' ? node.value.replace(isStart ? /^ +/ : /^ +(?= )/, '') : undefined
    if (value === '') continue
    kept.push(value === undefined ? node : { type: 'text', value })
  }
  const last = kept.at(-1)
  if (last?.type === 'break') return trimmed(kept.slice(0, -1))
  if (last?.type !== 'text') return kept
  const value = last.value.replace(/ +$/, '')
  return value === '' ? trimmed(kept.slice(0, -1)) : [...kept.slice(0, -1), { type: 'text', value }]
}

const getTextContent = (children: readonly HtmlChild[]): string =>
  children
    .map((child) =>
      isElement(child) ? getTextContent(child.children) : typeof child === 'string' ? child : '',
    )
    .join('')

const decoded = (text: string): string =>
  text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/gi, (entity) => {
    const [node] = inline(entity)
    return node?.type === 'text' ? node.value : entity
  })
