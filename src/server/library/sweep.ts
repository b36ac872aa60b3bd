import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { BlobStore } from '../files/blobs/blob-store.ts'
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
  scans: { tidy: (isStored: (sha256: string) => Promise<boolean>) => Promise<void> }
}): () => Promise<void> {
  const { store, blobs, assets, slicerFiles, scans } = options
  let sweeping = Promise.resolve()
  const sweep = async () => {
    try {
      await assets.forgetExpired()
      await slicerFiles.deleteExpired()
      await sweepBlobs(store, blobs)
      await scans.tidy(async (key) => (await blobs.sizeOf(key)) !== undefined)
      await scrubDeleted(store, { whateverSize: false })
    } catch (error) {
      console.error('Unused files could not be removed; this is retried later.', error)
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
