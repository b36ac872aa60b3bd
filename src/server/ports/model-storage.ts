import type { Download, StoredModel } from '#contract/stored-models.ts'

export type DownloadProgress = Pick<Download, 'step' | 'doneBytes' | 'totalBytes'>

/** A server that keeps models on its own disk, takes more and lets go of them. Nothing of it costs money. */
export interface ModelStorage {
  /** @throws {HttpError} as `ChatProvider.listModels`. */
  list: (signal: AbortSignal) => Promise<StoredModel[]>
  /**
   * Resolves once the model can be used. What has come stays there when `signal` fires, and is not
   * fetched again next time.
   *
   * @throws {HttpError} as `list`, and `unknown_model`; the reason of `signal` when that fired.
   */
  download: (
    model: string,
    signal: AbortSignal,
    tell: (progress: DownloadProgress) => void,
  ) => Promise<void>
  /** Frees the memory that it takes. @throws {HttpError} as `list`, and `unknown_model`. */
  unload: (model: string, signal: AbortSignal) => Promise<void>
  /** Deletes it from the server's disk. @throws {HttpError} as `list`, and `unknown_model`. */
  remove: (model: string, signal: AbortSignal) => Promise<void>
}
