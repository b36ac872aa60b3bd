import type { ChatApi, ConnectionKind } from '#contract/connections.ts'
import type { ChatProvider } from './chat-provider.ts'
import type { EmbeddingsProvider } from './embeddings.ts'
import type { GenerationProvider } from './generation-provider.ts'
import type { ConfirmedImport, ModelImporter } from './model-import.ts'
import type { ModelStorage } from './model-storage.ts'
import type { VoiceProvider } from './voice.ts'
import type { WebSearch } from './web-search.ts'
import type { LlmUpstream, UpstreamService } from './upstream-service.ts'

export type ConnectionSettings = {
  /**
   * The id of the service is the first part of the ids of its models. The name of the service can
   * begin a sentence.
   */
  service: UpstreamService
  /** URL without a trailing slash. Empty if the kind has a fixed URL. */
  baseUrl: string
  /** Secrets by the ids of the kind. Empty secrets are absent. */
  secrets: Readonly<Record<string, string>>
  /** Headers of every request, if the kind `takesHeaders`. */
  headers?: Readonly<Record<string, string>>
  /** API that chats use, if the kind `choosesChatApi`. Default: `auto`. */
  chatApi?: ChatApi | undefined
  /** Private hosts from which files may be fetched, from `BOZZETTO_FETCH_HOSTS`. */
  allowedHosts: readonly string[]
  /**
   * Returns the 3D models that are imported for this connection. They may change while the
   * connection is in use. The catalogue, not the provider, lists these models.
   */
  imported?: () => readonly ConfirmedImport[]
}

export const importedModel = (
  { imported }: Pick<ConnectionSettings, 'imported'>,
  model: string,
): ConfirmedImport | undefined => imported?.().find((known) => known.model === model)

export type ConnectedProvider = {
  /** URL without secrets. A connection test requests this URL first. */
  url: string
  chat?: ChatProvider
  generation?: GenerationProvider
  embeddings?: EmbeddingsProvider
  search?: WebSearch
  voice?: VoiceProvider
  /**
   * Reads the descriptions of models that `listModels` does not return. Present if the kind has
   * `imports`.
   */
  importer?: ModelImporter
  /** Downloads and deletes models on the service's disk. Absent for kinds without `storage`. */
  storage?: ModelStorage
  /** Answers requests that `/llm` only forwards. Absent if the service has no such endpoints. */
  llm?: LlmUpstream
  /**
   * Checks the keys free of charge. Absent if listing the models already requires them.
   * @returns a sentence about the response.
   * @throws {HttpError} the errors of `listModels`.
   */
  checkKeys?: (signal: AbortSignal) => Promise<string>
}

/**
 * Identifies a server on this machine. The port is not enough, because other programs may use it.
 */
export type LocalMark = {
  /** Default origin of the server: `http://127.0.0.1:11434`. */
  origin: string
  /** Path that is requested at this origin without a key. */
  path: string
  /**
   * @param answer parsed JSON, or text.
   * @returns whether only this kind of server answers like this.
   */
  isIt: (answer: unknown) => boolean
}

export type ProviderKind = ConnectionKind & {
  /**
   * Marks of local servers of this kind. A server that is found gets a connection with the kind's
   * default URL and the port of the mark. Absent for remote services.
   */
  localMarks?: readonly LocalMark[]
  /** Creates the provider without sending any request. */
  connect: (settings: ConnectionSettings) => ConnectedProvider
}
