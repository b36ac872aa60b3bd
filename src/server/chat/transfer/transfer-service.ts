import type { FileHandle } from 'node:fs/promises'
import { asc } from 'drizzle-orm'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import type { Conversation } from '#contract/chat/chat.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { createDocumentService, type DocumentService } from '../../documents/document-service.ts'
import type { FileService } from '../../files/file-service.ts'
import { createYield } from '../../process/yield-loop.ts'
import { folders } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { KnowledgeService } from '../knowledge/knowledge-service.ts'
import { pagesOfConversationIds } from '../conversations/conversation-rows.ts'
import type {
  ConversationService,
  OpenConversation,
} from '../conversations/conversation-service.ts'
import { uncounted, type KeptBytes } from '../../spending/kept-bytes.ts'
import {
  exportAll,
  exportAsJson,
  type WrittenConversation,
  type WrittenFolder,
} from './export-chats.ts'
import { exportAsMarkdown, type NameOfModel } from './export-markdown.ts'
import { exportZip } from './export-zip.ts'
import { importChatExport } from './import-chats.ts'
import { importZip } from './import-zip.ts'

export type ChatTransfer = {
  /**
   * Exports one chat as text in pieces.
   * @returns a name without extension, and the pieces.
   * @throws {HttpError} `not_found`.
   */
  exportOne: (
    id: string,
    format: 'markdown' | 'json',
  ) => Promise<{ name: string; pieces: AsyncGenerator<Uint8Array> }>
  zipOne: (id: string) => Promise<{ name: string; body: ReadableStream<Uint8Array> }>
  exportAll: () => AsyncGenerator<Uint8Array>
  zipAll: () => ReadableStream<Uint8Array>
  openAll: () => AsyncGenerator<OpenConversation & WrittenConversation>
  openFolders: () => AsyncGenerator<WrittenFolder>
  nameModels: () => Promise<NameOfModel>
  importAll: (bytes: Uint8Array) => Promise<ImportAnswer>
  /**
   * @param archive an open ZIP.
   * @throws {HttpError} `bad_request` for an unknown format.
   */
  importZip: (archive: FileHandle) => Promise<ImportAnswer>
}

export function createChatTransfer({
  store,
  blobs,
  files,
  chat,
  knowledge,
  keptBytes = uncounted,
  documents = createDocumentService({ store, blobs, keptBytes }),
  clock = () => new Date(),
  changed = () => {},
  catalogue,
}: {
  store: Store
  blobs: BlobStore
  files: Pick<FileService, 'upload'>
  chat: Pick<ConversationService, 'openConversation'>
  knowledge: Pick<KnowledgeService, 'get' | 'add'>
  documents?: Pick<DocumentService, 'upload'>
  clock?: () => Date
  keptBytes?: KeptBytes
  changed?: () => void
  /** Provides model names for exports as Markdown. If absent, model ids are written. */
  catalogue?: Pick<Catalogue, 'list'>
}): ChatTransfer {
  const nameModels = () => readModelNames(catalogue)
  async function* all(): AsyncGenerator<OpenConversation & WrittenConversation> {
    const yieldLoop = createYield()
    const rows = await store.db.select({ id: folders.id, name: folders.name }).from(folders)
    const folderNames = new Map(rows.map(({ id, name }) => [id, name]))
    for await (const ids of pagesOfConversationIds(store.db)) {
      for (const id of ids) {
        const opened = await chat.openConversation(id).catch(unlessGone)
        if (opened) {
          yield { ...opened, folder: folderNames.get(opened.conversation.folderId ?? '') }
        }
        await yieldLoop()
      }
    }
  }
  const everything = () => ({ conversations: all(), folders: readFolders(store, knowledge) })
  const target = { store, keptBytes, knowledge, fileTarget: { files, documents } }
  return {
    async exportOne(id, format) {
      const opened = await chat.openConversation(id)
      const pieces =
        format === 'json'
          ? exportAsJson(opened, clock())
          : exportAsMarkdown(opened, await nameModels())
      return { name: getName(opened), pieces }
    },
    async zipOne(id) {
      const opened = await chat.openConversation(id)
      const body = exportZip(
        { store, blobs },
        { conversations: one(opened), folders: none() },
        clock(),
      )
      return { name: getName(opened), body }
    },
    exportAll: () => exportAll(everything(), clock()),
    zipAll: () => exportZip({ store, blobs }, everything(), clock()),
    openAll: all,
    openFolders: () => readFolders(store, knowledge),
    nameModels,
    importAll: (bytes) => importChatExport(target, bytes).finally(changed),
    importZip: (archive) => importZip({ ...target, files }, archive).finally(changed),
  }
}

async function* readFolders(
  { db }: Store,
  knowledge: Pick<KnowledgeService, 'get'>,
): AsyncGenerator<WrittenFolder> {
  const yieldLoop = createYield()
  const rows = await db
    .select({ id: folders.id, name: folders.name })
    .from(folders)
    .orderBy(asc(folders.name), asc(folders.id))
  for (const folder of rows) {
    const known = await knowledge.get(folder.id).catch(unlessGone)
    const instructions = known?.offeredInstructions ?? known?.instructions ?? ''
    const listed = known?.documents ?? []
    if (instructions !== '' || listed.length > 0) {
      yield {
        ...folder,
        ...(instructions !== '' && { instructions }),
        ...(listed.length > 0 && { documents: listed }),
      }
    }
    await yieldLoop()
  }
}

async function* one(opened: OpenConversation): AsyncGenerator<OpenConversation> {
  yield opened
}

async function* none(): AsyncGenerator<never> {}

const modelsTimeoutMs = 5_000

async function readModelNames(
  catalogue: Pick<Catalogue, 'list'> | undefined,
): Promise<NameOfModel> {
  const list = await catalogue?.list(AbortSignal.timeout(modelsTimeoutMs)).catch(() => undefined)
  const names = new Map(list?.models.map(({ id, name }) => [id, name]))
  return (modelId) => names.get(modelId) ?? modelId
}

/**
 * Returns nothing for a chat that was deleted during the export, so that the export skips it.
 * Throws other errors.
 */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof HttpError) || error.code !== 'not_found') throw error
}

const getName = ({ conversation }: { conversation: Conversation }): string =>
  conversation.title.replaceAll(/[/\\:*?"<>|\p{C}]/gu, ' ').trim() || 'chat'
