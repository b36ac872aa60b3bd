import type {
  AlignType,
  Image,
  Link,
  ListItem,
  Nodes,
  PhrasingContent,
  TableRow,
  Text,
  Blockquote,
} from 'mdast'
import { Fragment, createElement, type ReactNode, memo, use } from 'react'
import { readModelLink } from '#lib/links/model-link.ts'
import { t } from '#languages/app.ts'
import {
  CitedText,
  FootnoteMark,
  ReferringText,
  ModelTextLink,
  safeUrl,
  Picture,
  pictureName,
} from './links.tsx'
import type { TextDirection } from '#lib/language/text-direction.ts'
import { getBlockDirection, getCellDirection } from './direction.ts'
import { FencedView } from './fenced/fenced-view.tsx'
import { LiveTextView, LiveTextContext } from './growing-markdown.tsx'
import { mayCite, mayRefer } from '../parse/references.ts'
import { append, isLooseList } from '../parse/block.ts'
import { toImageNode, toLinkNode } from '../parse/html/html-nodes.ts'
import { inlineTags, pairTags, readOnlyTag, voidTags, type Tag } from '../parse/html/html-tree.ts'
import { parseSafeHtml } from '../parse/html/read-html.ts'
import { MathView } from '../extras/math-view.tsx'
import { useLatest } from '#ui/actions/use-latest.ts'
import { CopyButton } from '../copy/copy-button.tsx'

const depthMax = 20

/**
 * Renders Markdown trees as React elements. Shows unsafe HTML as text, and loads no remote content.
 */
export function renderNodes(nodes: readonly Nodes[], depth = 0): ReactNode[] {
  if (!nodes.some(({ type }) => type === 'html'))
    return nodes.map((node, at) => renderNode(node, at))
  const tags = nodes.map((node) => (node.type === 'html' ? readOnlyTag(node.value) : undefined))
  const ends = pairTags(tags)
  const drawn: ReactNode[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (!node) break
    const tag = tags[at]
    const end = ends.get(at)
    if (!tag || end === undefined || depth === depthMax || !isOfWords(tag)) {
      drawn.push(renderNode(withoutDoubleBreak(node, nodes[at - 1]), at))
      continue
    }
    const inside = nodes.slice(at + 1, end) as PhrasingContent[]
    drawn.push(renderTag(tag, { children: inside, key: at, depth: depth + 1 }))
    at = end
  }
  return drawn
}

/**
 * Returns whether a tag contains text or renders content. Other tags are shown as text, because the
 * sentence is probably about the tag.
 */
const isOfWords = ({ name, attributes }: Tag): boolean =>
  name === 'img' ? attributes.has('src') : inlineTags.has(name) || drawnTags.has(name)

/** Inline tags that are rendered. Other inline tags are replaced by their text. */
const drawnTags = new Set(
  'abbr b cite code del dfn em i ins kbd li mark ol q s samp small strong sub sup u ul var'.split(
    ' ',
  ),
)

type TagContent = { children: PhrasingContent[]; key: number; depth: number }

function renderTag({ name, attributes }: Tag, { children, key, depth }: TagContent): ReactNode {
  if (name === 'img') return renderNode(toImageNode(attributes), key)
  if (name === 'a') return renderNode(toLinkNode(attributes, children.map(withPicture)), key)
  return createElement(
    drawnTags.has(name) ? name : Fragment,
    { key, ...(name === 'abbr' && { title: attributes.get('title') }) },
    ...(voidTags.has(name) ? [] : [renderNodes(children, depth)]),
  )
}

function withPicture(node: PhrasingContent): PhrasingContent {
  const tag = node.type === 'html' ? readOnlyTag(node.value) : undefined
  return tag?.name === 'img' && isOfWords(tag) ? toImageNode(tag.attributes) : node
}

/** Removes a line break after a `<br>`. Otherwise the line would break twice. */
const withoutDoubleBreak = (node: Nodes, before: Nodes | undefined): Nodes =>
  (node.type === 'text' || node.type === 'liveText') &&
  before?.type === 'html' &&
  isBreak(before.value)
    ? { ...node, value: node.value.replace(/^\n/, '') }
    : node

const isBreak = (html: string): boolean => /^<br ?\/?>$/i.test(html)

export function renderNode(node: Nodes, key?: number): ReactNode {
  switch (node.type) {
    case 'text':
      if (mayRefer(node.value)) return <ReferringText key={key} text={node.value} />
      return mayCite(node.value) ? <CitedText key={key} text={node.value} /> : node.value
    case 'paragraph':
      return (
        <p key={key} dir="auto" data-align={node.data?.align}>
          {renderNodes(node.children)}
        </p>
      )
    case 'heading':
      // Start with h3, because the page itself uses h1 and h2.
      return createElement(
        `h${Math.min(node.depth + 2, 6)}`,
        { key, dir: 'auto', 'data-depth': node.depth, 'data-align': node.data?.align },
        renderNodes(node.children),
      )
    case 'strong':
      return <strong key={key}>{renderNodes(node.children)}</strong>
    case 'emphasis':
      return <em key={key}>{renderNodes(node.children)}</em>
    case 'delete':
      return <del key={key}>{renderNodes(node.children)}</del>
    case 'inlineCode':
      return <code key={key}>{node.value}</code>
    case 'inlineMath':
      return <MathView key={key} tex={node.value} isDisplay={node.isDisplay} />
    case 'math':
      return <MathView key={key} tex={node.value} isDisplay />
    case 'break':
      return <br key={key} />
    case 'thematicBreak':
      return <hr key={key} />
    case 'blockquote':
      return <Quote key={key} node={node} />
    case 'html':
      return renderHtml(node.value, key)
    case 'link':
      return renderLink(node, key)
    case 'image':
      return <Picture key={key} url={node.url} alt={node.alt ?? ''} />
    case 'code':
      return (
        <FencedView
          key={key}
          language={node.lang ?? ''}
          lines={append([], node.value.split('\n'))}
          isOpen={false}
        />
      )
    case 'list':
      return createElement(
        node.ordered === true ? 'ol' : 'ul',
        {
          key,
          dir: getBlockDirection(node),
          start: node.ordered === true && node.start !== 1 ? (node.start ?? undefined) : undefined,
          'data-loose': isLooseList(node) || undefined,
        },
        renderNodes(node.children),
      )
    case 'listItem':
      return renderItem(node, { key })
    case 'table': {
      const { headRows = 1 } = node.data ?? {}
      const getRows = (rows: readonly TableRow[], cell: 'th' | 'td') =>
        rows.map((row, at) => <RowView key={at} row={row} align={node.align} cell={cell} />)
      return (
        <TableBox key={key} rows={() => node.children} dir={getBlockDirection(node)}>
          <thead>{getRows(node.children.slice(0, headRows), 'th')}</thead>
          <tbody>{getRows(node.children.slice(headRows), 'td')}</tbody>
        </TableBox>
      )
    }
    case 'liveText':
      return <LiveTextView key={key} before={node.value} />
    case 'footnoteReference':
      return <FootnoteMark key={key} number={node.label ?? ''} />
    case 'footnoteDefinition':
      return (
        <div key={key} data-note="">
          {renderNodes(node.children)}
        </div>
      )
    case 'definition':
    case 'imageReference':
    case 'linkReference':
    case 'root':
    case 'tableCell':
    case 'tableRow':
    case 'yaml':
      return null
  }
}

export const renderItem = (
  { checked, children }: ListItem,
  { key, role }: { key?: number | undefined; role?: 'listitem' },
): ReactNode => (
  <li key={key} role={role} data-task={checked === null || checked === undefined ? undefined : ''}>
    {typeof checked === 'boolean' && (
      <input type="checkbox" checked={checked} readOnly disabled aria-label={t('Task')} />
    )}
    {renderNodes(children)}
  </li>
)

type RowProps = {
  row: TableRow
  align: readonly AlignType[] | null | undefined
  cell: 'th' | 'td'
}

export const RowView = memo(
  function RowView({ row, align, cell: tag }: RowProps) {
    return (
      <tr>
        {row.children.map(
          ({ children, data, ...cell }, at) =>
            data?.columns !== 0 &&
            createElement(
              data?.cell ?? tag,
              {
                key: at,
                colSpan: data?.columns,
                dir: getCellDirection({ ...cell, children }),
                'data-align': data?.align ?? align?.[at] ?? undefined,
              },
              renderNodes(children),
            ),
        )}
      </tr>
    )
  },
  // Compare only the row, because each parse creates a new array for the alignment.
  (before, after) => before.row === after.row,
)

function renderLink({ url, title, children }: Link, key: number | undefined): ReactNode {
  const link = readModelLink(url)
  if (link) {
    return (
      <ModelTextLink key={key} link={link}>
        {renderNodes(children)}
      </ModelTextLink>
    )
  }
  const target = safeUrl(url)
  if (!target) return <span key={key}>{renderNodes(children)}</span>
  return (
    <a
      key={key}
      href={target.href}
      title={title ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
    >
      {renderNodes(children.map((child) => (child.type === 'image' ? toNameText(child) : child)))}
    </a>
  )
}

/** Replaces a picture inside a link by its name, so that the user can follow the link. */
const toNameText = ({ alt }: Image): Text => ({ type: 'text', value: pictureName(alt) })

function renderHtml(html: string, key: number | undefined): ReactNode {
  if (isBreak(html)) return <br key={key} />
  // Show a single tag as text, because the sentence may be about the tag.
  const nodes = readOnlyTag(html) ? [] : (parseSafeHtml(html)?.nodes ?? [])
  if (nodes.length > 0) return <Fragment key={key}>{renderNodes(nodes)}</Fragment>
  const text = html.replace(/<!--[^]*?-->/g, '')
  // `<details>` is not supported inside lists and quotes, so show its content.
  const unfolded = text.replace(/<\/?(?:details|summary)(?:\s[^<>]*)?>/gi, '')
  if (unfolded.trim() === '') return null
  if (unfolded !== text) return <strong key={key}>{unfolded.trim()}</strong>
  if (text !== html && !text.includes('<')) {
    return (
      <p key={key} dir="auto">
        {text.trim()}
      </p>
    )
  }
  return (
    <span key={key} data-raw="">
      {text}
    </span>
  )
}

const mark = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/

const alertTitles = new Map([
  ['NOTE', t('Note // kind of alert')],
  ['TIP', t('Tip')],
  ['IMPORTANT', t('Important')],
  ['WARNING', t('Warning')],
  ['CAUTION', t('Caution')],
])

/** Renders a quote, or a GitHub alert such as `> [!NOTE]`. */
function Quote({ node }: { node: Blockquote }) {
  const [kind, children] = parseAlert(node)
  return (
    <blockquote dir={getBlockDirection(node)} data-alert={kind?.toLowerCase()}>
      {kind !== undefined && <p data-alert-title="">{alertTitles.get(kind)}</p>}
      {renderNodes(children)}
    </blockquote>
  )
}

function parseAlert({ children }: Blockquote): [kind: string | undefined, children: Nodes[]] {
  const [first, ...others] = children
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  const found = text?.type === 'text' ? mark.exec(text.value) : null
  if (first?.type !== 'paragraph' || text?.type !== 'text' || !found) return [undefined, children]
  const rest = { ...text, value: text.value.slice(found[0].length) }
  const words = [...(rest.value === '' ? [] : [rest]), ...first.children.slice(1)]
  return [found[1], words.length === 0 ? others : [{ ...first, children: words }, ...others]]
}

type TableBoxProps = {
  rows: () => readonly TableRow[]
  dir?: TextDirection | undefined
  children: ReactNode
}

export function TableBox({ rows, dir, children }: TableBoxProps) {
  const { read } = use(LiveTextContext)
  const { csv } = useLatest({ csv: () => toCsv(rows(), read()) })
  return (
    <div data-table="" dir={dir}>
      <ScrollBox label={t('Table')}>
        <table>{children}</table>
      </ScrollBox>
      <TableTools csv={csv} />
    </div>
  )
}

const TableTools = memo(function TableTools({ csv }: { csv: () => string }) {
  return (
    <div data-tools="">
      <CopyButton label={t('Copy as CSV')} text={csv} />
    </div>
  )
})

type ScrollBoxProps = { label: string; children: ReactNode }

/**
 * Renders a scroll container for wide content. The container is focusable, so that the keyboard can
 * scroll it.
 */
const ScrollBox = ({ label, children }: ScrollBoxProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- keyboard users must be able to scroll.
  <div data-scroll="" tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)

/**
 * Formats rows as CSV (RFC 4180) with the plain text of their cells.
 * @param liveText unparsed text at the end of the last row.
 */
export const toCsv = (rows: readonly TableRow[], liveText = ''): string =>
  rows
    .map((row) => row.children.map((cell) => quoted(getPlainText(cell, liveText).trim())).join(','))
    .join('\r\n')

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

function getPlainText(node: Nodes, liveText: string): string {
  if ('children' in node)
    return node.children.map((child) => getPlainText(child, liveText)).join('')
  if (node.type === 'liveText') return node.value + liveText
  if (node.type === 'break') return '\n'
  if (node.type === 'html') return /^<br ?\/?>$/i.test(node.value) ? '\n' : node.value
  if ('value' in node) return node.value
  return node.type === 'image' ? (node.alt ?? '') : ''
}
