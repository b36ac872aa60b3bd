import { ReadableError } from '#lib/explain.ts'

/** A picture cannot be had, or cannot be made to fit. */
export class PictureError extends ReadableError {
  override readonly name = 'PictureError'
}
