import { readFile, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { formatBytes } from '#lib/format.ts'
import { copyTree, linkTree, measureTree } from '../../disk/copy-tree.ts'
import { snapshotsName } from '../../disk/folder-names.ts'
import { FolderUnusableError } from '../../disk/folder-error.ts'
import { listFolder } from '../../disk/missing.ts'
import { syncPath, syncTree } from '../../disk/synced.ts'
import { writeWhole } from '../../disk/write-whole.ts'
import { copyOtherParts, listBackups, readBackupNote, writeBackupNote } from '../backup-note.ts'

/** File in the folder of snapshots that exists while an update runs. */
const updateNoteFile = 'update.json'
const unfinishedEnding = '.unfinished'
const dayMs = 24 * 60 * 60_000
/**
 * Maximum age of a snapshot in milliseconds. Older snapshots are deleted, because they keep content
 * that people have deleted permanently.
 */
const ageMaxMs = 14 * dayMs
type SnapshotOptions = {
  database: string
  version: string
  whileQuiet: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Copies the data folder to a subfolder, in the form of a backup, before an update changes the
 * tables. Stored files are linked where the disk supports links.
 * @returns the folder of the snapshot.
 * @throws {FolderUnusableError} if the disk has no room for the snapshot and the update.
 */
export async function snapshotBeforeUpdate(
  data: string,
  { database, version, whileQuiet }: SnapshotOptions,
): Promise<string> {
  await assertRoom(data, database)
  const madeAt = new Date().toISOString()
  const name = `before-update-${madeAt.replaceAll(/[:.]/g, '-')}`
  const snapshot = path.join(data, snapshotsName, name)
  const unfinished = `${snapshot}${unfinishedEnding}`
  try {
    await whileQuiet(() => copyTree(path.join(data, database), path.join(unfinished, database)))
    const blobs = await linkTree(path.join(data, 'blobs'), path.join(unfinished, 'blobs'))
    await copyOtherParts(data, unfinished)
    await syncTree(unfinished)
    await writeBackupNote(unfinished, { madeAt, blobs, version })
    await rename(unfinished, snapshot)
    await syncPath(path.dirname(snapshot))
    return snapshot
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

const updateSchema = z.object({ snapshot: z.string(), appliedCount: z.number() })

const toUpdateNote = (data: string) => path.join(data, snapshotsName, updateNoteFile)

/**
 * Notes that an update of the tables begins.
 * @param update.appliedCount number of migrations that the snapshot contains.
 */
export const noteUpdate = (
  data: string,
  { snapshot, appliedCount }: z.infer<typeof updateSchema>,
): Promise<void> =>
  writeWhole(
    toUpdateNote(data),
    JSON.stringify({ snapshot: path.basename(snapshot), appliedCount }),
    { replaces: true },
  )

export const forgetUpdate = (data: string): Promise<void> => rm(toUpdateNote(data), { force: true })

/**
 * Returns the snapshot from before an interrupted update. A new snapshot of the half-updated data
 * would be useless, because no version can use it.
 */
export async function findInterruptedUpdate(
  data: string,
  appliedCount: number,
): Promise<string | undefined> {
  try {
    const note = updateSchema.parse(JSON.parse(await readFile(toUpdateNote(data), 'utf8')))
    const snapshot = path.join(data, snapshotsName, note.snapshot)
    await readBackupNote(snapshot)
    return appliedCount > note.appliedCount ? snapshot : undefined
  } catch {
    return undefined
  }
}

/**
 * @throws {FolderUnusableError} without free space for the copy of the database, and as much for
 * the update.
 */
async function assertRoom(data: string, database: string): Promise<void> {
  const neededBytes = 2 * (await measureTree(path.join(data, database)))
  const { bavail, bsize } = await statfs(data)
  const freeBytes = bavail * bsize
  if (freeBytes >= neededBytes) return
  throw new FolderUnusableError(
    `the update of the data in ${data} needs ${formatBytes(neededBytes)} of free disk space, and ${formatBytes(freeBytes)} are free. Free some space and start again; nothing was changed.`,
  )
}

export const findNewestSnapshot = async (data: string) =>
  (await listBackups(path.join(data, snapshotsName))).at(-1)

/**
 * Deletes old and incomplete snapshots. Must not run at the same time as `snapshotBeforeUpdate`.
 */
export async function removeOldSnapshots(data: string, now = Date.now()): Promise<void> {
  for (const name of await listFolder(path.join(data, snapshotsName))) {
    if (name === updateNoteFile) continue
    const folder = path.join(data, snapshotsName, name)
    const note = await readBackupNote(folder).catch(() => undefined)
    if (note && now - Date.parse(note.madeAt) < ageMaxMs) continue
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Deletes old snapshots once a day.
 * @returns a function that stops the schedule.
 */
export function keepRemovingSnapshots(data: string): () => void {
  const timer = setInterval(() => {
    removeOldSnapshots(data).catch((error: unknown) => {
      console.warn('An old snapshot could not be deleted; it is tried again in a day.', error)
    })
  }, dayMs).unref()
  return () => clearInterval(timer)
}
