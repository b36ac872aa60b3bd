import { eq } from 'drizzle-orm'
import type { Attachment, Message } from '#contract/chat/chat.ts'
import { BlobMissingError, type BlobStore } from '../../files/blobs/blob-store.ts'
import { readDocumentText } from '../../store/document-texts.ts'
import { documents, files } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import {
  toAttachmentName,
  toConversationName,
  toDocumentFileName,
  toFolderName,
  type ArchivedDocument,
} from './chat-archive.ts'
import { toStream } from '../../http/to-stream.ts'
import { jsonPieces } from '../../json/encode-json.ts'
import {
  exportAsJson,
  exportFolder,
  type ExportContent,
  type WrittenConversation,
  type WrittenFolder,
} from './export-chats.ts'
import { asItIs, zipStream, type Zip } from '../../files/write-zip.ts'

/**
 * Streams conversations and folders with their pictures and documents as one ZIP. Missing pictures
 * and files are left out. At most one page of messages is in memory.
 */
export const exportZip = (
  from: Files,
  { conversations, folders }: ExportContent,
  now: Date,
): ReadableStream<Uint8Array> =>
  zipStream('the export of the chats', async (zip) => {
    const to = { zip, written: new Set<string>(), now, ...from }
    for await (const folder of folders) await addFolder(to, folder)
    for await (const conversation of conversations) await addConversation(to, conversation)
  })

type Files = { store: Store; blobs: BlobStore }

export type ChatArchive = Files & {
  zip: Zip
  written: Set<string>
  now: Date
}

export async function addConversation(
  to: ChatArchive,
  { pages, ...rest }: WrittenConversation,
): Promise<void> {
  const attached = new Map<string, Attached>()
  async function* noting(): AsyncGenerator<Message[]> {
    for await (const page of pages()) {
      for (const { attachments = [] } of page) {
        for (const one of attachments) attached.set(toAttachmentName(one), one)
      }
      yield page
    }
  }
  const text = exportAsJson({ ...rest, pages: noting }, to.now)
  await to.zip.add(toConversationName(rest.conversation.id), toStream(text))
  for (const one of attached.values()) await addAttachment(to, one)
}

export async function addFolder(to: ChatArchive, folder: WrittenFolder): Promise<void> {
  await to.zip.add(toFolderName(folder.id), toStream(exportFolder(folder, to.now)))
  for (const document of folder.documents ?? []) {
    await addAttachment(to, { kind: 'document', ...document })
  }
}

type Attached = Pick<Attachment, 'kind' | 'id' | 'mimeType'>

export async function addAttachment(to: ChatArchive, attachment: Attached): Promise<void> {
  const name = toAttachmentName(attachment)
  if (to.written.has(name)) return
  to.written.add(name)
  const content = await open(to, attachment)
  if (content) await to.zip.add(name, content, attachment.kind === 'picture' ? asItIs : {})
  if (attachment.kind === 'document') await addDocumentFile(to, attachment.id)
}

/**
 * Adds the original file of a document without compression, because most document formats are
 * compressed already.
 */
async function addDocumentFile({ store, blobs, zip }: ChatArchive, id: string): Promise<void> {
  const [row] = await store.db
    .select({ name: documents.name, blobKey: documents.blobKey })
    .from(documents)
    .where(eq(documents.id, id))
  if (!row?.blobKey) return
  const content = await openBlob(blobs, row.blobKey, `file of the document ${id}`)
  if (content) await zip.add(toDocumentFileName({ id, name: row.name }), content, asItIs)
}

async function open(
  { store, blobs }: Files,
  { kind, id }: Attached,
): Promise<ReadableStream<Uint8Array> | undefined> {
  if (kind === 'document') {
    const [row] = await store.db.select().from(documents).where(eq(documents.id, id))
    if (!row) return undefined
    const { name, mimeType, sizeBytes, pages, isCut, encoding, warnings, pageStarts } = row
    const kept: ArchivedDocument = {
      name,
      mimeType,
      sizeBytes,
      text: await readDocumentText(store.db, id),
      isCut,
      ...(pages !== null && { pages }),
      ...(encoding !== null && { encoding }),
      ...(warnings !== null && { warnings }),
      ...(pageStarts !== null && { pageStarts }),
      ...(row.blobKey !== null && { file: toDocumentFileName({ id, name }) }),
    }
    return toStream(jsonPieces(kept))
  }
  const [row] = await store.db
    .select({ blobKey: files.blobKey })
    .from(files)
    .where(eq(files.id, id))
  return row && openBlob(blobs, row.blobKey, `picture ${id}`)
}

async function openBlob(
  blobs: BlobStore,
  key: string,
  what: string,
): Promise<ReadableStream<Uint8Array> | undefined> {
  try {
    return await blobs.open(key)
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    console.warn(`The ${what} is not in the export.`, error)
    return undefined
  }
}
