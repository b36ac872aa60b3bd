import { useEffect, useState } from 'react'
import { describeFailure } from '#model-files/errors.ts'
import type { PrintMeasures } from '#model-files/print/checks/check-print.ts'
import type { CheckQuestion } from '#model-files/print/steps.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import { t } from '#languages/viewer.ts'
import type { PartsStore } from '../state/parts-store.ts'
import { startPrep } from './start-prep.ts'

export type MeasureState =
  | { status: 'working'; fraction: number; stop: () => void }
  | { status: 'stopped'; message: string; again: () => void }
  | { status: 'done'; measures: PrintMeasures }

type Run = { of: string; state: MeasureState }

export function useMeasures(
  url: string,
  parts: PartsStore,
  limitDegrees: number,
): MeasureState | undefined {
  const [attempt, setAttempt] = useState(0)
  const [run, setRun] = useState<Run>()
  const of = `${url} ${limitDegrees} ${attempt}`
  useEffect(() => {
    const abort = new AbortController()
    const put = (state: MeasureState) => setRun({ of, state })
    const stopped = (message: string) =>
      put({ status: 'stopped', message, again: () => setAttempt((last) => last + 1) })
    const stop = () => {
      abort.abort()
      stopped(t('The checks were stopped.'))
    }
    const { worker, visible } = startPrep(url, parts)
    const question: CheckQuestion = { ...visible, limitDegrees }
    askWorker<PrintMeasures>(worker, question, {
      signal: abort.signal,
      onProgress: (fraction) => put({ status: 'working', fraction, stop }),
    }).then(
      (measures) => put({ status: 'done', measures }),
      (error: unknown) => {
        if (!abort.signal.aborted) stopped(describeFailure(error))
      },
    )
    return () => abort.abort()
  }, [of, url, parts, limitDegrees])
  return run?.of === of ? run.state : undefined
}
