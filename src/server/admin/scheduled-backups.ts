import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { listFolder } from '../disk/missing.ts'
import { log } from '../observability/log.ts'
import { listBackups } from '../store/backup-note.ts'
import type { Embedded } from '../store/store.ts'
import { backUp } from './back-up.ts'
import { backupNamePattern, getBackupName } from './backup-name.ts'
import type { BucketPlace } from './bucket/bucket-place.ts'

/** Matches the folders of scheduled backups. Only folders with such names are ever deleted. */
const namePattern = new RegExp(String.raw`^${backupNamePattern}(\.unfinished)?$`)

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
  signal?: AbortSignal
}

/**
 * Makes a backup if the last one in `folder` is older than the interval, then deletes the oldest
 * backups. Files of the previous backup are linked instead of copied.
 * @returns the folder of the new backup, or `undefined` if no backup was due.
 */
export async function backUpIfDue(
  store: Embedded,
  { data, folder, everyMs, keepCount, signal }: ScheduleOptions,
  now = Date.now(),
): Promise<string | undefined> {
  const complete = (await listBackups(folder)).filter((backup) =>
    namePattern.test(path.basename(backup.folder)),
  )
  if (
    !isDue(
      complete.map(({ madeAt }) => Date.parse(madeAt)),
      { now, everyMs },
    )
  )
    return undefined
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const to = path.join(folder, getBackupName(now))
  // Incomplete backups are deleted first, because they may fill the disk.
  await removeOthers(folder, (place) => !place.endsWith('.unfinished'))
  const linkTo = complete.at(-1)?.folder
  await backUp(store, { data, to, signal, ...(linkTo !== undefined && { linkTo }) })
  const kept = [...complete.map((backup) => backup.folder), to].slice(-keepCount)
  await logFailedRotation(removeOthers(folder, (place) => kept.includes(place)))
  return to
}

/** Deletes the scheduled backups in a folder that are not wanted. */
async function removeOthers(folder: string, isWanted: (place: string) => boolean): Promise<void> {
  for (const name of await listFolder(folder)) {
    const place = path.join(folder, name)
    if (namePattern.test(name) && !isWanted(place))
      await rm(place, { recursive: true, force: true })
  }
}

/**
 * Returns whether no backup is younger than the interval. Looks at all backups and at both sides of
 * `now`, because the clock may have been wrong.
 */
const isDue = (times: number[], { now, everyMs }: { now: number; everyMs: number }): boolean =>
  !times.some((time) => Math.abs(now - time) < everyMs)

/** Logs apart that old backups could not be deleted, because the new backup is complete. */
const logFailedRotation = (rotation: Promise<void>): Promise<void> =>
  rotation.catch((error: unknown) =>
    log().error({ error }, 'A backup was made, but older backups could not all be deleted.'),
  )

type BucketSchedule = Omit<ScheduleOptions, 'folder'> & { place: BucketPlace }

/**
 * Makes a backup in a bucket if the last one is older than the interval.
 * @returns the name of the backup.
 */
export async function backUpToBucketIfDue(
  store: Embedded,
  { data, place, everyMs, keepCount, signal }: BucketSchedule,
  now = Date.now(),
): Promise<string | undefined> {
  const { backUpToBucket, listBucketBackups, rotateBucketBackups } =
    await import('./bucket/bucket-backups.ts')
  const times = (await listBucketBackups(place)).filter(isOwn).map(getTime)
  if (!isDue(times, { now, everyMs })) return undefined
  const name = getBackupName(now)
  await backUpToBucket(store, { data, place, name, signal })
  await logFailedRotation(rotateBucketBackups(place, { isOwn, keepCount, newest: name }))
  return name
}

const isOwn = (name: string): boolean => namePattern.test(name)

const getTime = (name: string): number =>
  Date.parse(name.replace(/^bozzetto-(.*T\d\d)-(\d\d)-(\d\dZ)$/, '$1:$2:$3'))

/**
 * Makes backups regularly. After a failure, the next check tries again.
 * @param backUpDue makes a backup if one is due, and returns its place. The signal stops it.
 * @returns a function that stops the schedule, and resolves when no backup is being made.
 */
export function keepBackingUp(
  where: string,
  backUpDue: (signal: AbortSignal) => Promise<string | undefined>,
): () => Promise<void> {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const start = () => {
    running = running.then(async () => {
      try {
        const made = await backUpDue(stopping.signal)
        if (made !== undefined) log().info({ backup: made }, 'A backup was made.')
      } catch (error) {
        if (stopping.signal.aborted) return
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
    stopping.abort()
    await running
  }
}
