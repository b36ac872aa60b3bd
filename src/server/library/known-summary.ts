import { sql } from 'drizzle-orm'
import type { LibrarySummary } from '#contract/assets.ts'
import { asServer, ownerIdHere } from '../store/owner-scope.ts'
import type { Store } from '../store/store.ts'
import { summarize } from './summarize.ts'

/** Whose counts are remembered at once. */
const ownersMax = 100

/**
 * What `summarize` counts, counted again only when models or pictures have changed: with ten thousand
 * of them that takes tens of milliseconds.
 */
export function createKnownSummary(store: Store): () => Promise<LibrarySummary> {
  const knownOf = new Map<string, { revision: string; summary: Promise<LibrarySummary> }>()
  return async () => {
    const ownerId = ownerIdHere()
    const known = knownOf.get(ownerId)
    // Read before the counting: what changes during it is counted once more next time.
    const revision = await revisionOf(store)
    if (revision === known?.revision) return known.summary
    const summary = summarize(store)
    // Oldest first, so that the one who has not looked for longest is forgotten.
    knownOf.delete(ownerId)
    const [oldest] = knownOf.keys()
    if (knownOf.size >= ownersMax && oldest !== undefined) knownOf.delete(oldest)
    knownOf.set(ownerId, { revision, summary })
    summary.catch(() => {
      if (knownOf.get(ownerId)?.summary === summary) knownOf.delete(ownerId)
    })
    return summary
  }
}

async function revisionOf({ db }: Store): Promise<string> {
  // One number for everybody's models.
  const { rows } = await asServer(() =>
    db.execute<{ revision: string }>(sql`select revision::text from library_revision`),
  )
  const [row] = rows
  if (!row) throw new Error('The table library_revision has lost its row.')
  return row.revision
}
