/** An error whose message is a sentence for a person. */
export class ReadableError extends Error {
  override readonly name: string = 'ReadableError'
}

/** A sentence about `error` that may be shown. Foreign errors never speak to a person directly. */
export const explain = (error: unknown): string =>
  error instanceof ReadableError ? error.message : 'Something unexpected went wrong in this page.'
