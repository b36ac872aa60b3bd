/** Every way in which the engine can refuse a job, apart from defects of its own. */
export type EngineErrorCode =
  | 'picture_unreadable'
  | 'picture_transparent'
  | 'picture_blank'
  | 'no_foreground'
  | 'out_of_bounds'
  | 'model_unreadable'
  | 'network_unusable'
  | 'out_of_memory'

/** The job cannot be done with this input; `message` is a sentence for the person who asked. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
