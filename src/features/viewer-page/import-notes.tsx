import { joinWithCommas } from '#lib/format.ts'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { translateTexts } from '#lib/language/translate-texts.ts'
import { Fragment } from 'react'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { rememberUnit } from '#model-files/import/units/chosen-units.ts'
import type { ImportReport } from '#model-files/import/import-report.ts'
import { lengthUnits } from '#model-files/import/units/units.ts'
import type { ChosenVariants, VariantSet } from '#model-files/import/usd/variant-chooser.ts'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/viewer.ts'

type ImportNotesProps = {
  report: ImportReport
  onAgain: (variants: ChosenVariants) => void
}

export function ImportNotes({ report, onAgain }: ImportNotesProps) {
  const { unit, losses, missing, variants = [] } = report
  const count = losses.length + (missing.length > 0 ? 1 : 0)
  if (!unit && count === 0 && variants.length === 0) return null
  const chosen = Object.fromEntries(variants.map((set) => [set.key, set.chosen]))
  return (
    <div className="pointer-events-auto mb-2 flex max-w-sm flex-col gap-2 rounded-lg border border-line bg-surface-overlay/95 px-3 py-2 text-xs">
      {unit && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-ink-muted">{t('Units')}</span>
          <Select
            variant="ghost"
            aria-label={t('Units of the file')}
            value={unit.used}
            options={translateTexts(lengthUnits, ['label'])}
            onValueChange={(value) => {
              rememberUnit(unit.kind, value)
              onAgain(chosen)
            }}
          />
          {unit.isUnsure && (
            <span className="text-pretty">
              {t('{kind} files have no unit. Check that this one is right.', {
                kind: unit.kind.toUpperCase(),
              })}
            </span>
          )}
        </div>
      )}
      {variants.length > 0 && (
        <div className="grid max-h-40 grid-cols-[auto_1fr] items-center gap-x-2 gap-y-1 overflow-y-auto">
          {variants.map((set) => (
            <Fragment key={set.key}>
              <span className="truncate text-ink-muted">{getLabel(set, variants)}</span>
              <Select
                variant="ghost"
                aria-label={t('Variant of {set}', { set: getLabel(set, variants) })}
                value={set.chosen}
                options={set.options.map((value) => ({ value, label: value }))}
                onValueChange={(value) => onAgain({ ...chosen, [set.key]: value })}
              />
            </Fragment>
          ))}
        </div>
      )}
      {count > 0 && (
        <details>
          <summary className="flex cursor-pointer items-center gap-1.5 rounded-sm coarse:min-h-11">
            <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warning" />
            {count === 1 ? t('1 import note') : t('{count} import notes', { count })}
          </summary>
          <ul className="mt-1.5 flex max-h-40 list-disc flex-col gap-1 overflow-y-auto ps-5 text-pretty text-ink-muted">
            {missing.length > 0 && (
              <li>
                {t('Missing files: {missing}. Open them together with the model, or as a zip.', {
                  missing: joinWithCommas(missing),
                })}
              </li>
            )}
            {losses.map((loss) => (
              <li key={loss}>{translateSentence(loss)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/**
 * Returns the label of a variant set. Adds the names of its objects if several sets have the same
 * name.
 */
function getLabel({ name, objects }: VariantSet, sets: readonly VariantSet[]): string {
  const isUnique = sets.filter((set) => set.name === name).length === 1
  const [first = '', second] = objects
  const more = second === undefined ? '' : ` + ${objects.length - 1}`
  return isUnique ? name : `${name} (${first}${more})`
}
