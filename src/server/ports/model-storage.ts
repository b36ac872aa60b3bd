import type { Download, StoredModel } from '#contract/stored-models.ts'

export type DownloadProgress = Pick<Download, 'step' | 'doneBytes' | 'totalBytes'>

/** A server that stores models on its own disk, and can download and delete them. Free of charge. */
export interface ModelStorage {
  /** @throws {HttpError} as `ChatProvider.listModels`. */
  list: (signal: AbortSignal) => Promise<StoredModel[]>
  /**
   * Resolves once the model can be used. If `signal` fires, what was downloaded is kept, and the next call
   * continues from there.
   *
   * @throws {HttpError} as `list`, and `unknown_model`; the reason of `signal` when that fired.
   */
  download: (
    model: string,
    signal: AbortSignal,
    tell: (progress: DownloadProgress) => void,
  ) => Promise<void>
  /** Unloads it from memory. @throws {HttpError} as `list`, and `unknown_model`. */
  unload: (model: string, signal: AbortSignal) => Promise<void>
  /** Deletes it from the server's disk. @throws {HttpError} as `list`, and `unknown_model`. */
  remove: (model: string, signal: AbortSignal) => Promise<void>
}
