import * as z from 'zod/mini'
import { withBase } from '#lib/base-path.ts'

/**
 * Path of a file on this server, such as `/api/assets/…/model`. When a page parses it, the path
 * under which a proxy serves the page is added.
 */
export const serverUrlSchema = z.string().check(z.overwrite((path) => withBase(path)))
