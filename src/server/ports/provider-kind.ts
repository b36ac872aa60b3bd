import type { ConnectionKind } from '#contract/connections.ts'
import type { ChatProvider } from './chat-provider.ts'
import type { EmbeddingsProvider } from './embeddings.ts'
import type { GenerationProvider } from './generation-provider.ts'
import type { ImportedModel, ModelImporter } from './model-import.ts'
import type { ModelStorage } from './model-storage.ts'
import type { WebSearch } from './web-search.ts'
import type { LlmUpstream, UpstreamService } from './upstream-service.ts'

/** What somebody has entered to reach a service. */
export type ConnectionSettings = {
  /** The connection's id stands first in the ids of its models, its name begins sentences. */
  service: UpstreamService
  /** Without a slash at its end; empty where the kind has a fixed one. */
  baseUrl: string
  /** By the ids that the kind names; those that were left out are missing. */
  secrets: Readonly<Record<string, string>>
  /** Private hosts from which files may be fetched, by `BOZZETTO_FETCH_HOSTS`. */
  allowedHosts: readonly string[]
  /**
   * The 3D models that somebody has imported for this connection just now; they come and go while it is
   * in use. Absent: none. They are listed without the provider's doing.
   */
  imported?: () => readonly ImportedModel[]
}

/** The imported model of a name, where there is one. */
export const importedModel = (
  { imported }: Pick<ConnectionSettings, 'imported'>,
  model: string,
): ImportedModel | undefined => imported?.().find((known) => known.model === model)

/** A service that is connected. */
export type ConnectedProvider = {
  /** Where it is, without anything secret; a test of the connection reaches for it first. */
  url: string
  chat?: ChatProvider
  generation?: GenerationProvider
  /** Turns texts into vectors, for what is found by its meaning. */
  embeddings?: EmbeddingsProvider
  /** Searches the web for the chat. */
  search?: WebSearch
  /** Describes models that it does not list; present where its kind has `imports`. */
  importer?: ModelImporter
  /** The models on its disk; absent for kinds without `storage`. */
  storage?: ModelStorage
  /** Answers what only passes through `/llm`; absent where it has no such addresses. */
  llm?: LlmUpstream
  /**
   * Proves the keys without cost; absent where the list of models is refused to who has none.
   *
   * @returns a sentence about what was answered.
   * @throws {HttpError} as `listModels`.
   */
  checkKeys?: (signal: AbortSignal) => Promise<string>
}

/** How a server on this machine is recognised. Its port says nothing: others use the same. */
export type LocalMark = {
  /** Where it listens unless told otherwise: `http://127.0.0.1:11434`. */
  origin: string
  /** Read from there without a key. */
  path: string
  /** @param answer JSON, or text that is none. @returns whether only this kind of server answers so. */
  isIt: (answer: unknown) => boolean
}

/** A service that can be connected: what a person has to enter, and what becomes of it. */
export type ProviderKind = ConnectionKind & {
  /** Absent for services elsewhere. Connected is the kind's default address, with the port of the mark. */
  localMarks?: readonly LocalMark[]
  /** Makes the provider; calls nobody. */
  connect: (settings: ConnectionSettings) => ConnectedProvider
}
