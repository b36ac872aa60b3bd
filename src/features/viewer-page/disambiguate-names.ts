import { t } from '#languages/viewer.ts'
import { joinWithCommas } from '#lib/format.ts'
type Named = {
  name: string
  recipe?: { seed?: number | undefined; source?: { step: string } | undefined } | null | undefined
}

/**
 * Returns labels for models that are shown side by side. Adds the step, the seed or a number to
 * equal names.
 */
export function disambiguateNames(models: readonly Named[]): string[] {
  const labels = models.map((model) => {
    const isAlone = models.filter(({ name }) => name === model.name).length < 2
    return isAlone ? model.name : joinWithCommas([model.name, ...getOrigin(model)])
  })
  return labels.map((label, at) =>
    labels.indexOf(label) === labels.lastIndexOf(label)
      ? label
      : `${label} (${labels.slice(0, at + 1).filter((one) => one === label).length})`,
  )
}

function getOrigin({ recipe }: Named): string[] {
  if (recipe?.source) return [recipe.source.step]
  return recipe?.seed === undefined ? [] : [t('variation {seed}', { seed: recipe.seed })]
}
