/** A model that turns text into vectors. */
export type EmbeddingModel = {
  /** With the connection in front: `ollama/nomic-embed-text`. */
  id: string
  name: string
}

/** A service that turns texts into vectors that are close when the texts mean the same. */
export type EmbeddingsProvider = {
  /** First part of its models' ids. */
  id: string
  /** Can begin a sentence, and contains no secret. */
  title: string
  /** It is free. */
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
  /** The service's own name for the model. */
  model: string
  texts: readonly string[]
  /** Longest wait for the whole answer. */
  timeoutMs: number
}

export type Embedded = {
  vectors: number[][]
  /** The usage that the service reports, unchanged. */
  usage?: Record<string, unknown>
}
