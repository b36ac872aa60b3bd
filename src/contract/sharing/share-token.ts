import * as z from 'zod/mini'

/** Secret part of a share link: 192 random bits. */
export const shareTokenSchema = z.string().check(z.regex(/^[\w-]{32}$/))
