import type { ChatApi, ConnectionKind } from '#contract/connections.ts'
import type { ChatProvider } from './chat-provider.ts'
import type { EmbeddingsProvider } from './embeddings.ts'
import type { GenerationProvider } from './generation-provider.ts'
import type { ImportedModel, ModelImporter } from './model-import.ts'
import type { ModelStorage } from './model-storage.ts'
import type { WebSearch } from './web-search.ts'
import type { LlmUpstream, UpstreamService } from './upstream-service.ts'

/** What a person entered to reach a service. */
export type ConnectionSettings = {
  /** Its id is the first part of its models' ids, its name can begin a sentence. */
  service: UpstreamService
  /** Without a trailing slash; empty if the kind has a fixed address. */
  baseUrl: string
  /** By the ids that the kind names; empty ones are missing. */
  secrets: Readonly<Record<string, string>>
  /** Sent along with every request, where the kind `takesHeaders`. */
  headers?: Readonly<Record<string, string>>
  /** Through which interface chats go, where the kind `choosesChatApi`; absent: `auto`. */
  chatApi?: ChatApi | undefined
  /** Private hosts from which files may be fetched, by `BOZZETTO_FETCH_HOSTS`. */
  allowedHosts: readonly string[]
  /**
   * The 3D models currently imported for this connection; they change while it is in use. Absent: none.
   * The catalogue lists them, not the provider.
   */
  imported?: () => readonly ImportedModel[]
}

/** The imported model with a name, if there is one. */
export const importedModel = (
  { imported }: Pick<ConnectionSettings, 'imported'>,
  model: string,
): ImportedModel | undefined => imported?.().find((known) => known.model === model)

/** A service that is connected. */
export type ConnectedProvider = {
  /** Its address, without secrets; a connection test requests it first. */
  url: string
  chat?: ChatProvider
  generation?: GenerationProvider
  /** Turns texts into vectors, for search by meaning. */
  embeddings?: EmbeddingsProvider
  /** Searches the web for the chat. */
  search?: WebSearch
  /** Describes models that it does not list; present where its kind has `imports`. */
  importer?: ModelImporter
  /** The models on its disk; absent for kinds without `storage`. */
  storage?: ModelStorage
  /** Answers requests that `/llm` only forwards; absent if it has no such endpoints. */
  llm?: LlmUpstream
  /**
   * Checks the keys free of charge; absent if listing the models already requires them.
   *
   * @returns a sentence about what was answered.
   * @throws {HttpError} as `listModels`.
   */
  checkKeys?: (signal: AbortSignal) => Promise<string>
}

/** How a server on this machine is recognized. Its port is no proof: others use the same. */
export type LocalMark = {
  /** Where it listens unless told otherwise: `http://127.0.0.1:11434`. */
  origin: string
  /** Read from there without a key. */
  path: string
  /** @param answer parsed JSON, or text. @returns whether only this kind of server answers like this. */
  isIt: (answer: unknown) => boolean
}

/** A service that can be connected: what a person enters, and how to connect with it. */
export type ProviderKind = ConnectionKind & {
  /** Absent for remote services. The kind's default address is connected, with the port of the mark. */
  localMarks?: readonly LocalMark[]
  /** Creates the provider without sending any request. */
  connect: (settings: ConnectionSettings) => ConnectedProvider
}
