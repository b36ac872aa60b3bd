import { ReadableError } from '#lib/explain.ts'

/** Thrown if a picture cannot be loaded or made small enough. */
export class PictureError extends ReadableError {
  override readonly name = 'PictureError'
}
