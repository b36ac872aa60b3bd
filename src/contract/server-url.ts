import * as z from 'zod/mini'
import { withBase } from '#lib/base-path.ts'

/**
 * Path of a file on this server, such as `/api/assets/…/model`. Parsing adds the base path under
 * which a proxy serves the page.
 */
export const serverUrlSchema = z.string().check(z.overwrite((path) => withBase(path)))
