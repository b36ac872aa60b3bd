import { translateSentence } from '#lib/language/translate-sentence.ts'
import { translateTexts } from '#lib/language/translate-texts.ts'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Spinner } from '#ui/progress/spinner.tsx'
import { Button } from '#ui/actions/button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { describeTopology } from '#model-files/inspect/report.ts'
import type { PrintMeasures } from '#model-files/print/checks/check-print.ts'
import { withVariant } from '#model-files/glb/variant-address.ts'
import { t } from '#languages/viewer.ts'
import { formatAreaOrVolume } from '../report/format-area.ts'
import { useReport } from '../report/use-report.ts'
import type { EditorState } from '../state/editor-state.ts'
import { WorkProgress } from '../work/work-status.tsx'
import { describeBed, describeChecks } from './describe-checks.ts'
import type { FixableRow, PrintFix } from './print-check-row.ts'
import { PrintBed } from './print-bed.tsx'
import { getHeat, type HeatMap } from './print-heat.ts'
import { HeatLegend } from './heat-legend.tsx'
import { LayerSlider } from './layer-slider.tsx'
import { findPrinter, getFit, printSetup } from './print-setup.ts'
import { PrintVerdict } from './print-verdict.tsx'
import { SurfaceColors } from './surface-colors.tsx'
import { type MeasureState, useMeasures } from './use-measures.ts'

type PrintReportProps = {
  editor: EditorState
  onChecked: (isSound: boolean) => void
  onMeasured: (measures: PrintMeasures | undefined) => void
  onFix: (fix: PrintFix) => void
}

export function PrintReport({ editor, onChecked, onMeasured, onFix }: PrintReportProps) {
  const { model, choice, parts, print } = editor
  const url = withVariant(model.url, choice)
  const [setup] = useBrowserSetting(printSetup)
  const state = useReport(url, parts)
  const measuring = useMeasures(url, parts, setup.limitDegrees)
  const measures = measuring?.status === 'done' ? measuring.measures : undefined
  const isPending = measuring === undefined || measuring.status === 'working'
  const topology = state.status === 'done' ? state.report.topology : undefined
  const findings = topology && describeTopology(topology)
  const isSound = findings?.every(({ tone }) => tone !== 'bad')
  useEffect(() => {
    if (isSound !== undefined) onChecked(isSound)
  }, [isSound, onChecked])
  useEffect(() => onMeasured(measures), [measures, onMeasured])
  useBed(editor)

  if (state.status !== 'failed' && !findings) {
    return (
      <Reserved>
        <p className="flex min-h-17 items-center gap-2.5 rounded-lg bg-hover px-3.5 text-ink-muted">
          <Spinner className="size-4" /> {t('Checking the surface…')}
        </p>
      </Reserved>
    )
  }
  const rows: FixableRow[] = [
    ...(findings ?? []).map((finding) => ({
      ...translateTexts(finding),
      ...(finding.tone === 'bad' && {
        fix: { kind: 'step', step: 'repair', label: t('Repair') } as const,
      }),
    })),
    ...(measures ? describeChecks(measures, { print, setup }) : isPending ? pendingRows : []),
    describeBed(print, setup),
    ...(topology?.isClosed
      ? [
          {
            tone: 'note' as const,
            title: t('Material volume'),
            value: formatAreaOrVolume(topology.volume * print.scale ** 3, 3),
          },
        ]
      : []),
  ]
  return (
    <Reserved>
      {state.status === 'failed' && (
        <Stopped message={translateSentence(state.message)} again={state.again} />
      )}
      <PrintVerdict rows={rows} isPending={isPending} onFix={onFix} />
      <Measuring state={measuring} />
      {measures && <HeatChoice editor={editor} measures={measures} />}
    </Reserved>
  )
}

/** Has the height of a usual result from the start, so that the steps below do not move. */
const Reserved = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-160 flex-col gap-4 @5xl:min-h-152 max-md:min-h-152">{children}</div>
)

/** Placeholders of the same height as the later rows, so that the steps below do not move. */
const pendingRows: readonly FixableRow[] = [
  t('Walls'),
  t('Fine details'),
  t('Overhangs'),
  t('Stands'),
].map((title) => ({ tone: 'note', title, detail: t('Being measured') }))

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
