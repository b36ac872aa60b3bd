export type EmbeddingModel = {
  /** Id that begins with the connection, such as `ollama/nomic-embed-text`. */
  id: string
  name: string
}

export type EmbeddingsProvider = {
  id: string
  /** Can begin a sentence. Contains no secret. */
  title: string
  isFree?: boolean
  /** @throws {HttpError} the errors of `ChatProvider.listModels`. */
  listModels: (signal: AbortSignal) => Promise<EmbeddingModel[]>
  /**
   * Returns one vector per text. All have the same length.
   * @throws {HttpError} the errors of `ChatProvider.listModels`.
   */
  embed: (request: EmbedRequest, signal: AbortSignal) => Promise<EmbeddingResult>
}

export type EmbedRequest = {
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
