import { translateTexts } from '#lib/language/translate-texts.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { withVariant } from '#model-files/glb/variant-address.ts'
import { describeTopology } from '#model-files/inspect/report.ts'
import { t } from '#languages/viewer.ts'
import { formatAreaOrVolume } from '../report/format-area.ts'
import { useReport } from '../report/use-report.ts'
import type { EditorState } from '../state/editor-state.ts'
import { describeBed, describeChecks } from './describe-checks.ts'
import type { FixableRow } from './print-check-row.ts'
import { printSetup } from './print-setup.ts'
import { useMeasures } from './use-measures.ts'

export type PrintChecks = ReturnType<typeof usePrintChecks>

/** Checks whether the visible model can be printed. `rows` is undefined until there are results. */
export function usePrintChecks({ model, choice, parts, print }: EditorState) {
  const url = withVariant(model.url, choice)
  const [setup] = useBrowserSetting(printSetup)
  const report = useReport(url, parts)
  const measuring = useMeasures(url, parts, setup.limitDegrees)
  const measures = measuring?.status === 'done' ? measuring.measures : undefined
  const isPending = measuring === undefined || measuring.status === 'working'
  const topology = report.status === 'done' ? report.report.topology : undefined
  const findings = topology && describeTopology(topology)
  const rows: FixableRow[] | undefined =
    report.status === 'working'
      ? undefined
      : [
          ...(findings ?? []).map((finding) => ({
            ...translateTexts(finding),
            ...(finding.tone === 'bad' && {
              fix: {
                kind: 'step',
                step: { kind: 'repair' },
                label: t('Repair'),
                action: t('Repair the surface'),
              } as const,
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
  const isSound = findings?.every(({ tone }) => tone !== 'bad')
  return { report, rows, isSound, measuring, measures, isPending }
}

/** Placeholders of the same height as the later rows, so that the steps below do not move. */
const pendingRows: readonly FixableRow[] = [
  t('Walls'),
  t('Fine details'),
  t('Overhangs'),
  t('Stands'),
].map((title) => ({ tone: 'note', title, detail: t('Being measured') }))
