import {
  cutoutMaskSchema,
  pictureFileSchema,
  pictureListSchema,
  type CutoutMask,
  type PictureFile,
  type PictureList,
} from '#contract/files.ts'
import { requestJson, requestNothing } from './http/http.ts'

/** Returns the most recently used pictures, newest first. */
export const listPictures = (limit = 24, signal?: AbortSignal): Promise<PictureList> =>
  requestJson(pictureListSchema, `/api/pictures?limit=${limit}`, { signal })

/**
 * Lets the server fetch and store a picture from the web.
 * @throws {ApiError} with code `bad_picture` or `too_large` and a sentence that names the problem.
 */
export const fetchRemotePicture = (url: string, signal?: AbortSignal): Promise<PictureFile> =>
  requestJson(pictureFileSchema, '/api/pictures', { method: 'POST', body: { url }, signal })

/**
 * Deletes a stored picture permanently. Everything that uses it loses it.
 * @throws {ApiError} with code `conflict` while a task needs it.
 */
export const deletePicture = (fileId: string): Promise<void> =>
  requestNothing(`/api/files/${encodeURIComponent(fileId)}`, { method: 'DELETE' })

/**
 * Finds the main object in a stored picture. Takes a second or two, more while a model is being
 * made.
 */
export const findCutout = (fileId: string, signal?: AbortSignal): Promise<CutoutMask> =>
  requestJson(cutoutMaskSchema, `/api/pictures/${encodeURIComponent(fileId)}/cutout`, {
    signal,
    timeoutMs: 100_000,
  })

export const toMaskUrl = (fileId: string): string =>
  `/api/pictures/${encodeURIComponent(fileId)}/mask`
