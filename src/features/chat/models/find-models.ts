import type { ChatModel } from '#contract/models.ts'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'

export type NamedModel = {
  model: ChatModel
  provider: string
  text: string
  /**
   * The model's entry in its provider's group, created once: a keystroke must not recreate
   * thousands of entries.
   */
  entry: ModelEntry
}

export type ModelEntry = ChatModel & {
  group: string
  providerName?: string
}

/** Number of models above which recent models are listed first. A shorter list fits in view. */
const longList = 8

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
    const entry = { ...model, group: name }
    group.members.push({ model, provider: name, text: getSearchText(model, name), entry })
  }
  return [...groups.values()].flatMap(({ members }) => members)
}

const getSearchText = ({ id, name, canSee, canUseTools, canReason }: ChatModel, provider: string) =>
  toFolded(
    `${id} ${name} ${provider}${canSee ? ' vision pictures' : ''}${canUseTools ? ' tools' : ''}${canReason ? ' reasoning thinks' : ''}`,
  )

/**
 * Returns the models whose name, id, provider or abilities contain every word: favourites first,
 * then recent ones, then the rest by provider.
 *
 * @param recentIds most recent first.
 */
export function findModels(
  models: readonly NamedModel[],
  query: string,
  recentIds: readonly string[],
): ModelEntry[] {
  const hasWords = createWordFilter(query)
  const recent = models.length > longList ? recentIds : []
  const favourites: ModelEntry[] = []
  const last: ModelEntry[] = []
  const others: ModelEntry[] = []
  for (const { model, provider, text, entry } of models) {
    if (!hasWords(text)) continue
    if (model.isFavourite === true) {
      favourites.push({ ...model, group: 'Favourites', providerName: provider })
    } else if (recent.includes(model.id)) {
      last.push({ ...model, group: 'Recent', providerName: provider })
    } else others.push(entry)
  }
  last.sort((a, b) => recent.indexOf(a.id) - recent.indexOf(b.id))
  return [...favourites, ...last, ...others]
}
