import { translateSentence } from '#lib/language/translate-sentence.ts'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Spinner } from '#ui/progress/spinner.tsx'
import { Button } from '#ui/actions/button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import type { PrintMeasures } from '#model-files/print/checks/check-print.ts'
import type { PrepStep } from '#model-files/print/steps.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { WorkProgress } from '../work/work-status.tsx'
import type { PrintFix } from './print-check-row.ts'
import { PrintBed } from './print-bed.tsx'
import { getHeat, type HeatMap } from './print-heat.ts'
import { HeatLegend } from './heat-legend.tsx'
import { LayerSlider } from './layer-slider.tsx'
import { findPrinter, getFit, printSetup } from './print-setup.ts'
import { PrintVerdict } from './print-verdict.tsx'
import { SurfaceColors } from './surface-colors.tsx'
import type { MeasureState } from './use-measures.ts'
import type { PrintChecks } from './use-print-checks.ts'

type PrintReportProps = {
  editor: EditorState
  checks: PrintChecks
  onFix: (fix: PrintFix) => void
  running: PrepStep['kind'] | undefined
  /** Progress and result of a fix. */
  children: ReactNode
}

export function PrintReport({ editor, checks, children, ...fixing }: PrintReportProps) {
  const { report, rows, measuring, measures, isPending } = checks
  useBed(editor)
  if (rows === undefined) {
    return (
      <Reserved>
        <p className="flex min-h-34.5 coarse:min-h-37 items-center gap-2.5 rounded-lg bg-hover px-3.5 text-ink-muted">
          <Spinner className="size-4" /> {t('Checking the surface…')}
        </p>
        {children}
      </Reserved>
    )
  }
  return (
    <Reserved>
      {report.status === 'failed' && (
        <Stopped message={translateSentence(report.message)} again={report.again} />
      )}
      <PrintVerdict rows={rows} isPending={isPending} {...fixing}>
        {children}
      </PrintVerdict>
      <Measuring state={measuring} />
      {measures && <HeatChoice editor={editor} measures={measures} />}
    </Reserved>
  )
}

/** Has the height of a usual result from the start, so that the steps below do not move. */
const Reserved = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-222 flex-col gap-4 @5xl:min-h-214 max-md:min-h-158">{children}</div>
)

function Measuring({ state }: { state: MeasureState | undefined }) {
  switch (state?.status) {
    case 'working':
      return (
        <WorkProgress
          label={t('Measuring walls and overhangs')}
          fraction={state.fraction}
          onStop={state.stop}
        />
      )
    case 'stopped':
      return <Stopped message={translateSentence(state.message)} again={state.again} />
    case 'done':
    case undefined:
      return null
  }
}

const Stopped = ({ message, again }: { message: string; again: () => void }) => (
  <div role="alert" className="flex items-center gap-3 rounded-lg bg-hover py-2 pe-2 ps-3">
    <p className="min-w-0 flex-1 text-pretty text-ink-muted">{message}</p>
    <Button size="sm" onClick={again}>
      {t('Check again')}
    </Button>
  </div>
)

function useBed({ putOnGround, print: { scale, sizeMm } }: EditorState): void {
  const [setup] = useBrowserSetting(printSetup)
  const { bedMm } = findPrinter(setup.printer)
  const isTooSmall = getFit(sizeMm, bedMm) < 1
  const [width, depth] = bedMm
  const node = useMemo(() => {
    const toMetres = (mm: number) => mm / 1000 / scale
    return (
      <PrintBed
        size={[toMetres(width), toMetres(depth)]}
        cell={toMetres(10)}
        isTooSmall={isTooSmall}
      />
    )
  }, [width, depth, scale, isTooSmall])
  useEffect(() => putOnGround(node), [node, putOnGround])
}

type HeatChoiceProps = { editor: EditorState; measures: PrintMeasures }

function HeatChoice({ editor, measures }: HeatChoiceProps) {
  const { putOnStage, print } = editor
  const [setup] = useBrowserSetting(printSetup)
  const [map, setMap] = useState<HeatMap | 'none' | 'layers'>('none')
  const { scale } = print
  const node = useMemo(
    () =>
      map === 'none' || map === 'layers' ? undefined : (
        <SurfaceColors
          corners={measures.corners}
          colors={getHeat(measures, map, { setup, scale })}
        />
      ),
    [map, measures, setup, scale],
  )
  useEffect(() => (node ? putOnStage(node) : undefined), [node, putOnStage])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <SegmentedControl
        label={t('Show on the model')}
        className="[&>label]:px-1.5"
        value={map}
        options={[
          { value: 'none', label: t('Model') },
          { value: 'overhangs', label: t('Overhangs') },
          { value: 'walls', label: t('Walls') },
          { value: 'layers', label: t('Layers') },
        ]}
        onValueChange={setMap}
      />
      {map === 'layers' ? (
        <LayerSlider editor={editor} nozzleMm={setup.nozzleMm} />
      ) : (
        map !== 'none' && <HeatLegend map={map} setup={setup} />
      )}
    </div>
  )
}
