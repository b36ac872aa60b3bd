import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { log } from '../observability/log.ts'
import { scrubDeleted } from '../store/deletions.ts'
import type { Store } from '../store/store.ts'
import type { AssetService } from './asset-service.ts'
import type { SlicerFiles } from './slicer-files.ts'

/**
 * Minimum age in milliseconds of a file that is deleted. Young files are kept, because a file is
 * stored before its row.
 */
const graceMs = 60 * 60_000
const firstSweepMs = 60_000
const sweepEveryMs = 60 * 60_000

/**
 * Deletes stored files that no row refers to.
 * @returns the number of deleted files.
 */
export async function sweepBlobs(
  store: Store,
  blobs: BlobStore,
  nowMs: number = Date.now(),
): Promise<number> {
  const old: string[] = []
  for await (const { key, modifiedMs, putAgoMs = Infinity } of blobs.list()) {
    // A monotonic clock measures the age too, because the system clock may jump between the storage
    // of a file and the insertion of its row.
    if (nowMs - modifiedMs > graceMs && putAgoMs > graceMs) old.push(key)
  }
  // The rows are read after the list of files, so that new references count.
  const { rows } = await store.db.execute<{ key: string }>(sql`
    select blob_key as key from assets
    union select thumbnail_key from assets where thumbnail_key is not null
    union select turntable_key from assets where turntable_key is not null
    union select blob_key from files
    union select blob_key from documents where blob_key is not null`)
  const named = new Set(rows.map(({ key }) => key))
  let removed = 0
  for (const key of old) {
    // The file may have been stored again since the listing.
    if (!named.has(key) && (await blobs.deleteUnlessPut(key, graceMs))) removed++
    await othersTurn()
  }
  return removed
}

/** Returns whether all pictures with these SHA-256 are stored. */
export async function arePicturesStored(
  store: Store,
  sha256s: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(sha256s)]
  const { rows } = await store.db.execute<{ stored: number }>(
    sql`select count(distinct sha256)::int as stored from files where sha256 in ${wanted}`,
  )
  return rows[0]?.stored === wanted.length
}

/**
 * Empties expired trash, deletes unused files and intermediate results of scans, and vacuums the
 * database, soon after the start and every hour.
 * @returns a function that stops the schedule.
 */
export function startSweeping(options: {
  store: Store
  blobs: BlobStore
  assets: AssetService
  slicerFiles: Pick<SlicerFiles, 'deleteExpired'>
  scans: { tidy: (areStored: (sha256s: readonly string[]) => Promise<boolean>) => Promise<void> }
}): () => Promise<void> {
  const { store, blobs, assets, slicerFiles, scans } = options
  let sweeping = Promise.resolve()
  const steps = [
    ['delete expired models in the trash', () => assets.forgetExpired()],
    ['delete expired files of slicers', () => slicerFiles.deleteExpired()],
    ['delete unused files', () => sweepBlobs(store, blobs)],
    ['delete steps of scans', () => scans.tidy((sha256s) => arePicturesStored(store, sha256s))],
    ['remove deleted data from the database', () => scrubDeleted(store, { whateverSize: false })],
  ] as const
  const sweep = async () => {
    for (const [step, run] of steps) {
      try {
        await run()
      } catch (error) {
        log().error({ error, step }, 'A step of the cleanup failed; it is tried again in an hour.')
      }
    }
  }
  const start = () => {
    sweeping = sweeping.then(sweep)
  }
  const first = setTimeout(start, firstSweepMs).unref()
  const timer = setInterval(start, sweepEveryMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    return sweeping
  }
}
