import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import type { LlmUpstream } from '../../ports/upstream-service.ts'

export type UpstreamSources = {
  catalogue: Pick<Catalogue, 'chat'>
  llmUpstreams: () => readonly LlmUpstream[]
  /** Services whose lists contain embedding models, which the catalogue omits. */
  embeddings: () => readonly EmbeddingsProvider[]
}

export type FoundUpstream = {
  upstream: LlmUpstream
  /** The service's own name for the model. */
  model: string
  /** Absent for models that are in no chat list. */
  provider?: ChatProvider
}

/** Longest wait for model lists if the request does not name a connection, in milliseconds. */
export const findMs = 15_000

/** The models that can answer, in order of preference. Only an alias has more than one. */
export type UpstreamOrder = {
  targets: readonly FoundUpstream[]
  /**
   * Longest wait for the first byte of a model before the next one is tried. Absent unless the
   * model is an alias.
   */
  timeoutMs?: number
}

/**
 * Finds the connections of a model by the rules of `Catalogue.chat`: `connection/model`, or a name
 * that exactly one connection lists. An alias yields the connections of all its available models.
 * @param what the endpoint, such as `embeddings`, for error messages.
 * @throws {HttpError} as `Catalogue.chat`, or `bad_request` if the connection does not offer the
 * endpoint.
 */
export async function findUpstreams(
  sources: UpstreamSources,
  modelId: string,
  what: string,
): Promise<UpstreamOrder> {
  const listed = await findListed(sources, modelId)
  const alias = listed.provider?.alias
  if (!alias) return { targets: [toUpstream(sources, listed, what)] }
  const found = await Promise.allSettled(
    alias.modelIds.map(async (id) => toUpstream(sources, await findListed(sources, id), what)),
  )
  const targets = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [first] = found
  if (targets.length === 0 && first?.status === 'rejected') throw first.reason
  return { targets, timeoutMs: alias.timeoutMs }
}

function toUpstream(
  sources: UpstreamSources,
  { id, model, provider }: Listed,
  what: string,
): FoundUpstream {
  const upstream = sources.llmUpstreams().find(({ service }) => service.id === id)
  if (!upstream) {
    throw new HttpError(
      'bad_request',
      `The connection “${id}” does not offer ${what}. Choose a model of another connection.`,
      { issues: [{ path: 'model', message: `has no ${what}` }] },
    )
  }
  return { upstream, model, ...(provider && { provider }) }
}

type Listed = { id: string; model: string; provider?: ChatProvider }

async function findListed(sources: UpstreamSources, modelId: string): Promise<Listed> {
  const signal = AbortSignal.timeout(findMs)
  try {
    const { provider, model } = await sources.catalogue.chat(modelId, signal)
    return { id: provider.id, model, provider }
  } catch (error) {
    const isUnknown = error instanceof HttpError && error.code === 'unknown_model'
    if (!isUnknown) throw error
    const found = (await findEmbeddingModel(sources, modelId)) ?? findOnly(sources, modelId)
    if (!found) throw error
    // Rejects models that are off or that the person may not use, which can be why the first lookup
    // failed.
    await sources.catalogue.chat(`${found.id}/${found.model}`, signal)
    return found
  }
}

/** Returns the connection if it is the only one, because hardly any service lists its rerankers. */
function findOnly({ llmUpstreams }: UpstreamSources, modelId: string): Listed | undefined {
  const [only, ...others] = llmUpstreams()
  // The first lookup has already decided about ids that name the connection.
  if (!only || others.length > 0 || modelId.startsWith(`${only.service.id}/`)) return undefined
  return { id: only.service.id, model: modelId }
}

async function findEmbeddingModel(
  { embeddings }: UpstreamSources,
  modelId: string,
): Promise<Listed | undefined> {
  const signal = AbortSignal.timeout(findMs)
  const lists = await Promise.all(
    embeddings().map(async (provider) => {
      // A connection that cannot be reached offers no models.
      const models = await provider.listModels(signal).catch(() => [])
      return models.some(({ id }) => id === `${provider.id}/${modelId}`) ? [provider.id] : []
    }),
  )
  const ids = lists.flat()
  if (ids.length > 1) {
    throw new HttpError(
      'bad_request',
      `Several providers have “${modelId}”. Use ${ids.map((id) => `${id}/${modelId}`).join(' or ')}.`,
      { issues: [{ path: 'model', message: 'is offered by several providers' }] },
    )
  }
  const [id] = ids
  return id === undefined ? undefined : { id, model: modelId }
}
