import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { scrubDeleted } from '../store/deletions.ts'
import type { Store } from '../store/store.ts'
import type { AssetService } from './asset-service.ts'

/** A blob is written before the row that names it: younger ones may still be about to be named. */
const graceMs = 60 * 60_000
const firstSweepMs = 60_000
const sweepEveryMs = 60 * 60_000

/**
 * Removes the bytes that no row names any more: of models that were forgotten, and of tasks that
 * ended between writing the bytes and the row.
 *
 * @returns how many blobs went.
 */
export async function sweepBlobs(
  store: Store,
  blobs: BlobStore,
  nowMs: number = Date.now(),
): Promise<number> {
  const old: string[] = []
  for await (const { key, modifiedMs, putAgoMs = Infinity } of blobs.list()) {
    // The wall clock may be set forward by a day between a file and the row that names it.
    if (nowMs - modifiedMs > graceMs && putAgoMs > graceMs) old.push(key)
  }
  // Read after the listing: a name given meanwhile counts.
  const { rows } = await store.db.execute<{ key: string }>(sql`
    select blob_key as key from assets
    union select thumbnail_key from assets where thumbnail_key is not null
    union select turntable_key from assets where turntable_key is not null
    union select blob_key from files`)
  const named = new Set(rows.map(({ key }) => key))
  let removed = 0
  for (const key of old) {
    // It may have been put again since the listing, and be about to be named.
    if (!named.has(key) && (await blobs.deleteUnlessPut(key, graceMs))) removed++
    await othersTurn()
  }
  return removed
}

/**
 * Empties the trash of what has expired, sweeps, and takes what was deleted out of the database's files:
 * soon after the start and every hour.
 *
 * @returns a function that ends it.
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
