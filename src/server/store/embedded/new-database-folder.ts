import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { copyTree } from '../../disk/copy-tree.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Folder in which the build puts the prepared database of a first start. Undefined when running
 * from source, so that a new database matches the current code.
 */
export const newDatabaseFolder: string | undefined = import.meta.url.endsWith('.ts')
  ? undefined
  : // The build may put this module into a chunk in a subfolder.
    path.join(path.basename(here) === 'assets' ? path.dirname(here) : here, 'new-database')

/** Path of the list of empty folders, which Postgres needs and npm leaves out of a package. */
const getFolderList = (folder: string): string => `${folder}-folders.json`

/** Writes the list of the folders in the prepared database. */
export async function listNewDatabaseFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  await writeFile(getFolderList(folder), JSON.stringify(folders))
}

/**
 * Copies the prepared database.
 * @returns false when running from source, without a prepared database.
 */
export async function copyNewDatabase(to: string): Promise<boolean> {
  if (newDatabaseFolder === undefined || !existsSync(newDatabaseFolder)) return false
  await copyTree(newDatabaseFolder, to, { fileMode: 0o600 })
  const list: unknown = JSON.parse(await readFile(getFolderList(newDatabaseFolder), 'utf8'))
  for (const folder of z.array(z.string()).parse(list)) {
    await mkdir(path.join(to, folder), { recursive: true, mode: 0o700 })
  }
  return true
}
