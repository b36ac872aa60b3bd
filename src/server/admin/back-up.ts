import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { appVersion } from '#lib/app-version.ts'
import { formatPlural } from '#lib/format.ts'
import { copyTree } from '../disk/copy-tree.ts'
import { isInside } from '../disk/is-inside.ts'
import { listFolder } from '../disk/missing.ts'
import { closeTree } from '../disk/private-folder.ts'
import { syncPath, syncTree } from '../disk/synced.ts'
import { copyOtherParts, writeBackupNote } from '../store/backup-note.ts'
import { postgresFolder, type Embedded } from '../store/store.ts'
import { masterKeyFile } from '../vault/master-key.ts'
import { noteBackup } from '../status/last-backup.ts'
import { AdminError } from './admin-error.ts'
import { copyBlobs } from './copy-blobs.ts'

/**
 * Copies a data folder that is in use, as a snapshot. Files are copied before and after the paused
 * database, so that the copy contains every file of a row.
 * @param data the data folder, whose store is `store`.
 * @param to a folder that does not exist or is empty.
 * @param withKeys includes the master key, which decrypts the keys of all connections.
 * @param linkTo an earlier backup on the same disk, whose files are linked and not copied again.
 * @throws {AdminError} if `to` is not empty or is inside the data folder.
 */
export async function backUp(store: Embedded, options: BackUpOptions): Promise<BackedUp> {
  if (isInside(options.to, options.data)) {
    throw new AdminError('The backup cannot be inside the data folder. Choose another place.')
  }
  const done = await copyData(store, options)
  await noteBackup(options.data, done.madeAt)
  return done
}

type BackUpOptions = {
  data: string
  to: string
  withKeys?: boolean
  linkTo?: string
  /** Stops the backup before its next file. */
  signal?: AbortSignal | undefined
}

/** Makes a backup like `backUp`, but does not record it as the last backup. */
export async function copyData(
  store: Embedded,
  { data, to, withKeys = false, linkTo, signal }: BackUpOptions,
): Promise<BackedUp> {
  if ((await listFolder(to)).length > 0) {
    throw new AdminError(`${to} is not empty. Choose a folder that does not exist yet.`)
  }
  const unfinished = `${to}.unfinished`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const earlier = linkTo === undefined ? undefined : path.join(linkTo, 'blobs')
  const [from, blobs] = [path.join(data, 'blobs'), path.join(unfinished, 'blobs')]
  // The partial database of an interrupted backup is deleted, because only its files can be reused.
  await rm(path.join(unfinished, postgresFolder), { recursive: true, force: true })
  let count = await copyBlobs(from, blobs, { linkTo: earlier, signal })
  signal?.throwIfAborted()
  const pausedMs = await store.whileQuiet(async () => {
    const start = performance.now()
    await copyTree(path.join(data, postgresFolder), path.join(unfinished, postgresFolder))
    return performance.now() - start
  })
  count += await copyBlobs(from, blobs, { linkTo: earlier, signal })
  await copyOtherParts(data, unfinished, withKeys ? [masterKeyFile] : [])
  await closeTree(unfinished)
  // All other files are synced first, because `backup.json` marks the backup as complete.
  await syncTree(unfinished)
  const note = { madeAt: new Date().toISOString(), blobs: count, version: appVersion }
  await writeBackupNote(unfinished, note)
  await rename(unfinished, to)
  await syncPath(path.dirname(to))
  return { blobs: count, pausedMs, withKeys, madeAt: note.madeAt }
}

type BackedUp = { blobs: number; pausedMs: number; withKeys: boolean; madeAt: string }

export const describeBackup = (
  to: string,
  { blobs, pausedMs, withKeys }: Omit<BackedUp, 'madeAt'>,
): string =>
  `The backup is in ${to}: the database and ${formatPlural(blobs, 'file')}. The database was paused for ${Math.ceil(pausedMs)} ms. ${withKeys ? 'It includes the master key: whoever has it can read the API keys of your connections.' : 'It holds no API keys that could be read: restored elsewhere, connections need theirs again. Add --with-keys to include them.'}`

/** Explains in a sentence why a backup does not include the rows of a database server. */
export const backupOfServer = (bucket: string | undefined): string =>
  `The rows are on a database server (DATABASE_URL), which has its own backups: pg_dump --format=custom "$DATABASE_URL" > bozzetto.dump copies them while the server runs. Copy the files after that: ${
    bucket === undefined
      ? 'the folder blobs/ of the data folder.'
      : `what is below blobs/ in the bucket ${bucket}.`
  }`
