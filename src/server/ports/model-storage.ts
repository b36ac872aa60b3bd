import type { Download, StoredModel } from '#contract/stored-models.ts'

export type DownloadProgress = Pick<Download, 'step' | 'doneBytes' | 'totalBytes'>

/** A server that stores models on its own disk and can download and delete them free of charge. */
export interface ModelStorage {
  list: (signal: AbortSignal) => Promise<StoredModel[]>
  /**
   * Downloads a model and resolves once the model can be used. If `signal` is aborted, the partial
   * download is kept and the next call resumes it.
   * @throws {HttpError} the errors of `ChatProvider.listModels`, and `unknown_model`. Also the
   * reason of `signal`.
   */
  download: (
    model: string,
    signal: AbortSignal,
    tell: (progress: DownloadProgress) => void,
  ) => Promise<void>
  unload: (model: string, signal: AbortSignal) => Promise<void>
  remove: (model: string, signal: AbortSignal) => Promise<void>
}
