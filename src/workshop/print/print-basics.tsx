import { formatCount, formatFixed } from '#lib/format.ts'
import { isolateMeasures } from '#lib/language/format-message.ts'
import { language } from '#lib/language/translate.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import type { PrintMeasures } from '#model-files/print/checks/check-print.ts'
import { t } from '#languages/viewer.ts'
import type { PrintScale } from '../state/use-print-scale.ts'
import { needsSupports } from './describe-checks.ts'
import { Millimetres } from './millimetres.tsx'
import {
  estimateMaterial,
  findPrinter,
  type Printer,
  printers,
  type PrintSetup,
  printSetup,
} from './print-setup.ts'

type PrintBasicsProps = {
  print: PrintScale
  /** Undefined while the surface is being measured. */
  measures: PrintMeasures | undefined
}

/** Renders the height and the printer, which the verdict depends on, and the material used. */
export function PrintBasics({ print, measures }: PrintBasicsProps) {
  const [setup, setSetup] = useBrowserSetting(printSetup)
  return (
    <div className="card divide-y divide-line">
      <FormField
        label={t('Print height')}
        className="min-h-12 flex-row items-center justify-between gap-3 py-1.5 ps-3 pe-1.5"
      >
        <div className="w-28">
          <Millimetres value={print.heightMm} min={0.1} onChange={print.setHeightMm} />
        </div>
      </FormField>
      <div className="flex min-h-14 items-center justify-between gap-3 py-2 ps-3 pe-1">
        <div className="shrink-0">
          <p aria-hidden className="font-medium">
            {t('Printer')}
          </p>
          <p className="text-xs text-ink-muted">{formatBed(findPrinter(setup.printer))}</p>
        </div>
        <Select
          variant="ghost"
          aria-label={t('Printer')}
          value={setup.printer}
          options={printers.map((one) => ({
            value: one.id,
            label: one.name,
            hint: formatBed(one),
          }))}
          onValueChange={(printer) => setSetup({ ...setup, printer })}
        />
      </div>
      {/* Has the height of the estimate from the start, so that the rows below do not move. */}
      <div className="flex min-h-14 items-center justify-between gap-3 px-3 py-2">
        {measures ? (
          <Estimate measures={measures} setup={setup} scale={print.scale} />
        ) : (
          <span className="font-medium">{t('Material')}</span>
        )}
      </div>
    </div>
  )
}

const formatBed = ({ bedMm }: Printer): string => t('{mm} mm', { mm: bedMm.join(' × ') })

type EstimateProps = { measures: PrintMeasures; setup: PrintSetup; scale: number }

function Estimate({ measures, setup, scale }: EstimateProps) {
  const { name, grams, cost } = estimateMaterial(measures, { setup, scale })
  const weight = grams < 10 ? formatFixed(grams, 1) : formatCount(Math.round(grams))
  return (
    <>
      <div className="min-w-0">
        <p className="font-medium">{t('Material')}</p>
        <p className="text-xs text-pretty text-ink-muted">
          {t(
            '{material, select, true {Solid} other {{infillPercent}% infill}}{needsSupports, select, true {, supports not included} other {}}',
            {
              infillPercent: setup.infillPercent,
              material: setup.material === 'resin',
              needsSupports: needsSupports(measures),
            },
          )}
        </p>
      </div>
      <output className="min-w-0 text-end font-medium wrap-anywhere tabular-nums">
        {setup.currency === undefined
          ? t('{weight} g {name}', { weight, name })
          : t('{weight} g {name}, costs {cost}', {
              weight,
              name,
              cost: isolateMeasures(
                cost.toLocaleString(language, { style: 'currency', currency: setup.currency }),
                language,
              ),
            })}
      </output>
    </>
  )
}
