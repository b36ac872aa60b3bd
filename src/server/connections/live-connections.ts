import type { Connection } from '#contract/connections.ts'
import { HttpError } from '../errors/http-error.ts'
import { hideSecret } from '../observability/redact.ts'
import type { ChatProvider } from '../ports/chat-provider.ts'
import type { EmbeddingsProvider } from '../ports/embeddings.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'
import type { ImportedModel, ModelImporter } from '../ports/model-import.ts'
import type { Providers } from '../ports/providers.ts'
import type { WebSearch } from '../ports/web-search.ts'
import type { LlmUpstream } from '../ports/upstream-service.ts'
import { secretsIn } from '../providers/openai/client-connection.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { withImported } from './imports/with-imported.ts'
import { watchProvider } from './watch-provider.ts'

/** How the service of a connection has behaved lately. */
export type ConnectionStatus = Pick<Connection, 'modelCount' | 'lastAnsweredAt' | 'problem'>

/**
 * The connections that are in use, each with its provider. Of those of a person or team, who the work is done for
 * is given their own alone; work that was begun ends all the same.
 */
export type LiveConnections = {
  providers: Providers
  /** The connections that accept requests which `/llm` only forwards. */
  llmUpstreams: () => readonly LlmUpstream[]
  /** Those that make embeddings. */
  embeddings: () => readonly EmbeddingsProvider[]
  /** Connections that search the web, with their ids. */
  webSearches: () => readonly { id: string; search: WebSearch }[]
  entries: () => readonly ConnectionEntry[]
  statusOf: (id: string) => ConnectionStatus
  /** Who describes models of a connection that it does not list; absent where there is nobody. */
  importerOf: (id: string) => ModelImporter | undefined
  /** Absent where the connection has gone or cannot be used. */
  providerOf: (id: string) => ConnectedProvider | undefined
  /** Takes a connection in, or its new settings; work under way ends with the former ones. */
  put: (entry: ConnectionEntry, status?: ConnectionStatus) => void
  remove: (id: string) => void
  /** Makes it anew, so that what it remembers of its service is asked for again. */
  renew: (id: string) => void
  /** Notes that its service has just answered to somebody else; what failed before is over. */
  noteAnswer: (id: string) => void
  /** Notes that its service has just failed for somebody else. */
  noteFailure: (id: string, error: HttpError) => void
}

type Live = {
  entry: ConnectionEntry
  provider: ConnectedProvider | undefined
  status: ConnectionStatus
  /** When an answer was noted last. */
  answeredMs?: number
  /** Its service did not take the key, when its models were used or listed last. */
  keyRefusedTo?: 'use' | 'list' | undefined
}

/** Under load nobody needs to hear a thousand times a second that a service answers. */
const answeredStepMs = 1_000

type OnStatus = (id: string, status: ConnectionStatus, before: ConnectionStatus) => void

/**
 * @param options.builtIn providers that need no connection.
 * @param options.environment connections that are always there; they win over others with their ids.
 * @param options.onStatus hears of every new status, and of the one before it.
 */
export function createLiveConnections(options: {
  builtIn: { chat: readonly ChatProvider[]; generation: readonly GenerationProvider[] }
  environment: readonly ConnectionEntry[]
  /** The models that were imported for a connection. */
  importedOf: (id: string) => readonly ImportedModel[]
  /** Whether whoever the work is done for may use it. */
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
      chat: () => [...builtIn.chat, ...inUse().flatMap(chatOf)],
      generation: () => [
        ...builtIn.generation,
        ...inUse().flatMap((own) => own.provider?.generation ?? []),
      ],
      problems: () => inUse().flatMap(refusalOf),
      generationKept: () => [...builtIn.generation, ...[...live.values()].flatMap(generationOf)],
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    llmUpstreams: () => inUse().flatMap(({ provider }) => provider?.llm ?? []),
    embeddings: () => inUse().flatMap(({ provider }) => provider?.embeddings ?? []),
    webSearches: () => inUse().flatMap(searchOf),
    entries: () => [...live.values()].map(({ entry }) => entry),
    statusOf: (id) => live.get(id)?.status ?? {},
    importerOf: (id) => live.get(id)?.provider?.importer,
    providerOf: (id) => live.get(id)?.provider,
    put: (entry, status) => {
      // Those of the environment stay as they are.
      if (fixed.has(entry.id)) return
      put(entry, status)
      changed()
    },
    renew,
    noteAnswer: (id) => {
      // The provider would go on for a while to say what has failed.
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

const chatOf = ({ provider }: Live) => provider?.chat ?? []
const searchOf = ({ entry: { id }, provider }: Live) =>
  provider?.search ? [{ id, search: provider.search }] : []
const generationOf = ({ entry, provider }: Live) =>
  provider?.generation ?? (entry.fault === undefined ? [] : lockedGeneration(entry))

/** Why the models of a connection cannot be used though they are listed. */
const refusalOf = ({ entry: { id }, status: { problem }, keyRefusedTo }: Live) =>
  keyRefusedTo && problem ? [{ provider: id, message: problem.message }] : []

/** What a former provider still says, of old settings, is not believed: nobody would correct it. */
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
      // A list may be for everybody, or remembered from before: that says nothing about the key.
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

/** Stands for a provider whose key does not open: what is left of its tasks fails with that reason. */
function lockedGeneration({ id, fault = '', kind }: ConnectionEntry): GenerationProvider[] {
  if (!kind.offers.includes('3d')) return []
  const refuse = () => Promise.reject(new HttpError('provider_unreachable', fault))
  return [{ id, concurrency: 1, listModels: refuse, produce: refuse }]
}
