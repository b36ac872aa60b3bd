import { useState } from 'react'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { findProblems, firstDraft, type ConnectionDraft, type DraftProblems } from './draft.ts'

export type DraftState = {
  draft: ConnectionDraft
  problems: DraftProblems
  change: (change: Partial<ConnectionDraft>) => void
  check: () => boolean
}

const noProblems: DraftProblems = { secrets: {} }

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
