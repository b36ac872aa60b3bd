/** A model that turns text into vectors. */
export type EmbeddingModel = {
  /** With the connection in front: `ollama/nomic-embed-text`. */
  id: string
  name: string
}

/** A service that turns texts into vectors, near each other where the texts mean the same. */
export type EmbeddingsProvider = {
  /** First part of its models' ids. */
  id: string
  /** Begins a sentence, and holds no secret. */
  title: string
  /** It costs nothing. */
  isFree?: boolean
  /** @throws {HttpError} as a provider's `listModels`. */
  listModels: (signal: AbortSignal) => Promise<EmbeddingModel[]>
  /**
   * One vector for each text, all of one length.
   *
   * @throws {HttpError} as a provider's `listModels`.
   */
  embed: (request: EmbedRequest, signal: AbortSignal) => Promise<Embedded>
}

export type EmbedRequest = {
  /** The service's own name of the model. */
  model: string
  texts: readonly string[]
  /** Longest wait for the whole answer. */
  timeoutMs: number
}

export type Embedded = {
  vectors: number[][]
  /** What the service says was used, unchanged. */
  usage?: Record<string, unknown>
}
