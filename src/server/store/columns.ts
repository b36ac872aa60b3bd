import { customType } from 'drizzle-orm/pg-core'
import { storableJson } from './storable.ts'

/** A `jsonb` column that takes any JSON, whatever signs a stranger has put into its strings. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: storableJson,
})
