import { and, eq, isNull, or } from 'drizzle-orm'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import type { Document } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ForeignFolder } from '../../reading/chats/foreign-conversation.ts'
import { folderDocuments, folders } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { listedMax } from '../conversations/library-service.ts'
import type { KnowledgeService } from '../knowledge/knowledge-service.ts'
import { addProblem, noteGaps, noteMissing, notePrompt } from './import-answer.ts'
import { takeFile, type FileTarget } from './take-files.ts'

export type ImportFolders = {
  /**
   * Returns the id of the folder with this name, and creates the folder if necessary. Returns
   * nothing if there are too many folders.
   */
  idNamed: (folder: string) => Promise<string | null>
}

/**
 * Reads the list of folders once for a whole import, which may put thousands of chats into folders.
 */
export function openFolders({ db }: Store): ImportFolders {
  let list: Promise<{ ids: Map<string, string>; count: number }> | undefined
  async function read() {
    const rows = await db.select({ id: folders.id, name: folders.name }).from(folders)
    const ids = new Map(rows.map(({ id, name }) => [name.toLowerCase(), id] as const).toReversed())
    return { ids, count: rows.length }
  }
  return {
    async idNamed(folder) {
      const name = storable(folder)
      const known = await (list ??= read())
      const id = known.ids.get(name.toLowerCase())
      // The folder may have been deleted since the list was read.
      if (id !== undefined && (await isThere(id))) return id
      if (id === undefined && known.count++ >= listedMax) return null
      const added = newId()
      await db.insert(folders).values({ id: added, name })
      known.ids.set(name.toLowerCase(), added)
      return added
    },
  }
  async function isThere(id: string): Promise<boolean> {
    const found = await db.select({ id: folders.id }).from(folders).where(eq(folders.id, id))
    return found.length > 0
  }
}

export type FolderTarget = {
  store: Store
  folders: ImportFolders
  knowledge: Pick<KnowledgeService, 'add'>
  /**
   * Returns the document's id on this server, or nothing if the document is missing.
   * @throws {HttpError}
   */
  idHere: (document: Document) => Promise<string | undefined>
  fileTarget?: FileTarget
}

/** Adds files to the folder with the given name, and adds instructions if the folder has none. */
export async function importFolder(
  to: FolderTarget,
  { name, instructions, documents = [], files = [], gaps = [] }: ForeignFolder,
  answer: ImportAnswer,
): Promise<void> {
  const id = await to.folders.idNamed(name)
  if (id === null) {
    const message = 'There are too many folders for its files and instructions.'
    return addProblem(answer, { title: name, message })
  }
  let isChanged = instructions !== undefined && (await instruct(to.store, id, instructions))
  if (isChanged) notePrompt(answer)
  const inFolder = await to.store.db
    .select({ id: folderDocuments.documentId })
    .from(folderDocuments)
    .where(eq(folderDocuments.folderId, id))
  const known = new Set(inFolder.map((row) => row.id))
  const missing: string[] = []
  for (const document of documents) {
    try {
      const documentId = await to.idHere(document)
      if (documentId === undefined) missing.push(document.name)
      else if (!known.has(documentId)) {
        await to.knowledge.add(id, documentId)
        isChanged = true
      }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      addProblem(answer, { title: name, message: `${document.name}: ${error.message}` })
    }
  }
  for (const file of files) {
    const taken = to.fileTarget ? await takeFile(to.fileTarget, file) : { why: undefined }
    if ('why' in taken) gaps.push(`${file.name}: ${taken.why ?? 'It is not in the file.'}`)
    else if (taken.kind === 'picture') gaps.push(`${file.name}: Folders contain no pictures.`)
    else if (await addDocument(to, { folderId: id, documentId: taken.id, known }, gaps))
      isChanged = true
  }
  noteMissing(answer, { title: name }, missing)
  noteGaps(answer, { title: name }, gaps)
  if (isChanged) answer.folders = (answer.folders ?? 0) + 1
}

async function addDocument(
  { knowledge }: Pick<FolderTarget, 'knowledge'>,
  { folderId, documentId, known }: { folderId: string; documentId: string; known: Set<string> },
  gaps: string[],
): Promise<boolean> {
  if (known.has(documentId)) return false
  try {
    await knowledge.add(folderId, documentId)
    known.add(documentId)
    return true
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    gaps.push(error.message)
    return false
  }
}

async function instruct({ db }: Store, id: string, instructions: string): Promise<boolean> {
  const changed = await db
    .update(folders)
    .set({ instructions: storable(instructions) })
    .where(and(eq(folders.id, id), or(isNull(folders.instructions), eq(folders.instructions, ''))))
    .returning({ id: folders.id })
  return changed.length > 0
}
