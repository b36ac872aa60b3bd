import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isMissing, listFolder } from '../disk/missing.ts'
import { writeWhole } from '../disk/write-whole.ts'

/** File that marks a complete backup or snapshot, and is written last. */
export const backupNoteFile = 'backup.json'

const schema = z.object({
  madeAt: z.iso.datetime(),
  blobs: z.number().int(),
  /** Version of Bozzetto that last changed the tables. Absent in older backups. */
  version: z.string().optional(),
})

export type BackupNote = z.infer<typeof schema>

/** Marks the folder as complete. All its other files must be synced before. */
export const writeBackupNote = (folder: string, note: BackupNote): Promise<void> =>
  writeWhole(path.join(folder, backupNoteFile), JSON.stringify(note, null, 2), { replaces: true })

/** @throws {Error} if the folder is not a complete backup. */
export const readBackupNote = async (folder: string): Promise<BackupNote> =>
  schema.parse(JSON.parse(await readFile(path.join(folder, backupNoteFile), 'utf8')))

/** Lists the complete backups in a folder, sorted by name. */
export async function listBackups(folder: string): Promise<{ folder: string; madeAt: string }[]> {
  const complete: { folder: string; madeAt: string }[] = []
  for (const name of (await listFolder(folder)).toSorted()) {
    const place = path.join(folder, name)
    const note = await readBackupNote(place).catch(() => undefined)
    if (note) complete.push({ folder: place, madeAt: note.madeAt })
  }
  return complete
}

/**
 * Parts of a data folder that each backup and snapshot copies, besides the database, the stored
 * files and the master key.
 */
const otherParts = ['secret', 'models']

/** Copies the parts of a data folder besides the database and the stored files. */
export async function copyOtherParts(
  data: string,
  to: string,
  more: readonly string[] = [],
): Promise<void> {
  for (const name of [...otherParts, ...more]) {
    await cp(path.join(data, name), path.join(to, name), { recursive: true }).catch(
      (error: unknown) => {
        if (!isMissing(error)) throw error
      },
    )
  }
}
