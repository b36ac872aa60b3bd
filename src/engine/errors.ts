export type EngineErrorCode =
  | 'picture_unreadable'
  | 'picture_transparent'
  | 'picture_blank'
  | 'picture_narrow'
  | 'no_foreground'
  | 'photos_unusable'
  | 'out_of_bounds'
  | 'model_unreadable'
  | 'network_unusable'
  | 'out_of_memory'

/** Thrown when the job cannot be done with this input. `message` is shown to the user. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
