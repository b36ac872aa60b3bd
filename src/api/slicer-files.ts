import { slicerFileSchema, type SlicerFile } from '#contract/sharing/slicer-files.ts'
import { requestJson } from './http/http.ts'

/** Time limit of an upload in milliseconds, for large files over a slow connection. */
const uploadMs = 300_000

/** Makes a file available to a slicer on this computer, for one download within ten minutes. */
export const createSlicerFile = (file: Blob, name: string): Promise<SlicerFile> =>
  requestJson(slicerFileSchema, `/api/slicer-files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: file,
    timeoutMs: uploadMs,
  })
