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
  | { status: 'failed'; message: string }

/**
 * Checks the model at `url` in a worker, in the visible pose. Mount the component again for another
 * model.
 */
export function useReport(url: string, parts: PartsStore): ReportState {
  const [state, setState] = useState<ReportState>({ status: 'working', fraction: 0 })

  useEffect(() => {
    const abort = new AbortController()
    const examine = async () => {
      const worker = new Worker(workerUrl, { type: 'module' })
      const report = await askWorker<ModelReport>(
        worker,
        { url: new URL(url, document.baseURI).href, pose: getShownPose(parts.getState()) },
        {
          signal: abort.signal,
          onProgress: (fraction) => setState({ status: 'working', fraction }),
        },
      )
      setState({ status: 'done', report })
    }
    examine().catch((error: unknown) => {
      if (!abort.signal.aborted) setState({ status: 'failed', message: describeFailure(error) })
    })
    return () => abort.abort()
  }, [url, parts])

  return state
}
