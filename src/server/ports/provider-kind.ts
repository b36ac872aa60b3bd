import type { ConnectionKind } from '#contract/connections.ts'
import type { ChatProvider } from './chat-provider.ts'
import type { GenerationProvider } from './generation-provider.ts'
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
}

/** A service that is connected. */
export type ConnectedProvider = {
  /** Where it is, without anything secret; a test of the connection reaches for it first. */
  url: string
  chat?: ChatProvider
  generation?: GenerationProvider
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

/** A service that can be connected: what a person has to enter, and what becomes of it. */
export type ProviderKind = ConnectionKind & {
  /** Makes the provider; calls nobody. */
  connect: (settings: ConnectionSettings) => ConnectedProvider
}
