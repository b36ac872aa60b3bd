import * as z from 'zod/mini'

export const nameLengthMax = 80

/**
 * Control characters that reverse the following text. In a name, such characters could change the
 * meaning of the sentence around the name.
 */
export const turningCharacters = /[\u202A-\u202E\u2066-\u2069]/g

export const nameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(nameLengthMax, `A name has at most ${nameLengthMax} characters.`),
    z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Enter a visible name.'),
    z.regex(
      /^[^\u202A-\u202E\u2066-\u2069]*$/,
      'This name contains invisible characters that change the direction of text. Retype it.',
    ),
  )
