import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { currentActorId } from '../../store/owner-scope.ts'
import type { ModelAccess } from './model-access.ts'
import { closed } from './restricted-catalogue.ts'

/** The same services, without what the current person may not use. The server's own work may use all. */
export function restrictedEmbeddings(
  embeddings: () => readonly EmbeddingsProvider[],
  { mayUse }: Pick<ModelAccess, 'mayUse'>,
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
      return provider.embed(request, signal)
    },
  })
  return () =>
    embeddings()
      .filter(({ id }) => isOpen(id))
      .map(restrict)
}
