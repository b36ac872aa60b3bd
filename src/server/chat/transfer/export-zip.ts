import { eq } from 'drizzle-orm'
import type { Attachment, Message } from '#contract/chat/chat.ts'
import { BlobMissingError, type BlobStore } from '../../files/blob-store.ts'
import { readDocumentText } from '../../store/document-texts.ts'
import { documents, files } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { attachmentNameOf, conversationNameOf, type ArchivedDocument } from './chat-archive.ts'
import { streamOf } from '../../http/stream-of.ts'
import { jsonPieces } from '../../json/encode-json.ts'
import { exportAsJson, type WrittenConversation } from './export-chats.ts'
import { closeZip, createZip } from '../../files/write-zip.ts'

/**
 * Conversations with their pictures and documents as one ZIP that is made while it is read: no more than
 * a page of a conversation is in memory. A picture whose bytes are gone is left out.
 */
export function exportZip(
  { store, blobs }: { store: Store; blobs: BlobStore },
  conversations: AsyncIterable<WrittenConversation>,
  now: Date,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const write = async () => {
    const zip = await createZip(writable)
    const written = new Set<string>()
    for await (const { pages, ...rest } of conversations) {
      const attached = new Map<string, Attachment>()
      async function* noting(): AsyncGenerator<Message[]> {
        for await (const page of pages()) {
          for (const { attachments = [] } of page) {
            for (const one of attachments) attached.set(attachmentNameOf(one), one)
          }
          yield page
        }
      }
      const text = exportAsJson({ ...rest, pages: noting }, now)
      await zip.add(conversationNameOf(rest.conversation.id), streamOf(text))
      for (const [name, attachment] of attached) {
        if (written.has(name)) continue
        written.add(name)
        const content = await open(attachment)
        // Pictures are compressed already.
        if (content) await zip.add(name, content, attachment.kind === 'picture' ? { level: 0 } : {})
      }
    }
    await closeZip(zip)
  }
  async function open({ kind, id }: Attachment): Promise<ReadableStream<Uint8Array> | undefined> {
    if (kind === 'document') {
      const [row] = await store.db.select().from(documents).where(eq(documents.id, id))
      if (!row) return undefined
      const { name, mimeType, sizeBytes, pages, isCut } = row
      const kept: ArchivedDocument = {
        name,
        mimeType,
        sizeBytes,
        text: await readDocumentText(store.db, id),
        isCut,
        ...(pages !== null && { pages }),
      }
      return streamOf(jsonPieces(kept))
    }
    const [row] = await store.db
      .select({ blobKey: files.blobKey })
      .from(files)
      .where(eq(files.id, id))
    try {
      return row && (await blobs.open(row.blobKey))
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error
      console.warn(`The picture ${id} is not in the export.`, error)
      return undefined
    }
  }
  void write().catch(async (error: unknown) => {
    // Who reads has gone away, or finds the archive cut: without its end it cannot be opened.
    console.warn('The export of the chats ended early.', error)
    await writable.abort(error).catch(() => {})
  })
  return readable
}
