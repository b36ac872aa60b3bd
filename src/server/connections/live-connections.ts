import type { Connection } from '#contract/connections.ts'
import { HttpError } from '../errors/http-error.ts'
import { hideSecret } from '../observability/redact.ts'
import type { ChatProvider } from '../ports/chat-provider.ts'
import type { EmbeddingsProvider } from '../ports/embeddings.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'
import type { ConfirmedImport, ModelImporter } from '../ports/model-import.ts'
import type { Providers } from '../ports/providers.ts'
import type { VoiceProvider } from '../ports/voice.ts'
import type { WebSearch } from '../ports/web-search.ts'
import type { LlmUpstream } from '../ports/upstream-service.ts'
import { secretsIn } from '../providers/openai/client-connection.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { withImported } from './imports/with-imported.ts'
import { watchProvider } from './watch-provider.ts'

/** State of a connection's service: number of models, time of the last response, and last error. */
export type ConnectionStatus = Pick<Connection, 'modelCount' | 'lastAnsweredAt' | 'problem'>

/** The voice provider of a connection, with the connection's id and name. */
export type NamedVoice = { id: string; name: string; voice: VoiceProvider }

/**
 * The connections in use, each with its provider. After a connection is removed, running work may
 * finish.
 */
export type LiveConnections = {
  providers: Providers
  /** Returns the connections to which `/llm` may forward requests. */
  llmUpstreams: () => readonly LlmUpstream[]
  embeddings: () => readonly EmbeddingsProvider[]
  webSearches: () => readonly { id: string; search: WebSearch }[]
  voices: () => readonly NamedVoice[]
  entries: () => readonly ConnectionEntry[]
  statusOf: (id: string) => ConnectionStatus
  importerOf: (id: string) => ModelImporter | undefined
  providerOf: (id: string) => ConnectedProvider | undefined
  /** Adds a connection or replaces its settings. Running work keeps the old settings. */
  put: (entry: ConnectionEntry, status?: ConnectionStatus) => void
  remove: (id: string) => void
  /** Recreates the provider, which clears its cache. */
  renew: (id: string) => void
  /**
   * Records a response of the service and clears earlier errors. For requests that did not use
   * `providers`.
   */
  noteAnswer: (id: string) => void
  noteFailure: (id: string, error: HttpError) => void
}

type Live = {
  entry: ConnectionEntry
  provider: ConnectedProvider | undefined
  status: ConnectionStatus
  answeredMs?: number
  /**
   * The kind of request for which the service last refused the key. Absent if the key was not
   * refused.
   */
  keyRefusedTo?: 'use' | 'list' | undefined
}

/**
 * Responses are recorded at most once per second, because there may be thousands of responses per
 * second.
 */
const answeredStepMs = 1_000

type OnStatus = (id: string, status: ConnectionStatus, before: ConnectionStatus) => void

/**
 * @param options.builtIn providers that need no connection.
 * @param options.environment permanent connections, which take precedence over stored connections
 * with the same id.
 * @param options.onStatus receives every new status and the previous status.
 */
export function createLiveConnections(options: {
  builtIn: { chat: readonly ChatProvider[]; generation: readonly GenerationProvider[] }
  environment: readonly ConnectionEntry[]
  importedOf: (id: string) => readonly ConfirmedImport[]
  isOpen?: (entry: ConnectionEntry) => boolean
  onStatus: OnStatus
}): LiveConnections {
  const { builtIn, environment, importedOf, isOpen = () => true, onStatus } = options
  const live = new Map<string, Live>()
  const note = noteStatus(live, onStatus)
  const listeners = new Set<() => void>()
  const changed = () => listeners.forEach((listener) => listener())

  const put = (entry: ConnectionEntry, status: ConnectionStatus = {}) => {
    const { secrets, headers } = entry.settings
    for (const secret of [...Object.values(secrets), ...secretsIn(headers)]) hideSecret(secret)
    const own: Live = { entry, provider: undefined, status }
    if (entry.fault === undefined) {
      const imported = () => importedOf(entry.id)
      const connected = entry.kind.connect({ ...entry.settings, imported })
      own.provider = watchProvider(withImported(connected, imported), {
        answered: (modelCount) => note.answered(own, modelCount),
        listed: (modelCount) => note.listed(own, modelCount),
        failed: (error, isList) => note.failed(own, error, isList),
      })
    }
    live.set(entry.id, own)
  }

  const renew = (id: string) => {
    const own = live.get(id)
    if (!own) return
    put(own.entry, own.status)
    changed()
  }

  for (const entry of environment) put(entry)
  const fixed = new Set(environment.map(({ id }) => id))

  const inUse = () => [...live.values()].filter(({ entry }) => entry.isOn && isOpen(entry))

  return {
    providers: {
      chat: () => [...builtIn.chat, ...inUse().flatMap(getChat)],
      generation: () => [
        ...builtIn.generation,
        ...inUse().flatMap((own) => own.provider?.generation ?? []),
      ],
      problems: () => inUse().flatMap(getRefusal),
      generationKept: () => [...builtIn.generation, ...[...live.values()].flatMap(getGeneration)],
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    llmUpstreams: () => inUse().flatMap(({ provider }) => provider?.llm ?? []),
    embeddings: () => inUse().flatMap(({ provider }) => provider?.embeddings ?? []),
    webSearches: () => inUse().flatMap(getSearch),
    voices: () => inUse().flatMap(getVoice),
    entries: () => [...live.values()].map(({ entry }) => entry),
    statusOf: (id) => live.get(id)?.status ?? {},
    importerOf: (id) => live.get(id)?.provider?.importer,
    providerOf: (id) => live.get(id)?.provider,
    put: (entry, status) => {
      if (fixed.has(entry.id)) return
      put(entry, status)
      changed()
    },
    renew,
    noteAnswer: (id) => {
      // A provider caches its last error, so the provider is recreated.
      if (live.get(id)?.status.problem) renew(id)
      const own = live.get(id)
      if (own) note.answered(own)
    },
    noteFailure: (id, error) => {
      const own = live.get(id)
      if (own) note.failed(own, error, true)
    },
    remove: (id) => {
      if (fixed.has(id) || !live.delete(id)) return
      changed()
    },
  }
}

const getChat = ({ provider }: Live) => provider?.chat ?? []
const getSearch = ({ entry: { id }, provider }: Live) =>
  provider?.search ? [{ id, search: provider.search }] : []
const getVoice = ({ entry: { id, name }, provider }: Live): NamedVoice[] =>
  provider?.voice ? [{ id, name, voice: provider.voice }] : []
const getGeneration = ({ entry, provider }: Live) =>
  provider?.generation ?? (entry.fault === undefined ? [] : lockedGeneration(entry))

const getRefusal = ({ entry: { id }, status: { problem }, keyRefusedTo }: Live) =>
  keyRefusedTo && problem ? [{ provider: id, message: problem.message }] : []

/**
 * Creates a function that stores a status. Results of a provider with old settings are ignored,
 * because they would never be corrected.
 */
function noteStatus(live: ReadonlyMap<string, Live>, onStatus: OnStatus) {
  const note = (own: Live, status: ConnectionStatus) => {
    if (live.get(own.entry.id) !== own) return
    const before = own.status
    own.status = status
    onStatus(own.entry.id, status, before)
  }
  const listed = (own: Live, modelCount: number) => {
    if (own.status.modelCount !== modelCount) note(own, { ...own.status, modelCount })
  }
  return {
    answered: (own: Live, modelCount?: number) => {
      const { problem: _, ...known } = own.status
      const nowMs = performance.now()
      // A public or cached list of models does not prove that the key is valid.
      const saysNothing = own.keyRefusedTo === 'use' || own.provider?.checkKeys !== undefined
      if (modelCount !== undefined && own.keyRefusedTo && saysNothing) {
        return listed(own, modelCount)
      }
      own.keyRefusedTo = undefined
      const isNews = modelCount !== undefined || own.status.problem !== undefined
      if (!isNews && nowMs - (own.answeredMs ?? -Infinity) < answeredStepMs) return
      own.answeredMs = nowMs
      note(own, {
        ...known,
        lastAnsweredAt: now(),
        ...(modelCount !== undefined && { modelCount }),
      })
    },
    listed,
    failed: (own: Live, error: HttpError, isList: boolean) => {
      own.keyRefusedTo = error.isAboutKey ? (isList ? 'list' : 'use') : undefined
      note(own, { ...own.status, problem: { ...error.toFailure(), at: now() } })
    },
  }
}

const now = () => new Date().toISOString()

/**
 * Creates a substitute for a provider whose key cannot be decrypted. Its unfinished tasks fail with
 * that reason.
 */
function lockedGeneration({ id, fault = '', kind }: ConnectionEntry): GenerationProvider[] {
  if (!kind.offers.includes('3d')) return []
  const refuse = () => Promise.reject(new HttpError('provider_unreachable', fault))
  return [{ id, concurrency: 1, listModels: refuse, produce: refuse }]
}
