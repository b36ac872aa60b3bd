import { eq, and } from 'drizzle-orm'
import type { Document } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { createYield } from '../process/yield-loop.ts'
import {
  documentIndexes,
  documentPassages,
  documents,
  documentTerms,
  documentTexts,
  passageVectors,
} from './schema.ts'
import type { Database, Store } from './store.ts'

/**
 * Length of a piece of text in UTF-16 units. A piece of this length blocks the embedded Postgres
 * for some milliseconds.
 */
const pieceLength = 100_000

export const documentColumns = {
  id: documents.id,
  name: documents.name,
  mimeType: documents.mimeType,
  sizeBytes: documents.sizeBytes,
  textLength: documents.textLength,
  pages: documents.pages,
  isCut: documents.isCut,
  encoding: documents.encoding,
  warnings: documents.warnings,
  blobKey: documents.blobKey,
}

type DocumentRow = Pick<typeof documents.$inferSelect, keyof typeof documentColumns>

export const toDocument = ({ id, name, mimeType, ...row }: DocumentRow): Document => ({
  id,
  name,
  mimeType,
  sizeBytes: row.sizeBytes,
  textLength: row.textLength,
  ...(row.pages !== null && { pages: row.pages }),
  isCut: row.isCut,
  ...(row.encoding !== null && { encoding: row.encoding }),
  ...(row.warnings !== null && row.warnings.length > 0 && { warnings: row.warnings }),
  ...((row.blobKey !== null || mimeType === 'text/plain') && { hasFile: true }),
})

/**
 * A text and its original bytes. `source` is absent if the text can be encoded back into the bytes.
 */
export type TextWithSource = { text: string; source?: Uint8Array | undefined }

/**
 * Stores a document with its text, or only renames a document with the same bytes.
 * @param row its `textLength` is the length of `text`.
 * @returns the stored row.
 */
export const storeDocument = (
  store: Store,
  row: typeof documents.$inferInsert,
  content: TextWithSource,
): Promise<typeof documents.$inferSelect> =>
  store.transaction(async ({ db }) => {
    const [stored] = await db
      .insert(documents)
      .values(row)
      .onConflictDoUpdate({
        target: [documents.ownerId, documents.sha256],
        set: { name: row.name },
      })
      .returning()
    if (!stored) throw new Error('The row of a document did not come back.')
    if (stored.id === row.id) await insertText(db, row.id, content)
    return stored
  })

/** Replaces the text of a document, and deletes passages and the search index of the old text. */
export const replaceDocumentText = (
  store: Store,
  id: string,
  change: TextWithSource & { values: Partial<typeof documents.$inferInsert> },
): Promise<void> =>
  store.transaction(async ({ db }) => {
    await db.update(documents).set(change.values).where(eq(documents.id, id))
    await db.delete(documentTexts).where(eq(documentTexts.documentId, id))
    await db.delete(documentIndexes).where(eq(documentIndexes.documentId, id))
    await db.delete(documentTerms).where(eq(documentTerms.documentId, id))
    await db.delete(documentPassages).where(eq(documentPassages.documentId, id))
    await db.delete(passageVectors).where(eq(passageVectors.documentId, id))
    await insertText(db, id, change)
  })

async function insertText(
  db: Database,
  documentId: string,
  { text, source }: TextWithSource,
): Promise<void> {
  const yieldLoop = createYield()
  // Each piece of the text is stored with an equal part of the source, and the last piece with the
  // rest.
  const count = Math.ceil(text.length / pieceLength)
  const step = source ? Math.ceil(source.length / count) : 0
  for (let position = 0, from = 0; from < text.length; position++) {
    const piece = cutText(text.slice(from, from + pieceLength + 1), pieceLength)
    from += piece.length
    const end = from < text.length ? (position + 1) * step : undefined
    await db.insert(documentTexts).values({
      documentId,
      position,
      text: piece,
      ...(source && { source: source.subarray(position * step, end) }),
    })
    await yieldLoop()
  }
}

export async function readDocumentText(db: Database, id: string): Promise<string> {
  const yieldLoop = createYield()
  let text = ''
  for (let position = 0; ; position++) {
    const [piece] = await db
      .select({ text: documentTexts.text })
      .from(documentTexts)
      .where(and(eq(documentTexts.documentId, id), eq(documentTexts.position, position)))
    if (!piece) return text
    text += piece.text
    await yieldLoop()
  }
}

/** Returns the bytes that a text was decoded from. */
export async function readDocumentSource(db: Database, id: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for (let position = 0; ; position++) {
    const [piece] = await db
      .select({ source: documentTexts.source })
      .from(documentTexts)
      .where(and(eq(documentTexts.documentId, id), eq(documentTexts.position, position)))
    if (!piece?.source) break
    pieces.push(piece.source)
  }
  // Without stored bytes, the file is the text in UTF-8.
  if (pieces.length === 0) return new TextEncoder().encode(await readDocumentText(db, id))
  return new Uint8Array(Buffer.concat(pieces))
}
