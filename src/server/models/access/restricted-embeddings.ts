import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { currentActorId } from '../../store/owner-scope.ts'
import type { ModelAccess } from './model-access.ts'
import { closed, refuseUnlisted } from './restricted-catalogue.ts'

/**
 * Returns the providers without models that the current person may not use. Background work of the
 * server may use all
 * models.
 */
export function restrictEmbeddings(
  embeddings: () => readonly EmbeddingsProvider[],
  { mayUse, looksClosed }: Pick<ModelAccess, 'mayUse' | 'looksClosed'>,
): () => readonly EmbeddingsProvider[] {
  const isOpen = (modelId: string): boolean => {
    const actorId = currentActorId()
    return actorId === undefined || mayUse(actorId, modelId)
  }
  const restrict = (provider: EmbeddingsProvider): EmbeddingsProvider => ({
    ...provider,
    listModels: async (signal) =>
      (await provider.listModels(signal)).filter(({ id }) => isOpen(id)),
    embed: async (request, signal) => {
      const modelId = `${provider.id}/${request.model}`
      if (!isOpen(modelId)) throw closed(modelId)
      const actorId = currentActorId()
      if (actorId !== undefined && looksClosed(actorId, modelId)) {
        await refuseUnlisted(modelId, provider, signal)
      }
      return provider.embed(request, signal)
    },
  })
  return () =>
    embeddings()
      .filter(({ id }) => isOpen(id))
      .map(restrict)
}
