import { ZipReader, type FileEntry } from '@zip.js/zip.js'
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { importBytesMax, type ImportAnswer } from '#contract/chat-transfer.ts'
import type { Attachment } from '#contract/chat.ts'
import { documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors.ts'
import type { FileService } from '../files/file-service.ts'
import { parseJson } from '../json/parse-json.ts'
import { HandleReader } from '../library/import-archive.ts'
import { conversations, documents, files as fileTable } from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { archivedDocumentSchema, attachmentNameOf, conversationName } from './chat-archive.ts'
import type { ForeignConversation } from './foreign-conversation.ts'
import { addProblem, conversationsIn, importChats, importConversation } from './import-chats.ts'
import '../files/zip-settings.ts'

const entriesMax = 200_000
const pictureBytesMax = 20 * 1024 * 1024
/** JSON says a character with six bytes at most. */
const documentBytesMax = documentTextMax * 6 + 64 * 1024
/** All that is unpacked. */
const unpackedBytesMax = 32 * 1024 ** 3

/**
 * Takes in a ZIP: ours, with its pictures and documents, or ChatGPT's. One conversation after the other,
 * so that memory does not grow with it. What is here already stays as it is.
 *
 * @param archive an open file; it is read in pieces.
 * @throws {HttpError} `bad_request` when it is no such archive.
 */
export async function importZip(
  { store, files }: { store: Store; files: Pick<FileService, 'upload'> },
  archive: FileHandle,
): Promise<ImportAnswer> {
  const zip = new ZipReader(new HandleReader(archive))
  const entries = new Map<string, FileEntry>()
  let unpackedBytes = 0
  const read = async (name: string, bytesMax: number): Promise<Uint8Array> => {
    const bytes = await unpack(entries.get(name), name, bytesMax)
    unpackedBytes += bytes.length
    if (unpackedBytes > unpackedBytesMax) throw notRead('it holds more than 32 GiB')
    return bytes
  }
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entries.size >= entriesMax) throw notRead('it holds too many files')
      if (!entry.directory) entries.set(entry.filename, entry)
    }
    const names = [...entries.keys()].filter((name) => conversationName.test(name))
    if (names.length === 0) {
      const foreign = [...entries.keys()].find((name) => /(?:^|\/)conversations\.json$/.test(name))
      if (foreign === undefined) throw notRead('there are no conversations in it')
      return await importChats(store, await read(foreign, importBytesMax))
    }
    const answer: ImportAnswer = {
      source: 'bozzetto',
      conversations: 0,
      messages: 0,
      known: 0,
      problems: [],
    }
    for (const name of names) {
      try {
        const found = conversationsIn(await read(name, importBytesMax), answer)
        for await (const conversation of found) await take(conversation, answer)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        addProblem(answer, { title: name, message: error.message })
      }
    }
    return answer
  } catch (error) {
    // What the reader of ZIPs throws says that it is none, or a broken one.
    throw error instanceof HttpError ? error : notRead('it is damaged or no ZIP', error)
  } finally {
    await zip.close()
  }

  async function take(conversation: ForeignConversation, answer: ImportAnswer): Promise<void> {
    const isKnown = await has(conversations, conversation.id)
    for (const message of isKnown ? [] : conversation.messages) {
      const kept: Attachment[] = []
      for (const attachment of message.attachments ?? []) {
        try {
          kept.push({ ...attachment, id: await idHere(attachment) })
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          addProblem(answer, {
            title: conversation.title,
            message: `${attachment.name}: ${error.message}`,
          })
        }
      }
      if (message.attachments) message.attachments = kept
    }
    await importConversation(store, conversation, answer)
  }

  /** The id that the attachment has here, where it is brought along if need be. */
  async function idHere(attachment: Attachment): Promise<string> {
    const { kind, id, name } = attachment
    if (await has(kind === 'picture' ? fileTable : documents, id)) return id
    const entryName = attachmentNameOf(attachment)
    if (kind === 'picture')
      return (await files.upload(await read(entryName, pictureBytesMax), name)).id
    return storeDocument(id, await read(entryName, documentBytesMax))
  }

  async function storeDocument(id: string, bytes: Uint8Array): Promise<string> {
    const parsed = archivedDocumentSchema.safeParse(await parseDocument(bytes))
    if (!parsed.success) throw notRead('a document in it is not understood', parsed.error)
    const { pages, ...document } = parsed.data
    const text = cutText(storable(document.text), documentTextMax)
    const values = {
      ...document,
      id,
      name: storable(document.name),
      mimeType: storable(document.mimeType),
      // Of its text: an archive could name any file's, which would then be taken for this text.
      sha256: createHash('sha256').update('imported\n').update(text).digest('hex'),
      text,
      textLength: text.length,
      pages: pages ?? null,
    }
    const [row] = await store.db
      .insert(documents)
      .values(values)
      .onConflictDoUpdate({ target: documents.sha256, set: { name: values.name } })
      .returning({ id: documents.id })
    if (!row) throw new Error('The row of a document did not come back.')
    return row.id
  }

  async function has(
    table: typeof conversations | typeof fileTable | typeof documents,
    id: string,
  ): Promise<boolean> {
    const found = await store.db.select({ id: table.id }).from(table).where(eq(table.id, id))
    return found.length > 0
  }
}

async function parseDocument(bytes: Uint8Array): Promise<unknown> {
  try {
    return await parseJson(bytes)
  } catch (cause) {
    throw notRead('a document in it is not JSON', cause)
  }
}

async function unpack(
  entry: FileEntry | undefined,
  name: string,
  bytesMax: number,
): Promise<Uint8Array> {
  if (!entry) throw notRead(`${name} is missing in it`)
  if (entry.encrypted) throw notRead('it is locked with a password')
  const chunks: Uint8Array[] = []
  let length = 0
  // Counted while it is unpacked: what an entry says of its own size need not be true.
  const sink = new WritableStream<Uint8Array>({
    write: (chunk) => {
      length += chunk.byteLength
      if (length > bytesMax) throw notRead(`${name} is too large`)
      chunks.push(chunk)
    },
  })
  try {
    await entry.getData(sink, { checkSignature: true })
  } catch (error) {
    throw error instanceof HttpError ? error : notRead(`${name} is damaged`, error)
  }
  return Buffer.concat(chunks, length)
}

const notRead = (why: string, cause?: unknown): HttpError =>
  new HttpError('bad_request', `This archive cannot be taken in: ${why}.`, { cause })
