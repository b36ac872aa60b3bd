/** A page that a search found. */
export type WebHit = { title: string; url: string; snippet: string }

/** A service that searches the web. */
export type WebSearch = {
  /**
   * The best first, at most ten.
   *
   * @throws {HttpError} as a provider's `listModels`. Some services count each search.
   */
  search: (query: string, signal: AbortSignal) => Promise<WebHit[]>
}
