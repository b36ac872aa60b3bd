import {
  documentBytesMax,
  documentDetailSchema,
  documentSchema,
  type Document,
  type DocumentDetail,
} from '#contract/documents.ts'
import { t } from '#languages/app.ts'
import { ApiError } from './http/errors.ts'
import { toQuery, requestBytes, requestJson, requestNothing } from './http/http.ts'

/**
 * Uploading a large file over a slow connection and reading a long PDF take longer than the default
 * limit of 30 s.
 */
const uploadTimeoutMs = 180_000

/**
 * Stores the text of a file.
 * @throws {ApiError} `bad_document` when the file contains no text, `too_large`.
 */
export async function uploadDocument(
  file: Blob,
  name: string,
  signal?: AbortSignal,
): Promise<Document> {
  // Check the size before the upload, because the server can refuse the file only afterwards.
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
      message: t('Files can be at most {documentBytesMax} MB. Add only the parts that matter.', {
        documentBytesMax: documentBytesMax / 1024 / 1024,
      }),
    },
    413,
  )

/** Deletes a document permanently, also from all conversations that use the document. */
export const deleteDocument = (id: string): Promise<void> =>
  requestNothing(`/api/documents/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const getDocument = (id: string, signal?: AbortSignal): Promise<DocumentDetail> =>
  requestJson(documentDetailSchema, `/api/documents/${id}`, { signal })

export const toDocumentFileUrl = (id: string): string =>
  `/api/documents/${encodeURIComponent(id)}/content`

/**
 * Returns the original file of a document.
 * @throws {ApiError} if the server has stored only the text.
 */
export const getDocumentFile = (id: string, signal?: AbortSignal): Promise<ArrayBuffer> =>
  requestBytes(toDocumentFileUrl(id), { signal, timeoutMs: uploadTimeoutMs })

/** Makes the server decode a plain text file again, with another character encoding. */
export const setDocumentEncoding = (id: string, encoding: string): Promise<DocumentDetail> =>
  requestJson(documentDetailSchema, `/api/documents/${encodeURIComponent(id)}/encoding`, {
    method: 'PUT',
    body: { encoding },
  })
