import {
  documentBytesMax,
  documentDetailSchema,
  documentSchema,
  type Document,
  type DocumentDetail,
} from '#contract/documents.ts'
import { ApiError } from './http/errors.ts'
import { queryOf, requestJson, requestNothing } from './http/http.ts'

/** A large file over a slow line, and a long PDF, take their time. */
const uploadTimeoutMs = 180_000

/** Keeps a file as text. @throws {ApiError} `bad_document` when it holds none, `too_large`. */
export async function uploadDocument(
  file: Blob,
  name: string,
  signal?: AbortSignal,
): Promise<Document> {
  // The server would say so only after it has all been sent.
  if (file.size > documentBytesMax) throw tooLarge()
  return requestJson(documentSchema, `/api/documents${queryOf({ name })}`, {
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

/** Deletes it for ever, in all conversations. */
export const deleteDocument = (id: string): Promise<void> =>
  requestNothing(`/api/documents/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** A document with its text. */
export const getDocument = (id: string, signal?: AbortSignal): Promise<DocumentDetail> =>
  requestJson(documentDetailSchema, `/api/documents/${id}`, { signal })
