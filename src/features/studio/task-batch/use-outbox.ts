import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { createTask } from '#api/tasks.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import { outbox, outboxName, type TaskOutboxState } from './outbox.ts'
import { sendWanted } from './send-wanted.ts'
import { waitForRetry } from '#api/http/wait-for-retry.ts'
import { listWaitingIds } from '../state/waiting-url.ts'

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
  useEffect(() => outbox.getState().followOtherTabs(), [])
  const isAnyWanted = useOutbox(({ items }) => items.length > 0)

  useEffect(() => {
    if (!isAnyWanted) return undefined
    const stop = new AbortController()
    const send = () =>
      sendWanted({
        outbox,
        create: sendTask,
        signal: stop.signal,
        onStarted: (task) => started(task),
        onUnwanted: (task) => unwanted(task),
        onRefused: (task, reason) => refused(task, reason),
        wait: waitForRetry,
      })
    void inOneTab(send, stop.signal)
    return () => stop.abort()
  }, [isAnyWanted])
}

const loadSender = () => import('./waiting-sender.ts')

async function sendTask(task: CreateTask): Promise<Task> {
  if (listWaitingIds(task.params).size === 0) return createTask(task)
  return createTask(await (await loadCode(loadSender)).fillTaskPictures(task))
}

/**
 * Runs `work` in one tab at a time. Otherwise each tab would send all tasks, although the server
 * creates each task only once.
 */
async function inOneTab(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(outboxName, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
