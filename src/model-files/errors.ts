/**
 * The downloaded file is not a model that we can show. `message` is a sentence for the user;
 * `cause` is the parser's error, if there was one.
 */
export class BrokenModelError extends Error {
  override readonly name = 'BrokenModelError'
}

/**
 * The download failed: the server is unreachable, refused, or sent no more data. `message` is a
 * sentence for the user.
 */
export class ModelDownloadError extends Error {
  override readonly name = 'ModelDownloadError'
}

/** Returns a sentence for the user; messages of other errors are hidden. */
export function describeFailure(error: unknown): string {
  if (error instanceof BrokenModelError || error instanceof ModelDownloadError) return error.message
  return 'This model could not be shown because of an unexpected error.'
}
