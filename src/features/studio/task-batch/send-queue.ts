import { waitForRetry } from '#api/http/wait-for-retry.ts'
import { createTask } from '#api/tasks.ts'
import { outbox, outboxName } from './outbox.ts'
import { sendWanted, type SendOptions } from './send-wanted.ts'
import { fillTaskPictures } from './waiting-sender.ts'

/** Sends the queued tasks of this browser in one tab at a time, each after its waiting pictures. */
export const sendQueue = (
  options: Pick<SendOptions, 'signal' | 'onStarted' | 'onUnwanted' | 'onRefused'>,
): Promise<void> =>
  inOneTab(
    () =>
      sendWanted({
        ...options,
        outbox,
        create: async (task) => createTask(await fillTaskPictures(task)),
        wait: (ms, signal) => waitForRetry(ms, signal).catch(() => {}),
      }),
    options.signal,
  )

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
