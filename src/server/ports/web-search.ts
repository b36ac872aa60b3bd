export type WebHit = { title: string; url: string; snippet: string }

export type WebSearch = {
  /**
   * Returns at most ten results, best first. Some services charge for each search.
   * @throws {HttpError} the errors of `ChatProvider.listModels`.
   */
  search: (query: string, signal: AbortSignal) => Promise<WebHit[]>
}
