import * as z from 'zod/mini'

/** The secret part of a link: 192 random bits. */
export const shareTokenSchema = z.string().check(z.regex(/^[\w-]{32}$/))
