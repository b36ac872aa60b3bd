import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { currentActorId } from '../../store/owner-scope.ts'
import type { ModelAccess } from './model-access.ts'
import { closed, refuseUnlisted } from './restricted-catalogue.ts'

/** Returns the providers without models that the current person may not use. */
export function restrictEmbeddings(
  embeddings: () => readonly EmbeddingsProvider[],
  { mayUse, looksClosed }: Pick<ModelAccess, 'mayUse' | 'looksClosed'>,
): () => readonly EmbeddingsProvider[] {
  const isOpen = (modelId: string): boolean => {
    const actorId = currentActorId()
    return actorId === undefined || mayUse(actorId, modelId)
  }
  const refuseClosed = async (provider: EmbeddingsProvider, model: string, signal: AbortSignal) => {
    const modelId = `${provider.id}/${model}`
    if (!isOpen(modelId)) throw closed(modelId)
    const actorId = currentActorId()
    if (actorId !== undefined && looksClosed(actorId, modelId)) {
      await refuseUnlisted(modelId, provider, signal)
    }
  }
  const restrict = (provider: EmbeddingsProvider): EmbeddingsProvider => ({
    ...provider,
    listModels: async (signal) =>
      (await provider.listModels(signal)).filter(({ id }) => isOpen(id)),
    embed: async (request, signal) => {
      await refuseClosed(provider, request.model, signal)
      return provider.embed(request, signal)
    },
    ...(provider.listRerankModels && {
      listRerankModels: async (signal) =>
        ((await provider.listRerankModels?.(signal)) ?? []).filter(({ id }) => isOpen(id)),
    }),
    ...(provider.rerank && {
      rerank: async (request, signal) => {
        const { listRerankModels: listModels = provider.listModels } = provider
        await refuseClosed({ ...provider, listModels }, request.model, signal)
        return (await provider.rerank?.(request, signal)) ?? { scores: [] }
      },
    }),
  })
  return () =>
    embeddings()
      .filter(({ id }) => isOpen(id))
      .map(restrict)
}
