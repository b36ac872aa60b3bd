import { explain } from '#lib/explain.ts'

/** A picture cannot be had, or cannot be made to fit; `message` is a sentence for the person who asked. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** What this page itself finds wrong with a picture is said in words already. */
export const explainPicture = (error: unknown): string =>
  error instanceof PictureError ? error.message : explain(error)
