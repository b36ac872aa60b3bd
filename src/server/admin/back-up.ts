import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { formatPlural } from '#lib/format.ts'
import { copyTree } from '../disk/copy-tree.ts'
import { isMissing, namesIn } from '../disk/missing.ts'
import { closeTree } from '../disk/private-folder.ts'
import { syncPath, syncTree } from '../disk/synced.ts'
import { writeWhole } from '../disk/write-whole.ts'
import { postgresFolder, type Embedded } from '../store/store.ts'
import { masterKeyFile } from '../vault/master-key.ts'
import { AdminError } from './admin-error.ts'
import { copyBlobs } from './copy-blobs.ts'

/** Says of a folder that it is a whole backup; written last. */
export const noteName = 'backup.json'

/** What lies in a data folder beside the database and the blobs. Not the master key: see `withKeys`. */
const otherNames = ['secret', 'models']

/**
 * Copies a data folder while it is in use: the state of one moment.
 *
 * The blobs come first, then the database while it stands still (some hundred milliseconds), then the
 * blobs that came meanwhile: whatever a row of the copy names is there.
 *
 * @param data the data folder, whose store is `store`.
 * @param to a folder that does not exist or is empty.
 * @param withKeys takes the master key along, with which whoever has the backup can read the keys of all
 *   connections.
 * @throws {AdminError} when `to` has something in it or lies in the data folder.
 */
export async function backUp(
  store: Embedded,
  { data, to, withKeys = false }: { data: string; to: string; withKeys?: boolean },
): Promise<BackedUp> {
  if (!path.relative(data, to).startsWith('..')) {
    throw new AdminError('The backup cannot be inside the data folder. Choose another place.')
  }
  if ((await namesIn(to)).length > 0) {
    throw new AdminError(`${to} is not empty. Choose a folder that does not exist yet.`)
  }
  const unfinished = `${to}.unfinished`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const [from, blobs] = [path.join(data, 'blobs'), path.join(unfinished, 'blobs')]
  // A backup that was broken off leaves blobs, which are as good as new, and half a database.
  await rm(path.join(unfinished, postgresFolder), { recursive: true, force: true })
  let count = await copyBlobs(from, blobs)
  const pausedMs = await store.whileQuiet(async () => {
    const start = performance.now()
    await copyTree(path.join(data, postgresFolder), path.join(unfinished, postgresFolder))
    return performance.now() - start
  })
  count += await copyBlobs(from, blobs)
  for (const name of [...otherNames, ...(withKeys ? [masterKeyFile] : [])]) {
    await copyIfThere(path.join(data, name), path.join(unfinished, name))
  }
  await closeTree(unfinished)
  // The note says that all is there, so all must be on the disk before it.
  await syncTree(unfinished)
  const note = { madeAt: new Date().toISOString(), blobs: count }
  await writeWhole(path.join(unfinished, noteName), JSON.stringify(note, null, 2), {
    replaces: true,
  })
  await rename(unfinished, to)
  await syncPath(path.dirname(to))
  return { blobs: count, pausedMs, withKeys }
}

const copyIfThere = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })

type BackedUp = { blobs: number; pausedMs: number; withKeys: boolean }

/** What was done, as a sentence. */
export const describeBackup = (to: string, { blobs, pausedMs, withKeys }: BackedUp): string =>
  `The backup is in ${to}: the database and ${formatPlural(blobs, 'file')}. The database was paused for ${Math.ceil(pausedMs)} ms. ${withKeys ? 'It includes the master key: whoever has it can read the API keys of your connections.' : 'It holds no API keys that could be read: restored elsewhere, connections need theirs again. Add --with-keys to include them.'}`

/** Why the rows of a database server are in no backup of ours, as a sentence. */
export const backupOfServer = (bucket: string | undefined): string =>
  `The rows are on a database server (DATABASE_URL), which has its own backups: pg_dump --format=custom "$DATABASE_URL" > bozzetto.dump copies them while the server runs. Copy the files after that: ${
    bucket === undefined
      ? 'the folder blobs/ of the data folder.'
      : `what is below blobs/ in the bucket ${bucket}.`
  }`
