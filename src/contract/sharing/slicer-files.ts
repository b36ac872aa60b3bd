import * as z from 'zod/mini'
import { serverUrlSchema } from '../server-url.ts'

/** Maximum size of a file for a slicer, in bytes. */
export const slicerFileBytesMax = 128 * 1024 * 1024

/** Response of `POST /api/slicer-files`. */
export const slicerFileSchema = z.object({
  /**
   * Path of a download that works once and without a session. The path ends in the file's name, by
   * which slicers recognise the format.
   */
  path: serverUrlSchema,
  expiresAt: z.iso.datetime(),
})
export type SlicerFile = z.infer<typeof slicerFileSchema>
