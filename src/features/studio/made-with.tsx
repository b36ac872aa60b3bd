import type { ReactNode } from 'react'
import type { Asset } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import { language } from '#lib/language/translate.ts'
import { ownValue } from '#lib/own-value.ts'
import { type Field, readFields } from '#lib/params/read-fields.ts'
import { isEqual } from '#lib/params/matches.ts'
import { Button } from '#ui/actions/button.tsx'
import { type FactRow, Facts } from '#ui/layout/facts.tsx'
import { t } from '#languages/studio.ts'
import { takeRecipe } from './state/take-recipe.ts'

type MadeWithProps = {
  asset: Asset
  models: readonly Model3d[]
  /** Shows the form again. */
  onBack: () => void
  /** The line about waiting tasks. */
  line: ReactNode
}

/** Renders the settings that made the shown model, if the form has those of another model. */
export function MadeWith({ asset, models, onBack, line }: MadeWithProps) {
  const { recipe, pictureUrl } = asset
  const model = models.find(({ id }) => id === recipe?.modelId)
  return (
    <section
      aria-label={t('Settings of this model')}
      className="flex flex-col gap-3 px-4 py-3.5 md:h-full md:overflow-y-auto"
    >
      <h2 className="font-medium">{t('Settings of this model')}</h2>
      {pictureUrl !== undefined && (
        <img
          src={pictureUrl}
          alt={t('Picture')}
          className="h-40 w-full rounded-lg bg-surface-sunken object-contain"
        />
      )}
      {model && recipe ? (
        <Facts
          facts={[
            [t('Engine'), model.name],
            ...listChanged(model, recipe.params),
            ...(recipe.seed === undefined
              ? []
              : [[t('Variation (seed)'), String(recipe.seed)] as const]),
          ]}
        />
      ) : (
        <p className="text-pretty text-ink-muted">
          {t(
            'There are no settings to show. The model was opened from a file, edited, or made by an engine that is not connected.',
          )}
        </p>
      )}
      {model && recipe && (
        <Button onClick={() => takeRecipe(model, recipe, pictureUrl)}>
          {t('Use these settings')}
        </Button>
      )}
      <Button variant="ghost" onClick={onBack}>
        {t('Back to your picture')}
      </Button>
      <div className="mt-auto">{line}</div>
    </section>
  )
}

const shownKinds: ReadonlySet<Field['kind']> = new Set([
  'number',
  'integer',
  'boolean',
  'text',
  'enum',
])

function listChanged({ paramSchema }: Model3d, params: Record<string, unknown>): FactRow[] {
  return readFields(paramSchema).flatMap((field): FactRow[] => {
    const value = ownValue(params, field.name)
    const isUsual = value === undefined || value === '' || isEqual(value, field.default)
    if (isUsual || !shownKinds.has(field.kind)) return []
    return [[field.title, formatSetting(field, value)]]
  })
}

function formatSetting({ choices, unit }: Field, value: unknown): string {
  const choice = choices.find((one) => isEqual(one.value, value))
  if (choice) return choice.label
  if (typeof value === 'boolean') return value ? t('On // a setting') : t('Off // a setting')
  const text =
    typeof value === 'number'
      ? value.toLocaleString(language, { maximumFractionDigits: 6 })
      : String(value)
  return unit === undefined ? text : `${text} ${unit}`
}
