import * as z from 'zod/mini'

/**
 * Id of a conversation, message, run, task, asset or file, created by client or server with
 * `newId`.
 */
export const idSchema = z.string().check(z.regex(/^[0-9a-z]{20}$/, 'This is not a valid id.'))
