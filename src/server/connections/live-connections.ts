import type { Connection } from '#contract/connections.ts'
import { HttpError } from '../errors/http-error.ts'
import { hideSecret } from '../observability/redact.ts'
import type { ChatProvider } from '../ports/chat-provider.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'
import type { ImportedModel, ModelImporter } from '../ports/model-import.ts'
import type { Providers } from '../ports/providers.ts'
import type { WebSearch } from '../ports/web-search.ts'
import type { LlmUpstream } from '../ports/upstream-service.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { withImported } from './imports/with-imported.ts'
import { watchProvider } from './watch-provider.ts'

/** How the service of a connection has behaved lately. */
export type ConnectionStatus = Pick<Connection, 'modelCount' | 'lastAnsweredAt' | 'problem'>

/** The connections that are in use, each with its provider. */
export type LiveConnections = {
  providers: Providers
  /** Who gets the requests of `/llm` that Bozzetto does not answer: a gateway before all others. */
  llmUpstream: () => LlmUpstream | undefined
  /** The first that searches the web. */
  webSearch: () => WebSearch | undefined
  entries: () => readonly ConnectionEntry[]
  statusOf: (id: string) => ConnectionStatus
  /** Who describes models of a connection that it does not list; absent where there is nobody. */
  importerOf: (id: string) => ModelImporter | undefined
  /** Absent where the connection has gone or cannot be used. */
  providerOf: (id: string) => ConnectedProvider | undefined
  /** Takes a connection in, or its new settings; work under way ends with the former ones. */
  put: (entry: ConnectionEntry, status?: ConnectionStatus) => void
  remove: (id: string) => void
  /** Forgets that it has failed, so that it is asked again at once. */
  renew: (id: string) => void
}

type Live = {
  entry: ConnectionEntry
  provider: ConnectedProvider | undefined
  status: ConnectionStatus
}

/**
 * @param options.builtIn providers that need no connection.
 * @param options.environment connections that are always there; they win over others with their ids.
 * @param options.onStatus hears of every change of a status that is worth keeping.
 */
export function createLiveConnections(options: {
  builtIn: { chat: readonly ChatProvider[]; generation: readonly GenerationProvider[] }
  environment: readonly ConnectionEntry[]
  /** The models that were imported for a connection. */
  importedOf: (id: string) => readonly ImportedModel[]
  onStatus: (id: string, status: ConnectionStatus) => void
}): LiveConnections {
  const { builtIn, environment, importedOf, onStatus } = options
  const live = new Map<string, Live>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const put = (entry: ConnectionEntry, status: ConnectionStatus = {}) => {
    for (const secret of Object.values(entry.settings.secrets)) hideSecret(secret)
    const own: Live = { entry, provider: undefined, status }
    if (entry.fault === undefined) {
      const imported = () => importedOf(entry.id)
      const connected = entry.kind.connect({ ...entry.settings, imported })
      own.provider = watchProvider(withImported(connected, imported), {
        answered: (modelCount) => {
          const { problem: _, ...known } = own.status
          const lastAnsweredAt = new Date().toISOString()
          own.status = { ...known, lastAnsweredAt, ...(modelCount !== undefined && { modelCount }) }
          onStatus(entry.id, own.status)
        },
        failed: (error) => {
          const problem = { ...error.toFailure(), at: new Date().toISOString() }
          own.status = { ...own.status, problem }
          onStatus(entry.id, own.status)
        },
      })
    }
    live.set(entry.id, own)
  }

  for (const entry of environment) put(entry)
  const fixed = new Set(environment.map(({ id }) => id))

  const inUse = () => [...live.values()].filter(({ entry }) => entry.isOn)
  const chatOf = ({ provider }: Live) => provider?.chat ?? []
  const generationOf = ({ entry, provider }: Live) =>
    provider?.generation ?? (entry.fault === undefined ? [] : lockedGeneration(entry))

  return {
    providers: {
      chat: () => [...builtIn.chat, ...inUse().flatMap(chatOf)],
      generation: () => [
        ...builtIn.generation,
        ...inUse().flatMap((own) => own.provider?.generation ?? []),
      ],
      generationKept: () => [...builtIn.generation, ...[...live.values()].flatMap(generationOf)],
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    llmUpstream: () => {
      const able = inUse().filter(({ provider }) => provider?.llm)
      const gateway = able.find(({ entry }) => entry.kind.offers.length > 1)
      return (gateway ?? able[0])?.provider?.llm
    },
    webSearch: () => inUse().find(({ provider }) => provider?.search)?.provider?.search,
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
    renew: (id) => {
      const own = live.get(id)
      if (!own) return
      put(own.entry, own.status)
      changed()
    },
    remove: (id) => {
      if (fixed.has(id) || !live.delete(id)) return
      changed()
    },
  }
}

/** Stands for a provider whose key does not open: what is left of its tasks fails with that reason. */
function lockedGeneration({ id, fault = '', kind }: ConnectionEntry): GenerationProvider[] {
  if (!kind.offers.includes('3d')) return []
  const refuse = () => Promise.reject(new HttpError('provider_unreachable', fault))
  return [{ id, concurrency: 1, listModels: refuse, produce: refuse }]
}
