import { eq, and } from 'drizzle-orm'
import { cutText } from '#lib/cut-text.ts'
import { createYield } from '../process/yield-loop.ts'
import { documents, documentTexts } from './schema.ts'
import type { Database, Store } from './store.ts'

/**
 * Length of a piece in UTF-16 units. A piece of this length blocks the embedded Postgres for some
 * milliseconds.
 */
const pieceLength = 100_000

/** The columns of a document without its text. */
export const documentColumns = {
  id: documents.id,
  name: documents.name,
  mimeType: documents.mimeType,
  sizeBytes: documents.sizeBytes,
  textLength: documents.textLength,
  pages: documents.pages,
  isCut: documents.isCut,
}

/**
 * Stores a document with its text. If a document with the same bytes exists, only renames it.
 * @param row its `textLength` is the length of `text`.
 * @returns the stored row.
 */
export const storeDocument = (
  store: Store,
  row: typeof documents.$inferInsert,
  text: string,
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
    if (stored.id !== row.id) return stored
    const yieldLoop = createYield()
    for (let position = 0, from = 0; from < text.length; position++) {
      const piece = cutText(text.slice(from, from + pieceLength + 1), pieceLength)
      await db.insert(documentTexts).values({ documentId: row.id, position, text: piece })
      from += piece.length
      await yieldLoop()
    }
    return stored
  })

/** Returns the text of a document. Empty if there is none. */
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
