import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import type { Fold, FoldBlock } from '../parse/block.ts'

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
export function FoldLine({ fold, children }: FoldLineProps) {
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
export function Folded({ folds, children }: FoldedProps) {
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
