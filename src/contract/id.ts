import * as z from 'zod/mini'

/** Every id of ours: conversations, messages, runs, tasks, assets, files. Made by `newId`, by either side. */
export const idSchema = z.string().check(z.regex(/^[0-9a-z]{20}$/, 'This is not a valid id.'))
