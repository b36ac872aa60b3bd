/** A page that a search found. */
export type WebHit = { title: string; url: string; snippet: string }

/** A service that searches the web. */
export type WebSearch = {
  /**
   * At most ten results, best first.
   *
   * @throws {HttpError} as a provider's `listModels`. Some services charge for each search.
   */
  search: (query: string, signal: AbortSignal) => Promise<WebHit[]>
}
