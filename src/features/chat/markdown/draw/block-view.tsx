import type { ListItem, PhrasingContent } from 'mdast'
import { memo } from 'react'
import type { Block, ListBlock, LongParagraph, Placed, TableBlock } from '../parse/block.ts'
import { directionOf } from './direction.ts'
import { FencedView } from './fenced-view.tsx'
import { renderNode, renderNodes, renderRow } from './render-node.tsx'
import { TableBox } from './table-box.tsx'

/** Draws one block; the same block is not drawn twice. */
export const BlockView = memo(function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'list':
      return <ListView block={block} />
    case 'table':
      return <TableView block={block} />
    case 'code':
      return <FencedView language={block.language} lines={block.lines} isOpen={block.isOpen} />
    case 'long-paragraph':
      return <LongParagraphView block={block} />
    case 'node':
      return renderNode(block.node)
  }
})

function ListView({ block }: { block: ListBlock }) {
  const first = block.items[0]?.[0]
  const dir = first && directionOf(first.node)
  const items = block.items.map((group, at) => <ItemGroup key={at} items={group} />)
  // An item that settled before a blank line came becomes loose by style, without being drawn again.
  return block.ordered ? (
    <ol
      dir={dir}
      start={block.start === 1 ? undefined : block.start}
      data-loose={block.isLoose || undefined}
    >
      {items}
    </ol>
  ) : (
    <ul dir={dir} data-loose={block.isLoose || undefined}>
      {items}
    </ul>
  )
}

const ItemGroup = memo(function ItemGroup({ items }: { items: readonly Placed<ListItem>[] }) {
  return items.map(({ offset, node }) => <Item key={offset} node={node} />)
})

const Item = memo(function Item({ node }: { node: ListItem }) {
  return renderNode(node)
})

function TableView({ block }: { block: TableBlock }) {
  return (
    <TableBox
      rows={() => [block.head, ...block.rows.flat().map((row) => row.node)]}
      dir={directionOf(block.head)}
    >
      <thead>{renderRow({ row: block.head, align: block.align, cell: 'th' })}</thead>
      <tbody>
        {block.rows.map((rows, at) => (
          <RowGroup key={at} rows={rows} align={block.align} />
        ))}
      </tbody>
    </TableBox>
  )
}

type RowGroupProps = { rows: TableBlock['rows'][number]; align: TableBlock['align'] }

const RowGroup = memo(
  function RowGroup({ rows, align }: RowGroupProps) {
    return rows.map(({ offset, node }) => renderRow({ row: node, align, cell: 'td' }, offset))
  },
  // The columns' alignment is a new array with each parse, with the same content.
  (before, after) => before.rows === after.rows,
)

function LongParagraphView({ block }: { block: LongParagraph }) {
  return (
    <p dir="auto">
      {block.pieces.map((pieces, at) => (
        <PieceGroup key={at} pieces={pieces} />
      ))}
    </p>
  )
}

const PieceGroup = memo(function PieceGroup({
  pieces,
}: {
  pieces: LongParagraph['pieces'][number]
}) {
  return pieces.map(({ offset, node }) => <Piece key={offset} nodes={node} />)
})

const Piece = memo(function Piece({ nodes }: { nodes: PhrasingContent[] }) {
  return <span>{renderNodes(nodes)}</span>
})
