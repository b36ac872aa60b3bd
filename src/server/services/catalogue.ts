import type { Store } from '../store/store.ts'
import type { Access } from '../access/access.ts'
import type { ModelFiles } from '../models/model-files.ts'
import type { ModelAliases } from '../chat/aliases/model-aliases.ts'
import type { Spending } from '../spending/spending.ts'
import type { openConnections } from '../connections/open-connections.ts'
import { openModelAccess } from '../models/access/model-access.ts'
import { createCatalogue } from '../models/catalogue.ts'
import { localImageTo3d } from '../models/local-image-to-3d.ts'
import { meteredCatalogue } from '../chat/completions/metered-chat.ts'
import { restrictCatalogue } from '../models/access/restricted-catalogue.ts'
import { currentActorId } from '../store/owner-scope.ts'
import { aliasCatalogue } from '../chat/aliases/alias-catalogue.ts'
import { findPrice } from '../chat/completions/model-facts.ts'
import { restrictEmbeddings } from '../models/access/restricted-embeddings.ts'

const priceWaitMs = 1_000

type CatalogueOptions = {
  store: Store
  access: Pick<Access, 'teams'>
  modelFiles: ModelFiles
  modelAliases: ModelAliases
  spending: Spending
}

/**
 * Opens the catalogue of all models. The catalogue contains only models that the current person may
 * use, and counts the usage of chat models.
 */
export async function openCatalogue(
  {
    providers,
    changes,
    choices,
    isHidden,
    embeddings,
    webSearches,
    voices,
  }: Awaited<ReturnType<typeof openConnections>>,
  { store, access, modelFiles, modelAliases, spending }: CatalogueOptions,
) {
  const onLate = () => changes.tell('models')
  const modelAccess = await openModelAccess(store, (userId) => access.teams.idsOf(userId))
  changes.onElsewhere(modelAccess.readAgain)
  changes.onElsewhere(modelAliases.readAgain)
  const all = createCatalogue({ providers, modelFiles, choices, onLate })
  const metered = meteredCatalogue(restrictCatalogue(all, { ...modelAccess, isHidden }), spending)
  const isOpen = (modelId: string) => {
    const actorId = currentActorId()
    return actorId === undefined || modelAccess.mayUse(actorId, modelId)
  }
  return {
    catalogue: aliasCatalogue(metered, {
      aliases: modelAliases,
      isOpen,
      findPrice: (provider, model) => findPrice(provider, model, priceWaitMs),
    }),
    embeddings: restrictEmbeddings(embeddings, modelAccess),
    webSearch: () => webSearches().find(({ id }) => isOpen(id))?.search,
    voices: () => voices().filter(({ id }) => isOpen(id)),
    modelAccess,
    modelAliases,
    isNothingConnected: () =>
      providers.chat().every(({ isFallback }) => isFallback === true) &&
      providers.generation().every(({ id }) => id === localImageTo3d.provider),
  }
}
