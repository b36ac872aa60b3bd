import { translateSentence } from '#lib/language/translate-sentence.ts'
import { t } from '#lib/language/translate.ts'

/** An error whose message can be shown to the user. */
export class ReadableError extends Error {
  override readonly name: string = 'ReadableError'
}

/**
 * Returns a sentence for the user: the message of a `ReadableError`, or a general sentence for any
 * other error.
 */
export const explainError = (error: unknown): string =>
  error instanceof ReadableError
    ? translateSentence(error.message)
    : t('Something unexpected went wrong in this page.')
