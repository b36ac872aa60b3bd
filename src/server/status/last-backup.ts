import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { writeWhole } from '../disk/write-whole.ts'

const hourMs = 3_600_000

export type BackupSchedule = Pick<Env, 'BOZZETTO_BACKUPS' | 'BOZZETTO_BACKUP_HOURS'>

/**
 * Returns the time in milliseconds until which a scheduled backup should have been made, or
 * `undefined` without a schedule.
 * @param madeAt time of the last backup.
 * @param startMs start of the server, from which the first backup is due.
 */
export function getBackupDueMs(
  { BOZZETTO_BACKUPS: place, BOZZETTO_BACKUP_HOURS: hours }: BackupSchedule,
  { madeAt, startMs }: { madeAt: string | undefined; startMs: number },
): number | undefined {
  if (place === undefined) return undefined
  // An hour is added, because a backup takes time.
  return madeAt === undefined ? startMs + hourMs : Date.parse(madeAt) + (hours + 1) * hourMs
}

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
