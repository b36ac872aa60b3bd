import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../disk/write-whole.ts'

/** Name of the file that marks a complete backup or snapshot; it is written last. */
export const backupNoteFile = 'backup.json'

const schema = z.object({
  madeAt: z.iso.datetime(),
  /** Number of files that were copied or linked. */
  blobs: z.number().int(),
  /** Version of Bozzetto that had last changed the tables. Absent in older backups. */
  version: z.string().optional(),
})

export type BackupNote = z.infer<typeof schema>

/** Marks the folder as complete. All its other files must be synced first. */
export const writeBackupNote = (folder: string, note: BackupNote): Promise<void> =>
  writeWhole(path.join(folder, backupNoteFile), JSON.stringify(note, null, 2), { replaces: true })

/** @throws {Error} if the folder is not a complete backup. */
export const readBackupNote = async (folder: string): Promise<BackupNote> =>
  schema.parse(JSON.parse(await readFile(path.join(folder, backupNoteFile), 'utf8')))
