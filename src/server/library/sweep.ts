import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { scrubDeleted } from '../store/deletions.ts'
import type { Store } from '../store/store.ts'
import type { AssetService } from './asset-service.ts'

/** Minimum age of a deleted blob, because a blob is written before the row that refers to it. */
const graceMs = 60 * 60_000
const firstSweepMs = 60_000
const sweepEveryMs = 60 * 60_000

/**
 * Deletes blobs without a row. A blob loses its row when a model or document is deleted, and gets
 * none if a task ends after it wrote the blob.
 * @returns the number of deleted blobs.
 */
export async function sweepBlobs(
  store: Store,
  blobs: BlobStore,
  nowMs: number = Date.now(),
): Promise<number> {
  const old: string[] = []
  for await (const { key, modifiedMs, putAgoMs = Infinity } of blobs.list()) {
    // Require a minimum age by the system clock and by a monotonic clock. The system clock alone
    // may jump between the storage of a blob and the insertion of its row.
    if (nowMs - modifiedMs > graceMs && putAgoMs > graceMs) old.push(key)
  }
  // Read the rows after the listing, so that new references count.
  const { rows } = await store.db.execute<{ key: string }>(sql`
    select blob_key as key from assets
    union select thumbnail_key from assets where thumbnail_key is not null
    union select turntable_key from assets where turntable_key is not null
    union select blob_key from files
    union select blob_key from documents where blob_key is not null`)
  const named = new Set(rows.map(({ key }) => key))
  let removed = 0
  for (const key of old) {
    // The blob may have been put again since the listing.
    if (!named.has(key) && (await blobs.deleteUnlessPut(key, graceMs))) removed++
    await othersTurn()
  }
  return removed
}

/**
 * Purges expired trash, sweeps blobs, and vacuums the database: soon after the start and every
 * hour.
 * @returns a function that stops it.
 */
export function startSweeping(options: {
  store: Store
  blobs: BlobStore
  assets: AssetService
}): () => Promise<void> {
  const { store, blobs, assets } = options
  let sweeping = Promise.resolve()
  const sweep = async () => {
    try {
      await assets.forgetExpired()
      await sweepBlobs(store, blobs)
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
