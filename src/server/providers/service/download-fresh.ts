import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './service-http.ts'

const downloadsMax = 4

/**
 * Downloads what a task has made. Addresses of results live minutes; after a failed download the task is
 * looked at again for a new one.
 *
 * @param done the task as it was when it was done.
 * @throws {HttpError} as `download` or `again`.
 */
export async function downloadFresh<Done, Result>(
  done: Done,
  { download, again, pollMs, signal }: DownloadSteps<Done, Result>,
): Promise<Result> {
  let task = done
  for (let attempt = 1; ; attempt++) {
    try {
      return await download(task)
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error) || attempt >= downloadsMax) throw error
      await sleep(pollMs * attempt, undefined, { signal })
      task = await again()
    }
  }
}

type DownloadSteps<Done, Result> = {
  download: (task: Done) => Promise<Result>
  again: () => Promise<Done>
  pollMs: number
  signal: AbortSignal
}
