import { translateSentence } from '#lib/language/translate-sentence.ts'

/**
 * Thrown if a downloaded file is not a model that can be shown. `message` is a sentence for the
 * user.
 */
export class BrokenModelError extends Error {
  override readonly name = 'BrokenModelError'
}

/**
 * Returns the error of a damaged GLB.
 * @param reason the end of a sentence, such as `a node is missing`. The page translates it.
 */
export const damagedGlb = (reason: string): BrokenModelError =>
  new BrokenModelError(`This GLB is damaged: ${reason}.`)

/**
 * Thrown if a download fails because the server is unreachable, refuses, or sends no more data.
 * `message` is a sentence for the user.
 */
export class ModelDownloadError extends Error {
  override readonly name = 'ModelDownloadError'
}

export const memoryRanOut =
  'Processing this model failed, perhaps because memory ran out. Try a model with fewer triangles.'

const unexpected = 'This model could not be shown because of an unexpected error.'

/**
 * Returns a sentence for the user in the language of the page, without the messages of unknown error
 * classes.
 */
export function describeFailure(error: unknown): string {
  const isKnown = error instanceof BrokenModelError || error instanceof ModelDownloadError
  return translateSentence(isKnown ? error.message : unexpected)
}
