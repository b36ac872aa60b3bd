import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Store } from './store.ts'

/** Returns the SQL condition that a row belongs to another process whose lease has not expired. */
export const isHeldElsewhere = (
  { replica }: Pick<Store, 'replica'>,
  replicaId: PgColumn,
): SQL => sql`exists (select 1 from replicas
  where replicas.id = ${replicaId} and replicas.id <> ${replica.id} and replicas.lease_until > now())`
