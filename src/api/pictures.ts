import {
  cutoutMaskSchema,
  pictureFileSchema,
  pictureListSchema,
  type CutoutMask,
  type PictureFile,
  type PictureList,
} from '#contract/files.ts'
import { requestJson, requestNothing } from './http/http.ts'

/** The pictures used last, the newest first. */
export const listPictures = (limit = 24, signal?: AbortSignal): Promise<PictureList> =>
  requestJson(pictureListSchema, `/api/pictures?limit=${limit}`, { signal })

/**
 * Lets the server fetch a picture from the web and keep it.
 *
 * @throws {ApiError} with code `bad_picture` or `too_large` and a sentence that says what is wrong.
 */
export const fetchRemotePicture = (url: string, signal?: AbortSignal): Promise<PictureFile> =>
  requestJson(pictureFileSchema, '/api/pictures', { method: 'POST', body: { url }, signal })

/**
 * Deletes a stored picture for ever, wherever it is used.
 *
 * @throws {ApiError} with code `conflict` while a task needs it.
 */
export const deletePicture = (fileId: string): Promise<void> =>
  requestNothing(`/api/files/${encodeURIComponent(fileId)}`, { method: 'DELETE' })

/** Where the object is in a stored picture. Takes a second or two, more while a model is being made. */
export const findCutout = (fileId: string, signal?: AbortSignal): Promise<CutoutMask> =>
  requestJson(cutoutMaskSchema, `/api/pictures/${encodeURIComponent(fileId)}/cutout`, {
    signal,
    timeoutMs: 100_000,
  })

/** Of the mask that `findCutout` tells of, to be shown in place. */
export const maskUrlOf = (fileId: string): string =>
  `/api/pictures/${encodeURIComponent(fileId)}/mask`
