import { eq, inArray, type SQL } from 'drizzle-orm'
import { deleteUnusedDocuments, deleteUnusedPictures } from '../../files/delete-unused.ts'
import { noteDeletion } from '../../store/deletions.ts'
import { conversations, messageAttachments, messages } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/**
 * Deletes conversations permanently, with the pictures and documents that nothing else uses.
 * @returns the number of deleted conversations.
 */
export const deleteConversations = (store: Store, which: SQL): Promise<number> =>
  store.transaction(async ({ db }) => {
    const doomed = db.select({ id: conversations.id }).from(conversations).where(which)
    const attached = await db
      .select({ fileId: messageAttachments.fileId, documentId: messageAttachments.documentId })
      .from(messageAttachments)
      .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
      .where(inArray(messages.conversationId, doomed))
    const rows = await db.delete(conversations).where(which).returning({ id: conversations.id })
    if (rows.length === 0) return 0
    await deleteUnusedPictures(
      db,
      attached.flatMap(({ fileId }) => fileId ?? []),
    )
    await deleteUnusedDocuments(
      db,
      attached.flatMap(({ documentId }) => documentId ?? []),
    )
    await noteDeletion(db)
    return rows.length
  })
