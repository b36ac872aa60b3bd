/** An embedding model. */
export type EmbeddingModel = {
  /** Id with the connection: `ollama/nomic-embed-text`. */
  id: string
  name: string
}

/** A service that creates embeddings of texts. */
export type EmbeddingsProvider = {
  /** First part of its models' ids. */
  id: string
  /** Can begin a sentence. Contains no secret. */
  title: string
  /** True if requests are free. */
  isFree?: boolean
  /** @throws {HttpError} as a provider's `listModels`. */
  listModels: (signal: AbortSignal) => Promise<EmbeddingModel[]>
  /**
   * Returns one vector per text. All have the same length.
   * @throws {HttpError} as a provider's `listModels`.
   */
  embed: (request: EmbedRequest, signal: AbortSignal) => Promise<EmbeddingResult>
}

export type EmbedRequest = {
  /** The service's own name for the model. */
  model: string
  texts: readonly string[]
  /** Longest wait for the whole response, in milliseconds. */
  timeoutMs: number
}

export type EmbeddingResult = {
  vectors: number[][]
  /** The usage that the service reports, unchanged. */
  usage?: Record<string, unknown>
}
