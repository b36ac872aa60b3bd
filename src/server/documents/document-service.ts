import { eq } from 'drizzle-orm'
import type { Document, DocumentDetail } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { getSha256 } from '../process/sha256.ts'
import { deleteDocumentRow } from '../files/delete-one.ts'
import { readDocumentText, storeDocument } from '../store/document-texts.ts'
import { documents } from '../store/schema.ts'
import { uncounted, type KeptBytes } from '../spending/kept-bytes.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { readDocument } from './document-text.ts'

const nameLengthMax = 200

/** Stores the text of files for models to read. The files themselves are not stored. */
export type DocumentService = {
  /**
   * Stores a document. The same bytes again return the same document.
   * @throws {HttpError} `bad_document` when it contains no text, `rate_limited`.
   */
  upload: (bytes: Uint8Array, name: string) => Promise<Document>
  /** Returns a document. @throws {HttpError} `not_found`. */
  get: (id: string) => Promise<DocumentDetail>
  remove: (id: string) => Promise<boolean>
}

export function createDocumentService({
  store,
  keptBytes = uncounted,
}: {
  store: Store
  keptBytes?: KeptBytes
}): DocumentService {
  return {
    async upload(bytes, name) {
      const sha256 = await getSha256(bytes)
      const sizeBytes = bytes.length
      const visible = nameOf(name)
      const [known] = await store.db
        .update(documents)
        .set({ name: visible })
        .where(eq(documents.sha256, sha256))
        .returning()
      if (known) return toDocument(known)
      const { text, mimeType, isCut, pages, pageStarts } = await readDocument(bytes)
      const stored = storable(text)
      const values = {
        id: newId(),
        sha256,
        name: visible,
        mimeType,
        sizeBytes,
        textLength: stored.length,
        pages: pages ?? null,
        pageStarts: pageStarts ?? null,
        isCut,
      }
      const row = await keptBytes.keep(Buffer.byteLength(stored), () =>
        storeDocument(store, values, stored),
      )
      return toDocument(row)
    },

    async get(id) {
      const [row] = await store.db.select().from(documents).where(eq(documents.id, id))
      if (!row) throw new HttpError('not_found', 'This document is not on this server.')
      const { pageStarts } = row
      const text = await readDocumentText(store.db, id)
      return { ...toDocument(row), text, ...(pageStarts && { pageStarts }) }
    },

    remove: (id) => deleteDocumentRow(store, id),
  }
}

const toDocument = (row: typeof documents.$inferSelect): Document => ({
  id: row.id,
  name: row.name,
  mimeType: row.mimeType,
  sizeBytes: row.sizeBytes,
  textLength: row.textLength,
  ...(row.pages !== null && { pages: row.pages }),
  isCut: row.isCut,
})

/** Returns a display name without folders and control characters; never empty. */
function nameOf(name: string): string {
  const base = storable(name.split(/[/\\]/).at(-1) ?? '')
  const visible = base.replaceAll(/\p{C}/gu, '').trim()
  return Array.from(visible).slice(0, nameLengthMax).join('') || 'document'
}
