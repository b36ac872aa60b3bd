import * as z from 'zod/mini'

/**
 * Id of a conversation, message, run, task, asset or file. Client or server create it with `newId`.
 */
export const idSchema = z.string().check(z.regex(/^[0-9a-z]{20}$/, 'This is not a valid id.'))
