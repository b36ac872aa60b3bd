import type { ListedModel } from '#contract/model-settings.ts'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { t } from '#languages/settings.ts'

export type ListedModelFilter = 'all' | 'on' | 'off' | 'favourite'

export type SearchedModel = ListedModel & { text: string }

/**
 * Creates the search texts of models in advance, so that each key press searches thousands of
 * models quickly.
 */
export const toSearched = (models: readonly ListedModel[]): SearchedModel[] =>
  models.map((model) => {
    const { id, name, listedName, canSee, canUseTools, canReason } = model
    const abilities = `${canSee ? ` ${t('vision pictures')}` : ''}${canUseTools ? ` ${t('tools')}` : ''}${canReason ? ` ${t('reasoning')}` : ''}`
    return { ...model, text: toFolded(`${id} ${name} ${listedName}${abilities}`) }
  })

export function findListed(
  models: readonly SearchedModel[],
  query: string,
  filter: ListedModelFilter,
): SearchedModel[] {
  const hasWords = createWordFilter(query)
  return models.filter((model) => passes(model, filter) && hasWords(model.text))
}

function passes({ isOn, isFavourite }: ListedModel, filter: ListedModelFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'favourite') return isFavourite
  return isOn === (filter === 'on')
}
