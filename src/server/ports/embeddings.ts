export type EmbeddingModel = {
  /** Id of the model, starting with its connection, such as `ollama/nomic-embed-text`. */
  id: string
  name: string
}

export type EmbeddingsProvider = {
  id: string
  /**
   * Name of the service for error messages. The name can begin a sentence and contains no secret.
   */
  title: string
  isFree?: boolean
  listModels: (signal: AbortSignal) => Promise<EmbeddingModel[]>
  /**
   * Returns one vector per text, all of the same length.
   * @throws {HttpError} the errors of `ChatProvider.listModels`.
   */
  embed: (request: EmbedRequest, signal: AbortSignal) => Promise<EmbeddingResult>
  listRerankModels?: (signal: AbortSignal) => Promise<EmbeddingModel[]>
  rerank?: (request: RerankRequest, signal: AbortSignal) => Promise<RerankResult>
}

export type RerankRequest = EmbedRequest & { query: string }

export type RerankResult = {
  /**
   * One score per text. A higher score means a better match. Undefined for a text that the service
   * left out.
   */
  scores: readonly (number | undefined)[]
  usage?: Record<string, unknown>
}

export type EmbedRequest = {
  model: string
  texts: readonly string[]
  timeoutMs: number
}

export type EmbeddingResult = {
  vectors: number[][]
  usage?: Record<string, unknown>
}
