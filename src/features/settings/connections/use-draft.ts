import { useState } from 'react'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { findProblems, firstDraft, type Draft, type DraftProblems } from './draft.ts'

export type DraftState = {
  draft: Draft
  /** What is wrong, once somebody has tried to go on. */
  problems: DraftProblems
  change: (change: Partial<Draft>) => void
  /** Shows what is wrong; true when nothing is. */
  check: () => boolean
}

const noProblems: DraftProblems = { secrets: {} }

/** What somebody enters for a service of `kind`. */
export function useDraft(
  kind: ConnectionKind,
  { stored, onChange }: { stored?: Connection; onChange: () => void },
): DraftState {
  const [draft, setDraft] = useState(() => firstDraft(kind, stored))
  const [isTried, setIsTried] = useState(false)
  const problems = findProblems(kind, draft, stored)
  return {
    draft,
    problems: (isTried && problems) || noProblems,
    change: (change) => {
      setDraft({ ...draft, ...change })
      onChange()
    },
    check: () => {
      setIsTried(true)
      return problems === undefined
    },
  }
}
