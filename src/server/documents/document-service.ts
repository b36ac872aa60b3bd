import { eq } from 'drizzle-orm'
import type { Document, DocumentDetail } from '#contract/documents.ts'
import { findEncoding } from '#lib/encodings/encodings.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { getSha256 } from '../process/sha256.ts'
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
 * Increase this number when readers extract more of a file. A file that is added again is then read
 * again.
 */
const readerVersion = 1

/** Stores the text of files for models to read. The files themselves are not stored. */
export type DocumentService = {
  /**
   * Stores a document. The same bytes again return the same document.
   * @throws {HttpError} `bad_document` when it contains no text, `rate_limited`.
   */
  upload: (bytes: Uint8Array, name: string) => Promise<Document>
  /** Returns a document. @throws {HttpError} `not_found`. */
  get: (id: string) => Promise<DocumentDetail>
  /**
   * Reads a plain text in another encoding.
   * @throws {HttpError} `not_found`, `bad_request` for an unknown encoding or another kind of file.
   */
  setEncoding: (id: string, encoding: string) => Promise<DocumentDetail>
  remove: (id: string) => Promise<boolean>
}

export function createDocumentService({
  store,
  keptBytes = uncounted,
}: {
  store: Store
  keptBytes?: KeptBytes
}): DocumentService {
  async function get(id: string): Promise<DocumentDetail> {
    const [row] = await store.db.select().from(documents).where(eq(documents.id, id))
    if (!row) throw new HttpError('not_found', 'This document is not on this server.')
    const text = await readDocumentText(store.db, id)
    return { ...toDocument(row), text, ...(row.pageStarts && { pageStarts: row.pageStarts }) }
  }

  return {
    get,

    async upload(bytes, name) {
      const sha256 = await getSha256(bytes)
      const sizeBytes = bytes.length
      const visible = getName(name)
      const [known] = await store.db
        .update(documents)
        .set({ name: visible })
        .where(eq(documents.sha256, sha256))
        .returning()
      if (known && known.readerVersion >= readerVersion) return toDocument(known)
      const content = getContent(await readDocument(bytes))
      const kept = Buffer.byteLength(content.text) + (content.source?.length ?? 0)
      if (known) {
        await keptBytes.keep(kept, () => replaceDocumentText(store, known.id, content))
        return toDocument({ ...known, ...content.values })
      }
      const values = { ...content.values, id: newId(), sha256, name: visible, sizeBytes }
      return toDocument(await keptBytes.keep(kept, () => storeDocument(store, values, content)))
    },

    async setEncoding(id, encoding) {
      const { mimeType } = await get(id)
      const chosen = findEncoding(encoding)
      if (mimeType !== 'text/plain' || chosen === undefined) {
        throw new HttpError('bad_request', 'This text cannot be read in that encoding.')
      }
      const source = await readDocumentSource(store.db, id)
      const read = await readWhole('text', source.slice(), { encoding: chosen })
      // The bytes are kept, because this choice may be wrong as well.
      await replaceDocumentText(store, id, getContent({ ...read, mimeType, source }))
      return get(id)
    },

    remove: (id) => deleteDocumentRow(store, id),
  }
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

/** Returns a display name without folders and control characters; never empty. */
function getName(name: string): string {
  const base = storable(name.split(/[/\\]/).at(-1) ?? '')
  const visible = base.replaceAll(/\p{C}/gu, '').trim()
  return Array.from(visible).slice(0, nameLengthMax).join('') || 'document'
}
