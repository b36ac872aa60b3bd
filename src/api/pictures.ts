import {
  cutoutMaskSchema,
  pictureFileSchema,
  pictureListSchema,
  type CutoutMask,
  type PictureFile,
  type PictureList,
} from '#contract/files.ts'
import { requestJson, requestNothing } from './http/http.ts'

/**
 * Returns the most recently used pictures, the latest first.
 * @param asked `name` is the beginning of the names of the pictures.
 */
export const listPictures = (
  asked: { limit: number; name?: string },
  signal: AbortSignal,
): Promise<PictureList> =>
  requestJson(
    pictureListSchema,
    `/api/pictures?${new URLSearchParams({ ...asked, limit: `${asked.limit}` })}`,
    { signal },
  )

/** @throws {ApiError} `not_found` for a deleted picture. */
export const getPicture = (fileId: string): Promise<PictureFile> =>
  requestJson(pictureFileSchema, `/api/files/${encodeURIComponent(fileId)}`)

/**
 * Makes the server download and store a picture from the web.
 * @throws {ApiError} `bad_picture` or `too_large`, with the problem in the message.
 */
export const fetchRemotePicture = (url: string, signal?: AbortSignal): Promise<PictureFile> =>
  requestJson(pictureFileSchema, '/api/pictures', { method: 'POST', body: { url }, signal })

/**
 * Deletes a stored picture permanently, also from everything that uses the picture.
 * @throws {ApiError} `conflict` while a task needs the picture.
 */
export const deletePicture = (fileId: string): Promise<void> =>
  requestNothing(`/api/files/${encodeURIComponent(fileId)}`, { method: 'DELETE' })

/**
 * Finds the main object in a stored picture. This takes about two seconds, and longer while a model
 * is generated.
 */
export const findCutout = (fileId: string, signal?: AbortSignal): Promise<CutoutMask> =>
  requestJson(cutoutMaskSchema, `/api/pictures/${encodeURIComponent(fileId)}/cutout`, {
    signal,
    timeoutMs: 100_000,
  })

export const toMaskUrl = (fileId: string): string =>
  `/api/pictures/${encodeURIComponent(fileId)}/mask`
