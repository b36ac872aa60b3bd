import { sql } from 'drizzle-orm'
import { pgTable, text, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { OwnerSeparation } from './owned-queries.ts'
import { asOwner } from './owner-scope.ts'
import { DatabaseUnusableError } from './server/unreachable.ts'

/** Table that exists only in the SQL of this check, which is never sent. */
const probe = pgTable('owner_probe', { id: text('id').primaryKey(), ownerId: text('owner_id') })
const probeOwner = 'probe-owner'
const condition = '"owner_probe"."owner_id" = '

type Database = PgDatabase<PgQueryResultHKT>

/**
 * Checks that `db` builds no query without its owner. `enforceOwner` replaces undocumented
 * functions of Drizzle, and another version of Drizzle might not call them.
 * @throws {DatabaseUnusableError} which ends the start of the server.
 */
export function assertOwnerEnforced(db: Database, ownership: OwnerSeparation): void {
  const before = ownership.isStrict
  const unchecked: string[] = []
  ownership.isStrict = true
  try {
    // All checks are synchronous, so they are done when `asOwner` returns.
    void asOwner(probeOwner, () => {
      for (const [name, isEnforced] of Object.entries(checks)) {
        if (!isEnforced(db)) unchecked.push(name)
      }
    })
  } finally {
    ownership.isStrict = before
  }
  if (unchecked.length === 0) return
  throw new DatabaseUnusableError(
    `the installed version of drizzle-orm does not separate the rows of people (${unchecked.join(', ')}). Install the version in package.json: npm ci.`,
  )
}

const checks: Readonly<Record<string, (db: Database) => boolean>> = {
  select: (db) => hasOwner(db.select().from(probe).toSQL()),
  join: (db) =>
    hasOwner(
      db
        .select()
        .from(sql`other`)
        .leftJoin(probe, sql`true`)
        .toSQL(),
    ),
  update: (db) => hasOwner(db.update(probe).set({ id: '' }).toSQL()),
  delete: (db) => hasOwner(db.delete(probe).toSQL()),
  insert: (db) =>
    throws(() => db.insert(probe).values({ id: '', ownerId: 'somebody else' }).toSQL()),
  upsert: (db) =>
    hasOwner(
      db
        .insert(probe)
        .values({ id: '' })
        .onConflictDoUpdate({ target: probe.id, set: { id: '' } })
        .toSQL(),
    ),
  'raw SQL': (db) => throws(() => db.execute(sql`select 1`)),
}

const hasOwner = ({ sql: query, params }: { sql: string; params: unknown[] }): boolean =>
  query.includes(condition) && params.includes(probeOwner)

function throws(build: () => unknown): boolean {
  try {
    build()
    return false
  } catch {
    return true
  }
}
