/**
 * The address answered, but not with a model that we can show. `message` is a
 * sentence for a person; `cause` has the parser's own error, if there was one.
 */
export class BrokenModelError extends Error {
  override readonly name = 'BrokenModelError'
}

/**
 * The model did not arrive: the server is away, refused, or went silent.
 * `message` is a sentence for a person.
 */
export class ModelDownloadError extends Error {
  override readonly name = 'ModelDownloadError'
}

/** What to tell a person about `error`; the words of foreign errors are not shown. */
export function describeFailure(error: unknown): string {
  if (error instanceof BrokenModelError || error instanceof ModelDownloadError) return error.message
  return 'This model could not be shown because of an unexpected error.'
}
