import { customType, text, timestamp } from 'drizzle-orm/pg-core'
import { firstOwnerId, ownerOfNewRow } from './owner-scope.ts'
import { storableJson } from './storable.ts'

/** A `jsonb` column that accepts any JSON. Characters that Postgres cannot store are replaced. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: storableJson,
})

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
})

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * Creates the column for the owner's id. `owned-queries.ts` rejects queries without an owner for
 * every table with this column.
 */
export const ownerColumn = () =>
  text('owner_id').notNull().default(firstOwnerId).$defaultFn(ownerOfNewRow)
