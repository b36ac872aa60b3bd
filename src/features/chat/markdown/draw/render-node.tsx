import { ImageIcon } from 'lucide-react'
import type {
  AlignType,
  Image,
  Link,
  ListItem,
  Nodes,
  PhrasingContent,
  TableRow,
  Text,
} from 'mdast'
import { createElement, Fragment, type ReactNode } from 'react'
import { readModelLink } from '#lib/links/model-link.ts'
import { CitedText } from './cited-text.tsx'
import { directionOf, directionOfCell } from './direction.ts'
import { FencedView } from './fenced/fenced-view.tsx'
import { FootnoteMark } from './footnote-mark.tsx'
import { mayCite } from '../parse/citation.ts'
import { append } from '../parse/groups.ts'
import { isLooseList } from '../parse/block.ts'
import { linkOf, pictureOf } from '../parse/html/html-nodes.ts'
import { pairTags } from '../parse/html/pair-tags.ts'
import { readHtml } from '../parse/html/read-html.ts'
import { inlineTags, readOnlyTag, voidTags, type Tag } from '../parse/html/tags.ts'
import { ModelLink } from './model-link.tsx'
import { Quote } from './quote.tsx'
import { MathView } from '../extras/math-view.tsx'
import { safeUrl } from './safe-url.ts'
import { TableBox } from './table-box.tsx'

/** Tags within each other. Deeper ones are shown as the text they are. */
const depthMax = 20

/** Draws trees as React elements. HTML that is not harmless is shown as the text it is; nothing remote is loaded. */
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what stands beside words is words.
    const inside = nodes.slice(at + 1, end) as PhrasingContent[]
    drawn.push(renderTag(tag, { children: inside, key: at, depth: depth + 1 }))
    at = end
  }
  return drawn
}

/** Whether words may stand in it, or it shows something itself. Others are what a sentence speaks of. */
const isOfWords = ({ name, attributes }: Tag): boolean =>
  name === 'img' ? attributes.has('src') : inlineTags.has(name) || drawnTags.has(name)

/** Elements within words that are drawn as they are; what a page does with others of words is left out. */
const drawnTags = new Set(
  'abbr b cite code del dfn em i ins kbd li mark ol q s samp small strong sub sup u ul var'.split(
    ' ',
  ),
)

type TagContent = { children: PhrasingContent[]; key: number; depth: number }

function renderTag({ name, attributes }: Tag, { children, key, depth }: TagContent): ReactNode {
  if (name === 'img') return renderNode(pictureOf(attributes), key)
  if (name === 'a') return renderNode(linkOf(attributes, children.map(withPicture)), key)
  return createElement(
    drawnTags.has(name) ? name : Fragment,
    { key, ...(name === 'abbr' && { title: attributes.get('title') }) },
    ...(voidTags.has(name) ? [] : [renderNodes(children, depth)]),
  )
}

function withPicture(node: PhrasingContent): PhrasingContent {
  const tag = node.type === 'html' ? readOnlyTag(node.value) : undefined
  return tag?.name === 'img' && isOfWords(tag) ? pictureOf(tag.attributes) : node
}

/** The end of a line is one already where a `<br>` stands before it. */
const withoutDoubleBreak = (node: Nodes, before: Nodes | undefined): Nodes =>
  node.type === 'text' && before?.type === 'html' && isBreak(before.value)
    ? { ...node, value: node.value.replace(/^\n/, '') }
    : node

const isBreak = (html: string): boolean => /^<br ?\/?>$/i.test(html)

/** The element of a Markdown node, with all below it. */
export function renderNode(node: Nodes, key?: number): ReactNode {
  switch (node.type) {
    case 'text':
      return mayCite(node.value) ? <CitedText key={key} text={node.value} /> : node.value
    case 'paragraph':
      return (
        <p key={key} dir="auto" data-align={node.data?.align}>
          {renderNodes(node.children)}
        </p>
      )
    case 'heading':
      // The page's own headings are h1 and h2.
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
      return <Quote key={key} node={node} renderNodes={renderNodes} />
    case 'html':
      return renderHtml(node.value, key)
    case 'link':
      return renderLink(node, key)
    case 'image':
      return <RemotePicture key={key} url={node.url} alt={node.alt ?? ''} />
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
          dir: directionOf(node),
          start: node.ordered === true && node.start !== 1 ? (node.start ?? undefined) : undefined,
          'data-loose': isLooseList(node) || undefined,
        },
        renderNodes(node.children),
      )
    case 'listItem':
      return renderItem(node, { key })
    case 'table': {
      const { headRows = 1 } = node.data ?? {}
      const rowsOf = (rows: readonly TableRow[], cell: 'th' | 'td') =>
        rows.map((row, at) => renderRow({ row, align: node.align, cell }, at))
      return (
        <TableBox key={key} rows={() => node.children} dir={directionOf(node)}>
          <thead>{rowsOf(node.children.slice(0, headRows), 'th')}</thead>
          <tbody>{rowsOf(node.children.slice(headRows), 'td')}</tbody>
        </TableBox>
      )
    }
    case 'footnoteReference':
      return <FootnoteMark key={key} number={node.label ?? ''} />
    case 'footnoteDefinition':
      return (
        <div key={key} data-note="">
          {renderNodes(node.children)}
        </div>
      )
    // Definitions draw nothing, references have been resolved, and cells are drawn by their row.
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

/** @param given `role` where its list is none by itself. */
export const renderItem = (
  { checked, children }: ListItem,
  { key, role }: { key?: number | undefined; role?: 'listitem' },
): ReactNode => (
  <li key={key} role={role} data-task={checked === null || checked === undefined ? undefined : ''}>
    {typeof checked === 'boolean' && (
      <input type="checkbox" checked={checked} readOnly disabled aria-label="Task" />
    )}
    {renderNodes(children)}
  </li>
)

type RowProps = {
  row: TableRow
  align: readonly AlignType[] | null | undefined
  cell: 'th' | 'td'
}

export const renderRow = ({ row, align, cell: tag }: RowProps, key?: number): ReactNode => (
  <tr key={key}>
    {row.children.map(
      ({ children, data, ...cell }, at) =>
        data?.columns !== 0 &&
        createElement(
          data?.cell ?? tag,
          {
            key: at,
            colSpan: data?.columns,
            dir: directionOfCell({ ...cell, children }),
            'data-align': data?.align ?? align?.[at] ?? undefined,
          },
          renderNodes(children),
        ),
    )}
  </tr>
)

function renderLink({ url, title, children }: Link, key: number | undefined): ReactNode {
  const link = readModelLink(url)
  if (link) {
    return (
      <ModelLink key={key} link={link}>
        {renderNodes(children)}
      </ModelLink>
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
      {renderNodes(children.map((child) => (child.type === 'image' ? nameOf(child) : child)))}
    </a>
  )
}

/** A picture that is a link, as badges are, leads where that does. */
const nameOf = ({ alt }: Image): Text => ({ type: 'text', value: pictureName(alt) })

const pictureName = (alt: string | null | undefined): string => alt || 'Picture'

/** A picture's address can carry what was said in the chat to a stranger, so it is only linked. */
function RemotePicture({ url, alt }: { url: string; alt: string }) {
  const target = safeUrl(url)
  const name = pictureName(alt)
  if (!target || target.protocol === 'mailto:') return <span>{name}</span>
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      data-picture=""
      title="External pictures are not loaded automatically. Opens in a new tab."
    >
      <ImageIcon aria-hidden />
      {name} <small>{target.hostname}</small>
    </a>
  )
}

/** What nobody is meant to see is left out; other HTML is shown as the text it is. */
function renderHtml(html: string, key: number | undefined): ReactNode {
  if (isBreak(html)) return <br key={key} />
  // A tag alone may be what a sentence speaks of.
  const nodes = readOnlyTag(html) ? [] : (readHtml(html)?.nodes ?? [])
  if (nodes.length > 0) return <Fragment key={key}>{renderNodes(nodes)}</Fragment>
  const text = html.replace(/<!--[^]*?-->/g, '')
  // In a list or a quote nothing is folded away.
  const unfolded = text.replace(/<\/?(?:details|summary)(?:\s[^<>]*)?>/gi, '')
  if (unfolded.trim() === '') return null
  if (unfolded !== text) return <strong key={key}>{unfolded.trim()}</strong>
  // What follows a comment on its line.
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
