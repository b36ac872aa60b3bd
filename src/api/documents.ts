import {
  documentBytesMax,
  documentDetailSchema,
  documentSchema,
  type Document,
  type DocumentDetail,
} from '#contract/documents.ts'
import { ApiError } from './http/errors.ts'
import { toQuery, requestBytes, requestJson, requestNothing } from './http/http.ts'

/** Time limit of an upload, long enough for a large file over a slow connection and a long PDF. */
const uploadTimeoutMs = 180_000

/**
 * Stores the text of a file. @throws {ApiError} `bad_document` when it contains none, `too_large`.
 */
export async function uploadDocument(
  file: Blob,
  name: string,
  signal?: AbortSignal,
): Promise<Document> {
  // Check the size here, because the server could only refuse after the upload.
  if (file.size > documentBytesMax) throw tooLarge()
  return requestJson(documentSchema, `/api/documents${toQuery({ name })}`, {
    method: 'POST',
    body: file,
    signal,
    timeoutMs: uploadTimeoutMs,
  })
}

const tooLarge = (): ApiError =>
  new ApiError(
    {
      code: 'too_large',
      message: `Files can be at most ${documentBytesMax / 1024 / 1024} MB. Add only the parts that matter.`,
    },
    413,
  )

/** Deletes a document permanently. All conversations lose it. */
export const deleteDocument = (id: string): Promise<void> =>
  requestNothing(`/api/documents/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const getDocument = (id: string, signal?: AbortSignal): Promise<DocumentDetail> =>
  requestJson(documentDetailSchema, `/api/documents/${id}`, { signal })

export const toDocumentFileUrl = (id: string): string =>
  `/api/documents/${encodeURIComponent(id)}/content`

/** Returns the original file of a document. @throws {ApiError} if the server has only its text. */
export const getDocumentFile = (id: string, signal?: AbortSignal): Promise<ArrayBuffer> =>
  requestBytes(toDocumentFileUrl(id), { signal, timeoutMs: uploadTimeoutMs })

/** Reads a plain text once more, in another encoding. */
export const setDocumentEncoding = (id: string, encoding: string): Promise<DocumentDetail> =>
  requestJson(documentDetailSchema, `/api/documents/${encodeURIComponent(id)}/encoding`, {
    method: 'PUT',
    body: { encoding },
  })
