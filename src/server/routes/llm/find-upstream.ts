import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import type { LlmUpstream } from '../../ports/upstream-service.ts'

export type UpstreamSources = {
  catalogue: Pick<Catalogue, 'chat'>
  llmUpstreams: () => readonly LlmUpstream[]
  embeddings: () => readonly EmbeddingsProvider[]
  voices: () => readonly { id: string }[]
}

export type FoundUpstream = {
  upstream: LlmUpstream
  model: string
  /** Absent for models that no list of chat models contains. */
  provider?: ChatProvider
}

/** Maximum wait for the model lists if the request does not name a connection, in milliseconds. */
export const findMs = 15_000

/** Models that can answer, in order of preference. Only an alias has more than one model. */
export type UpstreamOrder = {
  targets: readonly FoundUpstream[]
  /**
   * Maximum wait for a model's first byte, in milliseconds, before the next model of the alias is
   * tried.
   */
  timeoutMs?: number
}

/**
 * Finds the connections of a model, given as `connection/model`, an alias, or a name that exactly
 * one connection lists.
 * @param what the endpoint, such as `embeddings`, for error messages.
 * @throws {HttpError} the errors of `Catalogue.chat`, or `bad_request` if the connection lacks the
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
    const voice = findVoiceService(sources, modelId)
    if (voice) return voice
    const found = (await findEmbeddingModel(sources, modelId)) ?? findOnly(sources, modelId)
    if (!found) throw error
    // Throws if the model is disabled or the person may not use the model. Both may have caused the
    // failure of the first lookup.
    await sources.catalogue.chat(`${found.id}/${found.model}`, signal)
    return found
  }
}

function findVoiceService(
  { llmUpstreams, voices }: UpstreamSources,
  modelId: string,
): Listed | undefined {
  const [id = '', ...name] = modelId.split('/')
  const upstream = llmUpstreams().find(({ service }) => service.id === id)
  const isOpen = voices().some((voice) => voice.id === id)
  if (!upstream?.hasOnlyVoice || !isOpen || name.length === 0) return undefined
  return { id, model: name.join('/') }
}

/**
 * Returns the only connection, even if it does not list the model, because services rarely list
 * their reranking models.
 */
function findOnly({ llmUpstreams }: UpstreamSources, modelId: string): Listed | undefined {
  const [only, ...others] = llmUpstreams()
  // If the id names a connection, the first lookup has already checked that connection.
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
      // A connection that cannot be reached counts as a connection without models.
      const models = await provider.listModels(signal).catch(() => [])
      return models.some(({ id }) => id === `${provider.id}/${modelId}`) ? [provider.id] : []
    }),
  )
  const ids = lists.flat()
  if (ids.length > 1) {
    throw new HttpError(
      'bad_request',
      `Several services have “${modelId}”. Use ${ids.map((id) => `${id}/${modelId}`).join(' or ')}.`,
      { issues: [{ path: 'model', message: 'is offered by several providers' }] },
    )
  }
  const [id] = ids
  return id === undefined ? undefined : { id, model: modelId }
}
