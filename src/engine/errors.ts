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

/** Error that the input causes, such as an unreadable picture. `message` is shown to the user. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
