export type WebHit = { title: string; url: string; snippet: string }

export type WebSearch = {
  /**
   * Returns at most ten results, best first.
   * @throws {HttpError} as a provider's `listModels`. Some services charge for each search.
   */
  search: (query: string, signal: AbortSignal) => Promise<WebHit[]>
}
