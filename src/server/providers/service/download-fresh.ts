import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './service-http.ts'

const downloadsMax = 4

/**
 * Downloads a task's result. A failed download is repeated with a new URL, because URLs of results
 * expire within minutes.
 * @param done the finished task.
 * @throws {HttpError} the errors of `download` and `again`.
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
