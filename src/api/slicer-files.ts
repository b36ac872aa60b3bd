import {
  slicerFileBytesMax,
  slicerFileSchema,
  type SlicerFile,
} from '#contract/sharing/slicer-files.ts'
import { ReadableError } from '#lib/explain.ts'
import { formatBytes } from '#lib/format.ts'
import { t } from '#languages/app.ts'
import { requestJson } from './http/http.ts'

/** Time limit of an upload in milliseconds, for large files over a slow connection. */
const uploadMs = 300_000

/**
 * Makes a file available to a slicer on this computer, for one download within ten minutes.
 * @throws {ReadableError} if the file is too large.
 */
export async function createSlicerFile(file: Blob, name: string): Promise<SlicerFile> {
  if (file.size > slicerFileBytesMax) {
    throw new ReadableError(
      t(
        'This file is too large to send to a slicer ({slicerFileBytesMax}). Save the 3MF and open it there, or reduce the triangles with Optimize.',
        { slicerFileBytesMax: formatBytes(slicerFileBytesMax) },
      ),
    )
  }
  return requestJson(slicerFileSchema, `/api/slicer-files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: file,
    timeoutMs: uploadMs,
  })
}
