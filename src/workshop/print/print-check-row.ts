import type { Finding } from '#model-files/inspect/report.ts'
import type { PrepStep } from '#model-files/print/steps.ts'

/** A change that fixes a failed check: another height of the print, or a step of preparation. */
export type PrintFix = {
  label: string
  /** Names the change and its amount, for a button away from the check. */
  action: string
} & ({ kind: 'height'; heightMm: number } | { kind: 'step'; step: PrepStep })

export type FixableRow = Omit<Finding, 'tone'> & {
  tone: Finding['tone'] | 'look'
  value?: string
  fix?: PrintFix | undefined
  /** True if supports of the slicer are enough, so that the fix is a matter of choice. */
  isSupportable?: boolean
}

export const isFailed = ({ tone }: FixableRow): boolean => tone === 'bad' || tone === 'look'

/** Returns true if the model should change before somebody prints it. */
export const mustChange = (rows: readonly FixableRow[]): boolean =>
  rows.some((row) => isFailed(row) && row.isSupportable !== true)

/** Returns the failed checks first, the problems before the doubts. */
export const sortChecks = (rows: readonly FixableRow[]): FixableRow[] => {
  const ranks = { bad: 0, look: 1, good: 2, note: 2 }
  return rows.toSorted((a, b) => ranks[a.tone] - ranks[b.tone])
}

/** Returns the failed checks that `fix` mends. */
export const listFixed = (rows: readonly FixableRow[], { action }: PrintFix): FixableRow[] =>
  rows.filter((row) => isFailed(row) && row.fix?.action === action)

/** Finds the fix of the most serious failed check. */
export const findMainFix = (rows: readonly FixableRow[]): PrintFix | undefined =>
  [
    ...rows.filter(({ tone }) => tone === 'bad'),
    ...rows.filter(({ isSupportable }) => isSupportable !== true),
    ...rows,
  ].find((row) => isFailed(row) && row.fix)?.fix
