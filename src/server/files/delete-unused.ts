import { and, inArray, sql } from 'drizzle-orm'
import { documents, files } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

/** Deletes the given pictures, except those that a message, task or model refers to. */
export async function deleteUnusedPictures(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(files)
    .where(
      and(
        inArray(files.id, [...ids]),
        sql`not exists (select from message_attachments where file_id = ${files.id})`,
        sql`not exists (select from tasks where picture_file_id = ${files.id} or strpos(params::text, ${files.id}) > 0)`,
        sql`not exists (select from assets where picture_file_id = ${files.id} or strpos(recipe::text, ${files.id}) > 0)`,
      ),
    )
}

/** Deletes the given documents, except those that a message or folder refers to. */
export async function deleteUnusedDocuments(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(documents)
    .where(
      and(
        inArray(documents.id, [...ids]),
        sql`not exists (select from message_attachments where document_id = ${documents.id})`,
        sql`not exists (select from folder_documents where document_id = ${documents.id})`,
      ),
    )
}
