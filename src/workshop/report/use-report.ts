import { useEffect, useState } from 'react'
import { prefetchWorker } from '#ui/layout/prefetch-worker.ts'
import { describeFailure } from '#model-files/errors.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import type { ModelReport } from '#model-files/inspect/report.ts'
import { getShownPose, type PartsStore } from '../state/parts-store.ts'
// oxlint-disable-next-line import/default -- Vite makes it.
import workerUrl from '#model-files/inspect/report-worker.ts?worker&url'

prefetchWorker(workerUrl)

type ReportState =
  | { status: 'working'; fraction: number }
  | { status: 'done'; report: ModelReport }
  | { status: 'failed'; message: string; again: () => void }

/** Checks the model at `url` in a worker, in the visible pose. */
export function useReport(url: string, parts: PartsStore): ReportState {
  const [attempt, setAttempt] = useState(0)
  const [run, setRun] = useState<{ of: string; state: ReportState }>()
  const of = `${url} ${attempt}`

  useEffect(() => {
    const abort = new AbortController()
    const put = (state: ReportState) => setRun({ of, state })
    const worker = new Worker(workerUrl, { type: 'module' })
    const question = {
      url: new URL(url, document.baseURI).href,
      pose: getShownPose(parts.getState()),
    }
    askWorker<ModelReport>(worker, question, {
      signal: abort.signal,
      onProgress: (fraction) => put({ status: 'working', fraction }),
    }).then(
      (report) => put({ status: 'done', report }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        put({
          status: 'failed',
          message: describeFailure(error),
          again: () => setAttempt((last) => last + 1),
        })
      },
    )
    return () => abort.abort()
  }, [of, url, parts])

  return run?.of === of ? run.state : starting
}

const starting: ReportState = { status: 'working', fraction: 0 }
