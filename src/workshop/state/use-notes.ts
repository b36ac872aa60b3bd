import { useCallback, useEffect, useRef, useState } from 'react'
import type { Note, NotesKeeper } from './notes.ts'

type Written = { of: string; notes: readonly Note[] }

const none: readonly Note[] = []

const keepAfterMs = 600

/**
 * Manages the notes of one model. The function that changes the notes depends only on the model.
 */
export function useNotes(
  url: string,
  keeper: NotesKeeper | undefined,
): [readonly Note[], (change: (notes: readonly Note[]) => readonly Note[]) => void] {
  const [written, setWritten] = useState<Written>()
  const kept = useRef(none)
  useEffect(() => {
    kept.current = keeper?.kept ?? none
  })
  const change = useCallback(
    (next: (notes: readonly Note[]) => readonly Note[]) =>
      setWritten((now) => ({ of: url, notes: next(now?.of === url ? now.notes : kept.current) })),
    [url],
  )
  const mine = written?.of === url ? written.notes : undefined
  useKeeping(mine, keeper?.keep)
  return [mine ?? keeper?.kept ?? none, change]
}

/** Saves changed notes after a delay, even if the user has left the model meanwhile. */
function useKeeping(
  notes: readonly Note[] | undefined,
  keep: NotesKeeper['keep'] | undefined,
): void {
  const waiting = useRef<{ keep: NotesKeeper['keep']; timer: number }>(undefined)
  useEffect(() => {
    if (!notes || !keep) return
    if (waiting.current?.keep === keep) clearTimeout(waiting.current.timer)
    waiting.current = { keep, timer: window.setTimeout(() => keep(notes), keepAfterMs) }
  }, [notes, keep])
}
