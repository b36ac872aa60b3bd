import { customType, text } from 'drizzle-orm/pg-core'
import { firstOwnerId, ownerOfNewRow } from './owner-scope.ts'
import { storableJson } from './storable.ts'

/**
 * A `jsonb` column that accepts any JSON, including characters in strings that Postgres cannot
 * store.
 */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: storableJson,
})

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
})

/**
 * Creates the column of the owner's id. A table with it is owned: `owned-queries.ts` rejects
 * queries for its rows without an owner.
 */
export const ownerColumn = () =>
  text('owner_id').notNull().default(firstOwnerId).$defaultFn(ownerOfNewRow)
