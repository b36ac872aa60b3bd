import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { explainError } from '#lib/explain.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { prefetch } from '#ui/layout/prefetch.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import { loadWaitingCode } from './load-waiting-code.ts'
import { outbox, type TaskOutboxState } from './outbox.ts'

export const useOutbox = <T>(select: (state: TaskOutboxState) => T): T => useStore(outbox, select)

/**
 * Sends queued tasks until the page closes, in one tab at a time. Call this hook only once per
 * page.
 */
export function useSending(on: {
  started: (task: Task) => void
  unwanted: (task: Task) => void
  refused: (task: CreateTask, reason: string) => void
}): void {
  const started = useEffectEvent(on.started)
  const unwanted = useEffectEvent(on.unwanted)
  const refused = useEffectEvent(on.refused)
  useEffect(() => {
    prefetch(loadWaitingCode)
    return outbox.getState().followOtherTabs()
  }, [])
  const isAnyWanted = useOutbox(({ items }) => items.length > 0)

  useEffect(() => {
    if (!isAnyWanted) return undefined
    const stop = new AbortController()
    loadCode(loadWaitingCode)
      .then((code) =>
        code.sendQueue({
          signal: stop.signal,
          onStarted: (task) => started(task),
          onUnwanted: (task) => unwanted(task),
          onRefused: (task, reason) => refused(task, reason),
        }),
      )
      .catch((error: unknown) => outbox.getState().held(explainError(error)))
    return () => stop.abort()
  }, [isAnyWanted])
}
