import type { ChatModel } from '#contract/models.ts'

/** A model, the name of its provider, and all that a search looks at. */
export type NamedModel = {
  model: ChatModel
  provider: string
  text: string
  /** Among the others of its provider, made once: a letter typed makes none of thousands anew. */
  entry: FoundModel
}

/** An entry of the picker. */
export type FoundModel = ChatModel & {
  group: string
  /** Said beside the model where the group does not say it. */
  providerName?: string
}

/** Below it everything is in view, and a list of the last ones would only repeat it. */
const longList = 8

/** Models of one provider together, ready to be searched. */
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
    group.members.push({ model, provider: name, text: textOf(model, name), entry })
  }
  return [...groups.values()].flatMap(({ members }) => members)
}

const textOf = ({ id, name, canSee, canUseTools, canReason }: ChatModel, provider: string) =>
  `${id} ${name} ${provider}${canSee ? ' vision pictures' : ''}${canUseTools ? ' tools' : ''}${canReason ? ' reasoning thinks' : ''}`.toLowerCase()

/**
 * Models whose name, id, provider or abilities contain every word: favourites first, then those chosen
 * last, then all others by provider.
 *
 * @param recentIds the last one first.
 */
export function findModels(
  models: readonly NamedModel[],
  query: string,
  recentIds: readonly string[],
): FoundModel[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const recent = models.length > longList ? recentIds : []
  const favourites: FoundModel[] = []
  const last: FoundModel[] = []
  const others: FoundModel[] = []
  for (const { model, provider, text, entry } of models) {
    if (!words.every((word) => text.includes(word))) continue
    if (model.isFavourite === true) {
      favourites.push({ ...model, group: 'Favourites', providerName: provider })
    } else if (recent.includes(model.id)) {
      last.push({ ...model, group: 'Recent', providerName: provider })
    } else others.push(entry)
  }
  last.sort((a, b) => recent.indexOf(a.id) - recent.indexOf(b.id))
  return [...favourites, ...last, ...others]
}
