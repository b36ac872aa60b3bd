import { aliasProviderId, type ModelAlias } from '#contract/model-aliases.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { createAliasProvider, type AliasTarget } from './alias-provider.ts'
import type { ModelAliases } from './model-aliases.ts'

type Options = {
  aliases: Pick<ModelAliases, 'list' | 'find' | 'modelsOf'>
  isOpen?: (modelId: string) => boolean
  findPrice: (provider: ChatProvider, model: string) => Promise<ChatPrice | undefined>
}

/**
 * Adds aliases to a catalogue of chat models. An alias is a name for an ordered list of models. The
 * models behind an alias come from `catalogue`, so that their permissions and metering apply.
 */
export function aliasCatalogue(catalogue: Catalogue, options: Options): Catalogue {
  const { aliases, isOpen = () => true, findPrice } = options

  return {
    ...catalogue,
    async list(signal) {
      const listed = await catalogue.list(signal)
      const chat = listed.models.filter((model) => model.kind === 'chat')
      const shown = aliases
        .list()
        .filter(({ name }) => isOpen(`${aliasProviderId}/${name}`))
        .flatMap((alias) => toListed(alias, aliases.modelsOf(alias), chat) ?? [])
      return { ...listed, models: [...shown, ...listed.models] }
    },
    chat(modelId, signal, more) {
      const alias = aliases.find(modelId)
      if (!alias || !isOpen(`${aliasProviderId}/${alias.name}`)) {
        return catalogue.chat(modelId, signal, more)
      }
      return open(alias, (id) => catalogue.chat(id, signal, more))
    },
  }

  /** @throws the error of the first model if no model of the alias can be used. */
  async function open(alias: ModelAlias, resolve: (id: string) => ReturnType<Catalogue['chat']>) {
    const found = await Promise.allSettled(aliases.modelsOf(alias).map(resolve))
    const targets = found.flatMap((one): AliasTarget[] =>
      one.status === 'fulfilled' ? [one.value] : [],
    )
    const [first] = found
    if (targets.length === 0 && first?.status === 'rejected') throw first.reason
    const provider = createAliasProvider(alias, targets, {
      findPrice,
      listed: (models) => toListed(alias, aliases.modelsOf(alias), models),
    })
    return { provider, model: alias.name }
  }
}

function toListed(
  { name }: ModelAlias,
  ids: readonly string[],
  models: readonly ChatModel[],
): ChatModel | undefined {
  const found = ids.flatMap((id) => models.find((model) => model.id === id) ?? [])
  const [first] = found
  if (!first) return undefined
  const contexts = found.flatMap(({ contextTokens }) => contextTokens ?? [])
  const all = (able: 'canSee' | 'canUseTools' | 'canReason') =>
    found.every((model) => model[able] !== undefined)
      ? { [able]: found.every((model) => model[able]) }
      : {}
  const price = highestPrice(found)
  return {
    id: `${aliasProviderId}/${name}`,
    name,
    provider: aliasProviderId,
    description: found.map((model) => model.name).join(', then '),
    kind: 'chat',
    ...(contexts.length > 0 && { contextTokens: Math.min(...contexts) }),
    ...all('canSee'),
    ...all('canUseTools'),
    ...all('canReason'),
    ...(price && { price }),
  }
}

function highestPrice(models: readonly ChatModel[]): ChatPrice | undefined {
  const prices = models.flatMap(({ price }) => price ?? [])
  const [first] = prices
  const isComparable =
    first !== undefined &&
    prices.length === models.length &&
    prices.every(({ currency }) => currency === first.currency)
  if (!isComparable) return undefined
  const tiers = prices.flatMap((price) => (price.long ? [price, price.long] : [price]))
  return {
    currency: first.currency,
    prompt: Math.max(...tiers.map(({ prompt }) => prompt)),
    completion: Math.max(...tiers.map(({ completion }) => completion)),
  }
}
