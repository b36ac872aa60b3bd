import { toError } from '#lib/to-error.ts'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { listFolder } from '../disk/missing.ts'
import { makeFolder } from '../disk/synced.ts'
import { writeWhole } from '../disk/write-whole.ts'
import { modelFiles } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * State of a file. `stamp` changes when the file changes. An `Error` if the file cannot be read.
 */
export type FileStamp = { stamp: string; sizeBytes: number } | Error

export type ModelFileStorage = {
  look: () => Promise<Map<string, FileStamp>>
  read: (name: string) => Promise<Uint8Array>
  write: (name: string, text: string) => Promise<void>
  remove: (name: string) => Promise<void>
}

/** Stores model files as the `.json` files of a folder. The folder need not exist. */
export const createFolderStorage = (folder: string): ModelFileStorage => ({
  async look() {
    const names = (await listFolder(folder)).filter(
      (name) => name.endsWith('.json') && !name.startsWith('.'),
    )
    const looked = names.map(
      async (name) => [name, await readStamp(path.join(folder, name))] as const,
    )
    return new Map(await Promise.all(looked))
  },
  read: (name) => readFile(path.join(folder, name)),
  async write(name, text) {
    await makeFolder(folder)
    await writeWhole(path.join(folder, name), text, { replaces: true })
  },
  remove: (name) => rm(path.join(folder, name), { force: true }),
})

async function readStamp(file: string): Promise<FileStamp> {
  try {
    const { mtimeMs, size } = await stat(file)
    return { stamp: `${mtimeMs} ${size}`, sizeBytes: size }
  } catch (error) {
    return toError(error)
  }
}

/** Stores model files as database rows, which several servers can share. */
export const createRowStorage = ({ db }: Pick<Store, 'db'>): ModelFileStorage => ({
  async look() {
    const rows = await db
      .select({
        name: modelFiles.name,
        changedAt: modelFiles.changedAt,
        sizeBytes: sql<number>`octet_length(${modelFiles.text})`,
      })
      .from(modelFiles)
      .orderBy(modelFiles.name)
    return new Map(
      rows.map(({ name, changedAt, sizeBytes }) => [
        name,
        { stamp: `row ${changedAt.getTime()} ${sizeBytes}`, sizeBytes },
      ]),
    )
  },
  async read(name) {
    const [row] = await db.select().from(modelFiles).where(eq(modelFiles.name, name))
    if (!row) throw new Error('It has just been deleted.')
    return new TextEncoder().encode(row.text)
  },
  async write(name, text) {
    const set = { text, changedAt: new Date() }
    await db
      .insert(modelFiles)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: modelFiles.name, set })
  },
  async remove(name) {
    await db.delete(modelFiles).where(eq(modelFiles.name, name))
  },
})

/**
 * Combines two storages. Files are written to the first storage, except files that only the second
 * storage contains.
 */
export function combineStorages(
  first: ModelFileStorage,
  second: ModelFileStorage,
): ModelFileStorage {
  const getHolder = async (name: string) => {
    if ((await first.look()).has(name)) return first
    return (await second.look()).has(name) ? second : first
  }
  return {
    look: async () => new Map([...(await second.look()), ...(await first.look())]),
    read: async (name) => (await getHolder(name)).read(name),
    write: async (name, text) => (await getHolder(name)).write(name, text),
    async remove(name) {
      await first.remove(name)
      await second.remove(name)
    },
  }
}
