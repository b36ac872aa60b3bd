import type { Blockquote, Nodes } from 'mdast'
import type { ReactNode } from 'react'
import { getBlockDirection } from './direction.ts'

const mark = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/

type QuoteProps = {
  node: Blockquote
  renderNodes: (nodes: readonly Nodes[]) => ReactNode[]
}

/** Renders a quote, or a GitHub alert such as `> [!NOTE]`. */
export function Quote({ node, renderNodes }: QuoteProps) {
  const [kind, children] = parseAlert(node)
  return (
    <blockquote dir={getBlockDirection(node)} data-alert={kind?.toLowerCase()}>
      {kind !== undefined && (
        <p data-alert-title="">{kind.charAt(0) + kind.slice(1).toLowerCase()}</p>
      )}
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
