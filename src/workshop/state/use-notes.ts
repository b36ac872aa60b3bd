import { useCallback, useState } from 'react'
import type { Note } from './notes.ts'

type Written = { of: string; notes: readonly Note[] }

const none: readonly Note[] = []

/** The notes on one model, gone with it; the second of the result stays the same for it. */
export function useNotes(
  url: string,
): [readonly Note[], (change: (notes: readonly Note[]) => readonly Note[]) => void] {
  const [written, setWritten] = useState<Written>({ of: url, notes: none })
  const change = useCallback(
    (next: (notes: readonly Note[]) => readonly Note[]) =>
      setWritten((now) => ({ of: url, notes: next(now.of === url ? now.notes : none) })),
    [url],
  )
  return [written.of === url ? written.notes : none, change]
}
