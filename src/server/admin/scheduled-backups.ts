import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { listFolder } from '../disk/missing.ts'
import { log } from '../observability/log.ts'
import { listBackups } from '../store/backup-note.ts'
import type { Embedded } from '../store/store.ts'
import { backUp } from './back-up.ts'
import type { BucketPlace } from './bucket/bucket-place.ts'

/** Matches the folders of scheduled backups. Only folders with such names are ever deleted. */
const namePattern = /^bozzetto-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(\.unfinished)?$/

export const getBackupName = (now: number): string =>
  `bozzetto-${new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}`

/** Interval in milliseconds at which the age of the last backup is checked. */
const checkEveryMs = 10 * 60_000

type ScheduleOptions = {
  data: string
  folder: string
  /**
   * Time between two backups. `everyMs` and `keepCount` are read at each check, because an admin
   * can change both.
   */
  everyMs: number
  keepCount: number
}

/**
 * Makes a backup if the last one in `folder` is older than the interval, then deletes the oldest
 * backups. Files of the previous backup are linked instead of copied.
 * @returns the folder of the new backup, or `undefined` if no backup was due.
 */
export async function backUpIfDue(
  store: Embedded,
  { data, folder, everyMs, keepCount }: ScheduleOptions,
  now = Date.now(),
): Promise<string | undefined> {
  const complete = (await listBackups(folder)).filter((backup) =>
    namePattern.test(path.basename(backup.folder)),
  )
  const last = complete.at(-1)
  // `Math.abs`, so that a clock that was set back does not prevent backups.
  if (last && Math.abs(now - Date.parse(last.madeAt)) < everyMs) return undefined
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const to = path.join(folder, getBackupName(now))
  await backUp(store, { data, to, ...(last && { linkTo: last.folder }) })
  const kept = [...complete.map((backup) => backup.folder), to].slice(-keepCount)
  for (const name of await listFolder(folder)) {
    const place = path.join(folder, name)
    if (namePattern.test(name) && !kept.includes(place)) {
      await rm(place, { recursive: true, force: true })
    }
  }
  return to
}

type BucketSchedule = Omit<ScheduleOptions, 'folder'> & { place: BucketPlace }

/**
 * Makes a backup in a bucket if the last one is older than the interval.
 * @returns the name of the backup.
 */
export async function backUpToBucketIfDue(
  store: Embedded,
  { data, place, everyMs, keepCount }: BucketSchedule,
  now = Date.now(),
): Promise<string | undefined> {
  const { backUpToBucket, listBucketBackups, rotateBucketBackups } =
    await import('./bucket/bucket-backups.ts')
  const last = (await listBucketBackups(place)).findLast(isOwn)
  if (last !== undefined && Math.abs(now - getTime(last)) < everyMs) return undefined
  const name = getBackupName(now)
  await backUpToBucket(store, { data, place, name })
  await rotateBucketBackups(place, { isOwn, keepCount })
  return name
}

const isOwn = (name: string): boolean => namePattern.test(name)

const getTime = (name: string): number =>
  Date.parse(name.replace(/^bozzetto-(.*T\d\d)-(\d\d)-(\d\dZ)$/, '$1:$2:$3'))

/**
 * Makes backups regularly. After a failure, the next check tries again.
 * @param backUpDue makes a backup if one is due, and returns its place.
 * @returns a function that stops the schedule and resolves when no backup is being made.
 */
export function keepBackingUp(
  where: string,
  backUpDue: () => Promise<string | undefined>,
): () => Promise<void> {
  let running = Promise.resolve()
  const start = () => {
    running = running.then(async () => {
      try {
        const made = await backUpDue()
        if (made !== undefined) log().info({ backup: made }, 'A backup was made.')
      } catch (error) {
        log().error(
          { error, where },
          'The scheduled backup failed; it is tried again in ten minutes.',
        )
      }
    })
  }
  start()
  const timer = setInterval(start, checkEveryMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
