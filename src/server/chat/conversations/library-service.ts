import { and, asc, count, eq, isNull, ne } from 'drizzle-orm'
import type { Folder, Prompt, PutPrompt } from '#contract/chat/library.ts'
import { HttpError } from '../../errors/http-error.ts'
import { deleteUnusedDocuments } from '../../files/delete-unused.ts'
import { noteDeletion } from '../../store/deletions.ts'
import { refuseTooMany } from '../../store/refuse-too-many.ts'
import { conversations, folderDocuments, folders, prompts } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'

/** Maximum number of folders and of saved prompts. People usually keep a few dozen. */
export const listedMax = 2_000
const tooMany = `There are already ${listedMax}. Delete some first.`

/**
 * Manages folders of conversations and saved prompts. `put` methods create or
 * replace an entry.
 */
export type ChatLibrary = {
  listFolders: () => Promise<Folder[]>
  putFolder: (id: string, name: string) => Promise<Folder>
  /**
   * Deletes a folder and the files that nothing else uses. The conversations in the folder remain.
   * @throws {HttpError} `not_found`.
   */
  deleteFolder: (id: string) => Promise<void>
  listPrompts: () => Promise<Prompt[]>
  /** @throws {HttpError} `conflict` if another prompt has the same command. */
  putPrompt: (id: string, prompt: PutPrompt) => Promise<Prompt>
  deletePrompt: (id: string) => Promise<void>
}

export function createChatLibrary({ store }: { store: Store }): ChatLibrary {
  const { db } = store

  const selectFolders = () =>
    db
      .select({ folder: folders, conversations: count(conversations.id) })
      .from(folders)
      .leftJoin(
        conversations,
        and(
          eq(conversations.folderId, folders.id),
          isNull(conversations.deletedAt),
          isNull(conversations.archivedAt),
        ),
      )
      .groupBy(folders.id)
      .orderBy(asc(folders.name), asc(folders.id))

  return {
    listFolders: async () => (await selectFolders()).map(toFolder),
    async putFolder(id, name) {
      const others = ne(folders.id, id)
      await refuseTooMany(db, folders, { others, max: listedMax, message: tooMany })
      const set = { name: storable(name) }
      await db
        .insert(folders)
        .values({ id, ...set })
        .onConflictDoUpdate({ target: folders.id, set })
      const found = (await selectFolders()).find(({ folder }) => folder.id === id)
      return toFolder(present(found))
    },
    deleteFolder: (id) => deleteFolder(store, id),

    listPrompts: async () =>
      (await db.select().from(prompts).orderBy(asc(prompts.title), asc(prompts.id))).map(toPrompt),
    async putPrompt(id, prompt) {
      const others = ne(prompts.id, id)
      await refuseTooMany(db, prompts, { others, max: listedMax, message: tooMany })
      const { command } = prompt
      const set = { title: storable(prompt.title), command, text: storable(prompt.text) }
      const [other] = await db.select().from(prompts).where(eq(prompts.command, command))
      if (other && other.id !== id) {
        throw new HttpError('conflict', `“${other.title}” already uses the command /${command}.`)
      }
      const [row] = await db
        .insert(prompts)
        .values({ id, ...set })
        .onConflictDoUpdate({ target: prompts.id, set })
        .returning()
      return toPrompt(present(row))
    },
    async deletePrompt(id) {
      const rows = await db.delete(prompts).where(eq(prompts.id, id)).returning({ id: prompts.id })
      present(rows[0])
    },
  }
}

const deleteFolder = (store: Store, id: string): Promise<void> =>
  store.transaction(async ({ db }) => {
    const known = await db
      .select({ id: folderDocuments.documentId })
      .from(folderDocuments)
      .where(eq(folderDocuments.folderId, id))
    const rows = await db.delete(folders).where(eq(folders.id, id)).returning({ id: folders.id })
    present(rows[0])
    if (known.length === 0) return
    await deleteUnusedDocuments(
      db,
      known.map((document) => document.id),
    )
    await noteDeletion(db)
  })

/** Wraps a library so that each change calls `changed`. */
export function tellingLibrary(library: ChatLibrary, changed: () => void): ChatLibrary {
  const telling =
    <Args extends unknown[], T>(change: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const result = await change(...args)
      changed()
      return result
    }
  return {
    ...library,
    putFolder: telling(library.putFolder),
    deleteFolder: telling(library.deleteFolder),
    putPrompt: telling(library.putPrompt),
    deletePrompt: telling(library.deletePrompt),
  }
}

const toFolder = (row: { folder: typeof folders.$inferSelect; conversations: number }): Folder => ({
  id: row.folder.id,
  name: row.folder.name,
  conversations: row.conversations,
  createdAt: row.folder.createdAt.toISOString(),
})

const toPrompt = ({
  id,
  title,
  command,
  text,
  createdAt,
}: typeof prompts.$inferSelect): Prompt => ({
  id,
  title,
  command,
  text,
  createdAt: createdAt.toISOString(),
})

function present<T>(row: T | undefined): T {
  if (row === undefined) throw new HttpError('not_found', 'This no longer exists.')
  return row
}
