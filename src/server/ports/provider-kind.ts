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
  /** The service of the connection. Its id is the first part of the ids of its models. */
  service: UpstreamService
  /** URL without a trailing slash. Empty if the kind of provider has a fixed URL. */
  baseUrl: string
  /**
   * Secrets, such as API keys, by the ids that the kind of provider defines. Empty secrets are
   * absent.
   */
  secrets: Readonly<Record<string, string>>
  /** Headers of every request, if the kind of provider `takesHeaders`. */
  headers?: Readonly<Record<string, string>>
  /** API that chats use, if the kind of provider `choosesChatApi`. Default: `auto`. */
  chatApi?: ChatApi | undefined
  /** Private hosts from which files may be fetched, from `BOZZETTO_FETCH_HOSTS`. */
  allowedHosts: readonly string[]
  /**
   * Returns the 3D models that are imported for this connection. The list may change while the
   * connection is in use.
   */
  imported?: () => readonly ConfirmedImport[]
}

export const importedModel = (
  { imported }: Pick<ConnectionSettings, 'imported'>,
  model: string,
): ConfirmedImport | undefined => imported?.().find((known) => known.model === model)

export type ConnectedProvider = {
  /** URL without secrets, which a connection test requests first. */
  url: string
  chat?: ChatProvider
  generation?: GenerationProvider
  embeddings?: EmbeddingsProvider
  search?: WebSearch
  voice?: VoiceProvider
  /**
   * Reads the descriptions of models that `listModels` does not return. Present if the kind of
   * provider has `imports`.
   */
  importer?: ModelImporter
  /**
   * Downloads and deletes models on the service's disk. Absent for kinds of providers without
   * `storage`.
   */
  storage?: ModelStorage
  /** Answers requests that `/llm` only forwards. Absent if the service has no such endpoints. */
  llm?: LlmUpstream
  /**
   * Checks the API keys free of charge. Absent if listing the models already requires the keys.
   * @returns a sentence about the response.
   * @throws {HttpError} the errors of `listModels`.
   */
  checkKeys?: (signal: AbortSignal) => Promise<string>
}

/**
 * Describes how to recognize a server on this machine by its response. The port is not enough,
 * because other programs may use the same port.
 */
export type LocalMark = {
  /** Default origin of the server: `http://127.0.0.1:11434`. */
  origin: string
  path: string
  /**
   * @param answer parsed JSON, or text.
   * @returns whether only this kind of server sends such a response.
   */
  isIt: (answer: unknown) => boolean
}

export type ProviderKind = ConnectionKind & {
  /** Marks that identify local servers of this kind. Absent for remote services. */
  localMarks?: readonly LocalMark[]
  connect: (settings: ConnectionSettings) => ConnectedProvider
}
