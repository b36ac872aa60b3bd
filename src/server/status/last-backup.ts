import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../disk/write-whole.ts'

const fileName = 'last-backup.json'
const noteSchema = z.object({ madeAt: z.iso.datetime() })

/** Records in the data folder when the last complete backup was made. */
export const noteBackup = (dataFolder: string, madeAt: string): Promise<void> =>
  writeWhole(path.join(dataFolder, fileName), JSON.stringify({ madeAt }), { replaces: true })

/** Returns the time of the last backup. `undefined` without a backup, or if the file is damaged. */
export async function readLastBackup(dataFolder: string): Promise<string | undefined> {
  try {
    const text = await readFile(path.join(dataFolder, fileName), 'utf8')
    return noteSchema.safeParse(JSON.parse(text)).data?.madeAt
  } catch {
    return undefined
  }
}
