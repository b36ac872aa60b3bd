import type { ListItem, PhrasingContent } from 'mdast'
import { memo, type ReactNode, createContext, use, useMemo, useState } from 'react'
import { t } from '#languages/app.ts'
import {
  groupSize,
  type ListBlock,
  type LongParagraph,
  type MarkdownBlock,
  type Placed,
  type TableBlock,
  type Fold,
  type FoldBlock,
} from '../parse/block.ts'
import { getBlockDirection } from './direction.ts'
import { FencedView } from './fenced/fenced-view.tsx'
import { renderItem, renderNode, renderNodes, RowView, TableBox } from './render-node.tsx'

/** Renders one block of a Markdown text. Re-renders only if the block's identity changes. */
export const BlockView = memo(function BlockView({ block }: { block: MarkdownBlock }) {
  if (!block.folds) return renderBlock(block)
  return <Folded folds={block.folds}>{renderBlock(block)}</Folded>
})

function renderBlock(block: MarkdownBlock): ReactNode {
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
      return block.html ? renderNodes(block.html.nodes) : renderNode(block.node)
    case 'fold': {
      const { summary } = block
      return (
        <FoldLine fold={block}>
          {summary.length === 0 ? t('Details') : renderNodes(summary)}
        </FoldLine>
      )
    }
    case 'fold-end':
      return null
  }
}

function ListView({ block }: { block: ListBlock }) {
  const { items, ordered, start, isLoose } = block
  const first = items[0]?.[0]
  const dir = first && getBlockDirection(first.node)
  const list = { isOrdered: ordered, isLoose }
  if (items.length < 2) return <ListPart {...list} items={items[0] ?? []} start={start} dir={dir} />
  // Browsers lay out all items of a growing list again, so render a long list in several parts.
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element groups several lists.
    <div role="list" data-list="" dir={dir}>
      {items.map((group, at) => (
        <ListPart key={at} {...list} items={group} start={start + at * groupSize} isPart />
      ))}
    </div>
  )
}

type ListPartProps = {
  items: readonly Placed<ListItem>[]
  isOrdered: boolean
  start: number
  /**
   * True if blank lines separate the items. A blank line can arrive after the items were rendered.
   */
  isLoose: boolean
  dir?: ReturnType<typeof getBlockDirection>
  /**
   * True if this list is a part of a longer list. Screen readers must not announce a part as a
   * separate list.
   */
  isPart?: boolean
}

const ListPart = memo(function ListPart(props: ListPartProps) {
  const { items, isOrdered, start, isLoose, dir, isPart = false } = props
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List
      role={isPart ? 'none' : undefined}
      dir={dir}
      start={isOrdered && start !== 1 ? start : undefined}
      data-loose={isLoose || undefined}
    >
      {items.map(({ offset, node }) => (
        <Item key={offset} node={node} isInPart={isPart} />
      ))}
    </List>
  )
})

const Item = memo(function Item({ node, isInPart }: { node: ListItem; isInPart: boolean }) {
  return renderItem(node, isInPart ? { role: 'listitem' } : {})
})

function TableView({ block }: { block: TableBlock }) {
  return (
    <TableBox
      rows={() => [block.head, ...block.rows.flat().map((row) => row.node)]}
      dir={getBlockDirection(block.head)}
    >
      <thead>
        <RowView row={block.head} align={block.align} cell="th" />
      </thead>
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
    return rows.map(({ offset, node }) => (
      <RowView key={offset} row={node} align={align} cell="td" />
    ))
  },
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

type Folds = {
  isOpen: (fold: Fold) => boolean
  onToggle: (fold: Fold, isOpen: boolean) => void
}

const nothing: Folds = { isOpen: ({ isOpen }) => isOpen, onToggle: () => undefined }

const FoldsContext = createContext<Folds | undefined>(undefined)

/**
 * Stores which `<details>` of a text the user has opened. All rendered pieces of the text share
 * this state.
 */
export function WithFolds({ children }: { children: ReactNode }) {
  const outer = use(FoldsContext)
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  const own = useMemo<Folds>(
    () => ({
      isOpen: ({ offset, isOpen }) => changed.get(offset) ?? isOpen,
      onToggle: ({ offset }, isOpen) =>
        setChanged((before) =>
          before.get(offset) === isOpen ? before : new Map(before).set(offset, isOpen),
        ),
    }),
    [changed],
  )
  return <FoldsContext value={outer ?? own}>{children}</FoldsContext>
}

const useFolds = (): Folds => use(FoldsContext) ?? nothing

type FoldLineProps = { fold: FoldBlock; children: ReactNode }

/**
 * Renders the line that opens and closes a `<details>` element. Its content follows as siblings of
 * this line.
 */
function FoldLine({ fold, children }: FoldLineProps) {
  const { isOpen, onToggle } = useFolds()
  return (
    <details
      open={isOpen(fold)}
      onToggle={({ currentTarget }) => onToggle(fold, currentTarget.open)}
    >
      <summary dir="auto">{children}</summary>
    </details>
  )
}

type FoldedProps = { folds: readonly Fold[]; children: ReactNode }

/**
 * Renders a block inside `<details>` or another HTML element. A closed `<details>` hides the block.
 */
function Folded({ folds, children }: FoldedProps) {
  const { isOpen } = useFolds()
  return (
    <div
      data-in-fold={folds.some(({ frame }) => !frame) ? '' : undefined}
      data-align={folds.findLast(({ frame }) => frame?.align)?.frame?.align}
      hidden={!folds.every((fold) => isOpen(fold))}
    >
      {children}
    </div>
  )
}
