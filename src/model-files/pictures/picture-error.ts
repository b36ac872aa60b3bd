import { ReadableError } from '#lib/explain.ts'

export class PictureError extends ReadableError {
  override readonly name = 'PictureError'
}
