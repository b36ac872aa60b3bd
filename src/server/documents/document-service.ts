import { eq } from 'drizzle-orm'
import type { Document, DocumentDetail } from '#contract/documents.ts'
import { findEncoding } from '#lib/encodings/encodings.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { getSha256 } from '../process/sha256.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { deleteDocumentRow } from '../files/delete-one.ts'
import { readWhole } from '../reading/read-file.ts'
import {
  readDocumentSource,
  readDocumentText,
  replaceDocumentText,
  storeDocument,
  toDocument,
} from '../store/document-texts.ts'
import { documents } from '../store/schema.ts'
import { uncounted, type KeptBytes } from '../spending/kept-bytes.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { readDocument, type DocumentText } from './document-text.ts'

const nameLengthMax = 200
/**
 * Increase this number when readers extract more of a file. Files with a lower number are read
 * again when they are uploaded again.
 */
const readerVersion = 1

/** The file of a document: in the blob store, or the bytes of a plain text. */
export type DocumentFile = { name: string; mimeType: string } & (
  | { blobKey: string }
  | { bytes: Uint8Array }
)

export type DocumentService = {
  /**
   * Stores a document. Uploading the same bytes again returns the same document.
   * @throws {HttpError} `bad_document` when the file contains no text, `rate_limited`.
   */
  upload: (bytes: Uint8Array, name: string) => Promise<Document>
  /** @throws {HttpError} `not_found`. */
  get: (id: string) => Promise<DocumentDetail>
  /**
   * Returns the original file.
   * @throws {HttpError} `not_found`, also if only the text was kept.
   */
  getFile: (id: string) => Promise<DocumentFile>
  /**
   * Reads a plain text in another encoding.
   * @throws {HttpError} `not_found`, `bad_request` for an unknown encoding or another kind of file.
   */
  setEncoding: (id: string, encoding: string) => Promise<DocumentDetail>
  remove: (id: string) => Promise<boolean>
}

export function createDocumentService({
  store,
  blobs,
  keptBytes = uncounted,
}: {
  store: Store
  blobs: Pick<BlobStore, 'put'>
  keptBytes?: KeptBytes
}): DocumentService {
  async function getRow(id: string) {
    const [row] = await store.db.select().from(documents).where(eq(documents.id, id))
    if (!row) throw new HttpError('not_found', 'This document is not on this server.')
    return row
  }

  async function get(id: string): Promise<DocumentDetail> {
    const row = await getRow(id)
    const text = await readDocumentText(store.db, id)
    return { ...toDocument(row), text, ...(row.pageStarts && { pageStarts: row.pageStarts }) }
  }

  return {
    get,

    async getFile(id) {
      const { name, mimeType, blobKey } = await getRow(id)
      if (blobKey !== null) return { name, mimeType, blobKey }
      if (mimeType === 'text/plain') {
        return { name, mimeType, bytes: await readDocumentSource(store.db, id) }
      }
      throw new HttpError(
        'not_found',
        'Only the text of this file was kept. Add the file again to keep the file as well.',
      )
    },

    async upload(bytes, name) {
      const sha256 = await getSha256(bytes)
      const sizeBytes = bytes.length
      const visible = getName(name)
      const [known] = await store.db
        .update(documents)
        .set({ name: visible })
        .where(eq(documents.sha256, sha256))
        .returning()
      if (known && known.readerVersion >= readerVersion) {
        return toDocument(await addFile({ store, blobs, keptBytes }, known, bytes))
      }
      // Copies the bytes, because reading may transfer them to a thread. `slice` of a `Buffer`
      // copies nothing.
      const content = getContent(await readDocument(new Uint8Array(bytes)))
      const isText = content.values.mimeType === 'text/plain'
      const kept =
        Buffer.byteLength(content.text) + (isText ? (content.source?.length ?? 0) : sizeBytes)
      return keptBytes.keep(kept, async () => {
        const file = { blobKey: isText ? null : await blobs.put(bytes) }
        if (known) {
          const values = { ...content.values, ...file }
          await replaceDocumentText(store, known.id, { ...content, values })
          return toDocument({ ...known, ...values })
        }
        const row = { ...content.values, ...file, id: newId(), sha256, name: visible, sizeBytes }
        return toDocument(await storeDocument(store, row, content))
      })
    },

    async setEncoding(id, encoding) {
      const { mimeType } = await get(id)
      const chosen = findEncoding(encoding)
      if (mimeType !== 'text/plain' || chosen === undefined) {
        throw new HttpError('bad_request', 'This text cannot be read in that encoding.')
      }
      const source = await readDocumentSource(store.db, id)
      const read = await readWhole('text', new Uint8Array(source), { encoding: chosen })
      // Keep the original bytes, because the new encoding may also be wrong.
      await replaceDocumentText(store, id, getContent({ ...read, mimeType, source }))
      return get(id)
    },

    remove: (id) => deleteDocumentRow(store, id),
  }
}

type Row = typeof documents.$inferSelect

/** Stores the file of a document, because earlier versions kept only the text. */
async function addFile(
  {
    store,
    blobs,
    keptBytes,
  }: { store: Store; blobs: Pick<BlobStore, 'put'>; keptBytes: KeptBytes },
  row: Row,
  bytes: Uint8Array,
): Promise<Row> {
  if (row.blobKey !== null || row.mimeType === 'text/plain') return row
  const blobKey = await keptBytes.keep(bytes.length, () => blobs.put(bytes))
  await store.db.update(documents).set({ blobKey }).where(eq(documents.id, row.id))
  return { ...row, blobKey }
}

function getContent({ text, source, mimeType, isCut, ...read }: DocumentText) {
  const stored = storable(text)
  const values = {
    mimeType,
    isCut,
    textLength: stored.length,
    pages: read.pages ?? null,
    pageStarts: read.pageStarts ?? null,
    encoding: read.encoding ?? null,
    warnings: read.warnings ?? null,
    readerVersion,
  }
  return { text: stored, source, values }
}

/** Returns a display name without folders and control characters. Never empty. */
function getName(name: string): string {
  const base = storable(name.split(/[/\\]/).at(-1) ?? '')
  const visible = base.replaceAll(/\p{C}/gu, '').trim()
  return Array.from(visible).slice(0, nameLengthMax).join('') || 'document'
}
