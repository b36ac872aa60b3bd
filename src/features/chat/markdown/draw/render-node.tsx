import { ImageIcon } from 'lucide-react'
import type { AlignType, Link, Nodes, TableRow } from 'mdast'
import { createElement, type ReactNode } from 'react'
import { FencedView } from './fenced-view.tsx'
import { FootnoteMark } from './footnote-mark.tsx'
import { append } from '../parse/groups.ts'
import { isLooseList } from '../parse/block.ts'
import { MathView } from '../extras/math-view.tsx'
import { safeUrl } from './safe-url.ts'
import { TableBox } from './table-box.tsx'

/** Draws trees as React elements. Raw HTML is shown as the text it is; nothing remote is loaded. */
export const renderNodes = (nodes: readonly Nodes[]): ReactNode[] =>
  nodes.map((node, at) => renderNode(node, at))

export function renderNode(node: Nodes, key?: number): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value
    case 'paragraph':
      return <p key={key}>{renderNodes(node.children)}</p>
    case 'heading':
      // The page's own headings are h1 and h2.
      return createElement(
        `h${Math.min(node.depth + 2, 6)}`,
        { key, 'data-depth': node.depth },
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
      return <blockquote key={key}>{renderNodes(node.children)}</blockquote>
    case 'html':
      return /^<br ?\/?>$/i.test(node.value) ? (
        <br key={key} />
      ) : (
        <RawText key={key} text={node.value} />
      )
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
          start: node.ordered === true && node.start !== 1 ? (node.start ?? undefined) : undefined,
          'data-loose': isLooseList(node) || undefined,
        },
        renderNodes(node.children),
      )
    case 'listItem':
      return (
        <li
          key={key}
          data-task={node.checked === null || node.checked === undefined ? undefined : ''}
        >
          {typeof node.checked === 'boolean' && (
            <input type="checkbox" checked={node.checked} readOnly disabled aria-label="Task" />
          )}
          {renderNodes(node.children)}
        </li>
      )
    case 'table': {
      const [head, ...rows] = node.children
      return (
        <TableBox key={key} rows={() => node.children}>
          <thead>{head && renderRow({ row: head, align: node.align, cell: 'th' })}</thead>
          <tbody>
            {rows.map((row, at) => renderRow({ row, align: node.align, cell: 'td' }, at))}
          </tbody>
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

type RowProps = {
  row: TableRow
  align: readonly AlignType[] | null | undefined
  cell: 'th' | 'td'
}

export const renderRow = ({ row, align, cell: Cell }: RowProps, key?: number): ReactNode => (
  <tr key={key}>
    {row.children.map((cell, at) => (
      <Cell key={at} data-align={align?.[at] ?? undefined}>
        {renderNodes(cell.children)}
      </Cell>
    ))}
  </tr>
)

function renderLink({ url, title, children }: Link, key: number | undefined): ReactNode {
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
      {renderNodes(children)}
    </a>
  )
}

/** A picture's address can carry what was said in the chat to a stranger, so it is only linked. */
function RemotePicture({ url, alt }: { url: string; alt: string }) {
  const target = safeUrl(url)
  const name = alt === '' ? 'Picture' : alt
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

const RawText = ({ text }: { text: string }) => <span data-raw="">{text}</span>
