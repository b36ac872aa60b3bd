import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { HttpError } from '../errors/http-error.ts'
import { noteDeletion } from '../store/deletions.ts'
import { assets, documents, files, messageAttachments, tasks } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * Permanently deletes one picture, but not the models and messages that refer to the picture. A
 * later cleanup deletes its file.
 * @returns whether the picture existed.
 * @throws {HttpError} `conflict` while a task still needs the picture.
 */
export const deletePictureRow = (store: Store, id: string): Promise<boolean> =>
  store.transaction(async ({ db }) => {
    const [waiting] = await db
      .select({ id: tasks.id })
      .from(tasks)
      .where(
        and(
          inArray(tasks.status, ['queued', 'running']),
          or(eq(tasks.pictureFileId, id), sql`strpos(${tasks.params}::text, ${id}) > 0`),
        ),
      )
      .limit(1)
    if (waiting) {
      throw new HttpError(
        'conflict',
        'A task that is still running needs this picture. Wait for it or cancel it, then delete the picture.',
      )
    }
    await db.update(tasks).set({ pictureFileId: null }).where(eq(tasks.pictureFileId, id))
    await db.update(assets).set({ pictureFileId: null }).where(eq(assets.pictureFileId, id))
    await db
      .update(messageAttachments)
      .set({ fileId: null })
      .where(eq(messageAttachments.fileId, id))
    const gone = await db.delete(files).where(eq(files.id, id)).returning({ id: files.id })
    if (gone.length > 0) await noteDeletion(db)
    return gone.length > 0
  })

/**
 * Permanently deletes one document. Messages keep its name.
 * @returns whether the document existed.
 */
export const deleteDocumentRow = (store: Store, id: string): Promise<boolean> =>
  store.transaction(async ({ db }) => {
    await db
      .update(messageAttachments)
      .set({ documentId: null })
      .where(eq(messageAttachments.documentId, id))
    const gone = await db
      .delete(documents)
      .where(eq(documents.id, id))
      .returning({ id: documents.id })
    if (gone.length > 0) await noteDeletion(db)
    return gone.length > 0
  })
