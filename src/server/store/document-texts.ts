import { eq, and } from 'drizzle-orm'
import { cutText } from '#lib/cut-text.ts'
import { createYield } from '../process/yield-loop.ts'
import { documents, documentTexts } from './schema.ts'
import type { Database, Store } from './store.ts'

/** In UTF-16 units. The embedded Postgres takes some milliseconds for so much, during which nothing else runs. */
const pieceLength = 100_000

/** What is listed of a document: everything but the text itself. */
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
 * Stores a document with its text, or renames the one that has the same bytes.
 *
 * @param row `textLength` is that of `text`.
 * @returns the row that stands there now.
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

/** What a document says; empty where there is none. */
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
