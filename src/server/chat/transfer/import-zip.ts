import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { chatImportBytesMax, type ImportAnswer } from '#contract/chat/transfer.ts'
import { documentBytesMax, documentTextMax } from '#contract/documents.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { FileService } from '../../files/file-service.ts'
import { ZipError } from '../../files/zip-error.ts'
import { parseJson } from '../../json/parse-json.ts'
import { storeDocument } from '../../store/document-texts.ts'
import { conversations, documents, files as fileTable } from '../../store/schema.ts'
import { uncounted } from '../../spending/kept-bytes.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import {
  archivedDocumentSchema,
  toAttachmentName,
  conversationName,
  folderName,
} from './chat-archive.ts'
import type {
  ForeignConversation,
  ForeignFolder,
  ForeignMessage,
} from '../../reading/chats/foreign-conversation.ts'
import { isPackedByMac } from './archive-files.ts'
import { importForeignZip, isForeignArchive, type ZipTarget } from './import-foreign-zip.ts'
import { addProblem, emptyAnswer } from './import-answer.ts'
import { foundIn, importConversation, type ImportTarget } from './import-chats.ts'
import { importFolder, openFolders, type FolderTarget } from './import-folders.ts'
import { createYield } from '../../process/yield-loop.ts'

const pictureBytesMax = 20 * 1024 * 1024
/** A character may take up to six bytes in JSON. */
const archivedDocumentBytesMax = documentTextMax * 6 + 64 * 1024
/** Maximum number of decompressed bytes of all files together. */
const unpackedBytesMax = 32 * 1024 ** 3

/**
 * Imports a ZIP of Bozzetto or of another program. Reads one conversation at a time, so that memory
 * stays bounded. Existing data stays unchanged.
 * @param archive an open file, which is read in pieces.
 * @throws {HttpError} `bad_request` for an unknown format.
 */
export async function importZip(
  { files, ...to }: ZipTarget,
  archive: FileHandle,
): Promise<ImportAnswer> {
  try {
    const { openZipFiles } = await import('../../files/zip-files.ts')
    const zip = await openZipFiles(archive)
    let unpackedBytes = 0
    const read = async (name: string, bytesMax: number): Promise<Uint8Array> => {
      const bytes = await zip.read(name, bytesMax).catch((error: unknown) => {
        throw toRefusal(error)
      })
      unpackedBytes += bytes.length
      if (unpackedBytes > unpackedBytesMax) throw notRead('it holds more than 32 GiB')
      return bytes
    }
    const all = [...zip.names()].filter((name) => !isPackedByMac(name))
    const names = [folderName, conversationName].flatMap((one) =>
      all.filter((name) => one.test(name)),
    )
    if (isForeignArchive(all)) return await importForeignZip({ ...to, files }, { names: all, read })
    const answer = emptyAnswer()
    const from = { ...to, files, read, folders: openFolders(to.store), imported: new Map() }
    const yieldLoop = createYield()
    for (const name of names) {
      await yieldLoop()
      const root = name.slice(0, name.search(/(?:conversations|folders)\/[^/]+$/))
      const inFolder = { ...from, read: (entry: string, max: number) => read(root + entry, max) }
      try {
        for await (const one of foundIn(await read(name, chatImportBytesMax), answer)) {
          if (one.folder) await takeFolder(inFolder, one.folder, answer)
          else await takeConversation(inFolder, one.conversation, answer)
        }
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        addProblem(answer, { title: name, message: error.message })
      }
    }
    return answer
  } catch (error) {
    throw toRefusal(error)
  }
}

type Import = ImportTarget & {
  files: Pick<FileService, 'upload'>
  read: (name: string, bytesMax: number) => Promise<Uint8Array>
}

const takeFolder = (
  from: Import & Omit<FolderTarget, 'idHere'>,
  folder: ForeignFolder,
  answer: ImportAnswer,
): Promise<void> =>
  importFolder(
    { ...from, idHere: (document) => idHere(from, { kind: 'document', ...document }) },
    folder,
    answer,
  )

type ForeignAttachment = NonNullable<ForeignMessage['attachments']>[number]

async function takeConversation(
  from: Import,
  conversation: ForeignConversation,
  answer: ImportAnswer,
): Promise<void> {
  const isKnown = await has(from.store, conversations, conversation.id)
  for (const message of isKnown ? [] : conversation.messages) {
    const kept: ForeignAttachment[] = []
    for (const attachment of message.attachments ?? []) {
      try {
        kept.push({ ...attachment, id: await idHere(from, attachment) })
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
  await importConversation(from, conversation, answer)
}

async function idHere(from: Import, attachment: ForeignAttachment): Promise<string> {
  const { store, files, read } = from
  const { kind, id, name } = attachment
  if (await has(store, kind === 'picture' ? fileTable : documents, id)) return id
  const entryName = toAttachmentName(attachment)
  if (kind === 'picture')
    return (await files.upload(await read(entryName, pictureBytesMax), name)).id
  return storeArchivedDocument(from, id, await read(entryName, archivedDocumentBytesMax))
}

async function storeArchivedDocument(
  { store, fileTarget, read, keptBytes = uncounted }: Import,
  id: string,
  bytes: Uint8Array,
): Promise<string> {
  const parsed = archivedDocumentSchema.safeParse(await parseDocument(bytes))
  if (!parsed.success) throw notRead('a document in it has an unknown format', parsed.error)
  const { pages, warnings, encoding, text: said, file, ...document } = parsed.data
  if (file !== undefined && fileTarget) {
    try {
      // The text is extracted again, because an archive could claim any text for the file.
      const original = await read(file, documentBytesMax)
      return (await fileTarget.documents.upload(original, document.name)).id
    } catch (error) {
      const isUnread =
        error instanceof HttpError &&
        (error.code === 'bad_document' || error.code === 'bad_request')
      if (!isUnread) throw error
    }
  }
  const text = cutText(storable(said), documentTextMax)
  const values = {
    ...document,
    id,
    name: storable(document.name),
    mimeType: storable(document.mimeType),
    // The hash is of the text, because an archive could claim the hash of any file.
    sha256: createHash('sha256').update('imported\n').update(text).digest('hex'),
    textLength: text.length,
    pages: pages ?? null,
    ...(warnings && { warnings: warnings.map(storable) }),
    // Without the original bytes, the text cannot be decoded again in another encoding.
    ...(encoding === 'utf-8' && { encoding }),
  }
  const { id: stored } = await keptBytes.keep(Buffer.byteLength(text), () =>
    storeDocument(store, values, { text }),
  )
  return stored
}

async function has(
  store: Store,
  table: typeof conversations | typeof fileTable | typeof documents,
  id: string,
): Promise<boolean> {
  const found = await store.db.select({ id: table.id }).from(table).where(eq(table.id, id))
  return found.length > 0
}

async function parseDocument(bytes: Uint8Array): Promise<unknown> {
  try {
    return await parseJson(bytes)
  } catch (cause) {
    throw notRead('a document in it is not JSON', cause)
  }
}

const toRefusal = (error: unknown): unknown =>
  error instanceof ZipError ? notRead(error.message, error) : error

const notRead = (why: string, cause?: unknown): HttpError =>
  new HttpError('bad_request', `This archive cannot be imported: ${why}.`, { cause })
