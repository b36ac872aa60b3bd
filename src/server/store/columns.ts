import { customType, text } from 'drizzle-orm/pg-core'
import { firstOwnerId, ownerOfNewRow } from './owner-scope.ts'
import { storableJson } from './storable.ts'

/** A `jsonb` column that takes any JSON, whatever signs a stranger has put into its strings. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: storableJson,
})

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
})

/**
 * Whose row it is. A table that has this column is an owned one: `owned-queries.ts` lets nobody ask for its rows without
 * their owner.
 */
export const ownerColumn = () =>
  text('owner_id').notNull().default(firstOwnerId).$defaultFn(ownerOfNewRow)
