import { sql } from 'drizzle-orm'
import type { LibrarySummary } from '#contract/assets.ts'
import { asServer, ownerIdHere } from '../store/owner-scope.ts'
import type { Store } from '../store/store.ts'
import { summarize } from './summarize.ts'

const ownersMax = 100

/**
 * Caches `summarize` until models or pictures change, because counting ten thousand models takes
 * tens of milliseconds.
 */
export function createKnownSummary(store: Store): () => Promise<LibrarySummary> {
  const knownByOwner = new Map<string, { revision: string; summary: Promise<LibrarySummary> }>()
  return async () => {
    const ownerId = ownerIdHere()
    const known = knownByOwner.get(ownerId)
    // The revision is read before counting, so that a concurrent change leads to another count.
    const revision = await getRevision(store)
    if (revision === known?.revision) return known.summary
    const summary = summarize(store)
    knownByOwner.delete(ownerId)
    const [oldest] = knownByOwner.keys()
    if (knownByOwner.size >= ownersMax && oldest !== undefined) knownByOwner.delete(oldest)
    knownByOwner.set(ownerId, { revision, summary })
    summary.catch(() => {
      if (knownByOwner.get(ownerId)?.summary === summary) knownByOwner.delete(ownerId)
    })
    return summary
  }
}

async function getRevision({ db }: Store): Promise<string> {
  // The revision is read as the server, because it covers the models of all owners.
  const { rows } = await asServer(() =>
    db.execute<{ revision: string }>(sql`select revision::text from library_revision`),
  )
  const [row] = rows
  if (!row) throw new Error('The table library_revision has lost its row.')
  return row.revision
}
