import { useEffect } from 'react'
import { Spinner } from '#ui/progress/spinner.tsx'
import { describeTopology } from '#model-files/inspect/report.ts'
import { formatAreaOrVolume } from '../report/report-view.tsx'
import { useReport } from '../report/use-report.ts'
import type { PartsStore } from '../state/parts-store.ts'
import type { PrintScale } from '../state/use-print-scale.ts'
import { type PrintCheckRow, PrintVerdict } from './print-verdict.tsx'

type PrintReportProps = {
  url: string
  parts: PartsStore
  print: PrintScale
  onChecked: (isSound: boolean) => void
}

export function PrintReport({ url, parts, print, onChecked }: PrintReportProps) {
  const state = useReport(url, parts)
  const topology = state.status === 'done' ? state.report.topology : undefined
  const findings = topology && describeTopology(topology)
  const isSound = findings?.every(({ tone }) => tone !== 'bad')
  useEffect(() => {
    if (isSound !== undefined) onChecked(isSound)
  }, [isSound, onChecked])

  if (state.status === 'failed') return <p className="text-ink-muted">{state.message}</p>
  if (!topology || !findings) {
    return (
      // As high as the usual result, so that the steps below do not move.
      <div className="min-h-74">
        <p className="flex min-h-17 items-center gap-2.5 rounded-lg bg-hover px-3.5 text-ink-muted">
          <Spinner className="size-4" /> Checking the surface…
        </p>
      </div>
    )
  }
  const rows: PrintCheckRow[] = [
    ...findings,
    {
      tone: print.isMisfit ? 'look' : 'good',
      title: 'Size',
      value: `${print.sizeMm.map((mm) => Number(mm.toPrecision(3))).join(' × ')}\u00a0mm`,
      ...(print.isMisfit && { detail: 'Fits no usual print bed. Change the height above.' }),
    },
    ...(topology.isClosed
      ? [
          {
            tone: 'note' as const,
            title: 'Material volume',
            value: formatAreaOrVolume(topology.volume * print.scale ** 3, 3),
          },
        ]
      : []),
  ]
  return <PrintVerdict rows={rows} />
}
