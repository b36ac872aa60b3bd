import type { ChatModel } from '#contract/models.ts'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { t } from '#languages/app.ts'
import { getTokenPrice, passesFilters, type ModelFilter } from './model-filters.ts'
import { isPinned } from './pinned-models.ts'

export type NamedModel = {
  model: ChatModel
  provider: string
  text: string
  /** Name and id of the model, folded by `toFolded` for the search. */
  ownText: string
  /**
   * The model's entry in the group of its provider. Created once, because a key press must not
   * create thousands of entries.
   */
  entry: ModelEntry
}

export type ModelEntry = ChatModel & {
  group: string
  providerName?: string
}

/**
 * A list with more models than this starts with the recent models. A shorter list fits on the
 * screen.
 */
export const longList = 8

export function nameModels(
  models: readonly ChatModel[],
  nameOfProvider: (provider: string) => string,
): NamedModel[] {
  const groups = new Map<string, { name: string; members: NamedModel[] }>()
  for (const model of models) {
    const { provider } = model
    let group = groups.get(provider)
    if (!group) {
      group = { name: nameOfProvider(provider), members: [] }
      groups.set(provider, group)
    }
    const { name } = group
    group.members.push({
      model,
      provider: name,
      text: getSearchText(model, name),
      ownText: toFolded(`${getOwnId(model)} ${model.name}`),
      entry: { ...model, group: name },
    })
  }
  return [...groups.values()].flatMap(({ members }) => members)
}

const getOwnId = ({ id, provider }: ChatModel): string =>
  id.startsWith(`${provider}/`) ? id.slice(provider.length + 1) : id

const getSearchText = ({ id, name, canSee, canUseTools, canReason }: ChatModel, provider: string) =>
  toFolded(
    `${id} ${name} ${provider}${canSee ? ` ${t('vision pictures')}` : ''}${canUseTools ? ` ${t('tools')}` : ''}${canReason ? ` ${t('reasoning thinks')}` : ''}`,
  )

type ModelSearch = {
  query: string
  recentIds: readonly string[]
  pins?: ReadonlyMap<string, boolean>
  filters?: ReadonlySet<ModelFilter>
  isCheapestFirst?: boolean
}

/**
 * Returns the models that pass the filters and contain every word. Favourites come first, then
 * recent models, then other models by provider.
 */
export function findModels(models: readonly NamedModel[], search: ModelSearch): ModelEntry[] {
  const { query, filters = new Set(), isCheapestFirst = false } = search
  const hasWords = createWordFilter(query)
  const found = models.filter(({ model, text }) => hasWords(text) && passesFilters(model, filters))
  if (isCheapestFirst) return sortByPrice(found)
  if (query.trim() === '') return groupModels(found, search, models.length)
  const named = found.filter(({ ownText }) => hasWords(ownText))
  if (named.length === 0 || named.length === found.length) {
    return groupModels(found, search, models.length)
  }
  const others = found.filter(({ ownText }) => !hasWords(ownText))
  return [
    ...named.map(({ model, provider }) => ({
      ...model,
      group: t('Best matches'),
      providerName: provider,
    })),
    ...groupModels(others, search, models.length),
  ]
}

function groupModels(
  models: readonly NamedModel[],
  { recentIds, pins = new Map() }: ModelSearch,
  count: number,
): ModelEntry[] {
  const recent = count > longList ? recentIds : []
  const favourites: ModelEntry[] = []
  const last: ModelEntry[] = []
  const others: ModelEntry[] = []
  for (const { model, provider, entry } of models) {
    if (isPinned(model, pins)) {
      favourites.push({ ...model, group: t('Favourites'), providerName: provider })
    } else if (recent.includes(model.id)) {
      last.push({ ...model, group: t('Recent'), providerName: provider })
    } else others.push(entry)
  }
  last.sort((a, b) => recent.indexOf(a.id) - recent.indexOf(b.id))
  return [...favourites, ...last, ...others]
}

function sortByPrice(models: readonly NamedModel[]): ModelEntry[] {
  const entries = models.map(({ model, provider }) => ({
    ...model,
    group: getTokenPrice(model) === undefined ? t('Price not known') : t('Cheapest first'),
    providerName: provider,
  }))
  return entries.toSorted(
    (a, b) => (getTokenPrice(a) ?? Infinity) - (getTokenPrice(b) ?? Infinity) || 0,
  )
}
