import { setImmediate as othersTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { ShrunkDatabase } from '#contract/server-status.ts'
import { formatBytes } from '#lib/format.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Store } from '../store.ts'

const tableBytesMin = 512 * 1024
/** Free space in bytes that must remain on the disk besides the copy of a table. */
const spareBytes = 64 * 1024 * 1024

const tablesSchema = z.array(z.object({ name: z.string(), bytes: z.number() }))

/**
 * Rewrites the tables without the space of deleted rows. Postgres replaces a table when its copy is
 * complete, so a killed process loses nothing. Other queries wait while a table is copied.
 * @param readFreeBytes returns the free space of the disk.
 * @throws {HttpError} `conflict` for a database server, `storage_full` if a copy would not fit.
 */
export async function shrinkDatabase(
  { executeSql, embedded }: Pick<Store, 'executeSql' | 'embedded'>,
  readFreeBytes: () => Promise<number>,
): Promise<ShrunkDatabase> {
  if (!embedded) {
    throw new HttpError(
      'conflict',
      'The tables are on a database server, which frees their space itself.',
    )
  }
  const readSize = async () => {
    const { rows } = await executeSql(
      'select pg_database_size(current_database())::float8 as bytes',
    )
    return z.object({ bytes: z.number() }).parse(rows[0]).bytes
  }
  const beforeBytes = await readSize()
  // The largest table is first, so that a lack of space is noticed before any change.
  const { rows } = await executeSql(
    `select oid::regclass::text as name, pg_total_relation_size(oid)::float8 as bytes
     from pg_class where relkind = 'r' and relpersistence = 'p' and not relisshared
       and pg_total_relation_size(oid) >= $1 order by bytes desc`,
    [tableBytesMin],
  )
  for (const { name, bytes } of tablesSchema.parse(rows)) {
    const [freeBytes, neededBytes] = [await readFreeBytes(), bytes + spareBytes]
    if (freeBytes < neededBytes) {
      throw new HttpError(
        'storage_full',
        `The disk has ${formatBytes(freeBytes)} free, and ${formatBytes(neededBytes)} are needed to copy the largest table. Free some space and try again; nothing is lost.`,
      )
    }
    await executeSql(`vacuum full ${name}`)
    await othersTurn()
  }
  await executeSql('analyze')
  await executeSql('checkpoint')
  return { beforeBytes, afterBytes: await readSize() }
}
