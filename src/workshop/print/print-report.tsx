import { Spinner } from '#ui/progress/spinner.tsx'
import { describeTopology } from '#model-files/inspect/report.ts'
import { FindingRow, formatAreaOrVolume } from '../report/report-view.tsx'
import { useReport } from '../report/use-report.ts'
import type { PartsStore } from '../state/parts-store.ts'

type PrintReportProps = {
  url: string
  parts: PartsStore
  sizeMetres: readonly number[] | undefined
}

export function PrintReport({ url, parts, sizeMetres }: PrintReportProps) {
  const state = useReport(url, parts)
  if (state.status === 'working') {
    return (
      <p className="flex items-center gap-2 text-ink-muted">
        <Spinner className="size-4" /> Checking the surface…
      </p>
    )
  }
  if (state.status === 'failed') return <p className="text-ink-muted">{state.message}</p>
  const { topology } = state.report
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {describeTopology(topology).map((finding) => (
          <FindingRow key={finding.title} finding={finding} />
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
        {sizeMetres && (
          <>
            <dt className="text-ink-muted">Size</dt>
            <dd className="text-right">
              {sizeMetres.map((metres) => Number((metres * 1000).toPrecision(3))).join(' × ')} mm
            </dd>
          </>
        )}
        {topology.isClosed && (
          <>
            <dt className="text-ink-muted">Material volume</dt>
            <dd className="text-right">{formatAreaOrVolume(topology.volume, 3)}</dd>
          </>
        )}
      </dl>
    </>
  )
}
