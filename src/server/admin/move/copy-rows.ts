import { z } from 'zod'
import type { ExecuteSql, Store } from '../../store/store.ts'
import { AdminError } from '../admin-error.ts'

const pageBytes = 2 * 1024 * 1024
const pageRowsMax = 1_000
const pageRowsFirst = 10

export type CopiedTable = { table: string; rows: number }

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) })
type Table = z.infer<typeof tableSchema>
const foreignKeySchema = z.object({ table: z.string(), name: z.string(), definition: z.string() })
type ForeignKey = z.infer<typeof foreignKeySchema>
const rowTextSchema = z.object({ row: z.string() })
const fingerprintSchema = z.object({ rows: z.number(), sum: z.string() })
type Fingerprint = z.infer<typeof fingerprintSchema>

/**
 * Copies all rows of `from` to the empty store `to` in one transaction, and compares each table.
 * @param tell called when a table has been copied.
 * @throws {AdminError} if `to` has rows, or a copy differs from its source.
 */
export async function copyRows(
  from: Store,
  to: Store,
  tell: (copied: CopiedTable) => void,
): Promise<void> {
  await from.transaction(async ({ executeSql: read }) => {
    await prepare(read)
    await to.transaction(async ({ executeSql: write }) => {
      await prepare(write)
      const tables = await listTables(write)
      await refuseIfUsed(write, tables)
      const foreignKeys = await dropForeignKeys(write)
      for (const table of tables) {
        await write(`alter table ${table.name} disable trigger user; delete from ${table.name}`)
        await copyTable(read, write, table)
        await write(`alter table ${table.name} enable trigger user`)
        const [source, copy] = [
          await getFingerprint(read, table),
          await getFingerprint(write, table),
        ]
        if (source.rows !== copy.rows || source.sum !== copy.sum) {
          throw new AdminError(
            `The copy of ${table.name} is not what it was made from; nothing was copied.`,
          )
        }
        tell({ table: table.name, rows: copy.rows })
      }
      for (const { table, name, definition } of foreignKeys) {
        await write(`alter table ${table} add constraint ${name} ${definition}`)
      }
    })
  })
}

const prepare = (executeSql: ExecuteSql) =>
  executeSql(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local timezone = 'UTC'`)

/** Returns all tables except the list of migrations, which differs between the databases. */
async function listTables(executeSql: ExecuteSql): Promise<Table[]> {
  const { rows } = await executeSql(
    `select quote_ident(c.relname) as name, array_agg(quote_ident(a.attname) order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
     group by c.relname order by c.relname`,
  )
  return rows.map((row) => tableSchema.parse(row))
}

/**
 * Table that has a row even in a new database, so this row does not mean that the database is in
 * use.
 */
const seeded = 'library_revision'

async function refuseIfUsed(executeSql: ExecuteSql, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (name === seeded) continue
    const { rows } = await executeSql(`select 1 from ${name} limit 1`)
    if (rows.length > 0) {
      throw new AdminError(
        `The destination already has data (${name}). Choose an empty database or folder.`,
      )
    }
  }
}

/** Drops the foreign keys, because rows are copied in any order. */
async function dropForeignKeys(executeSql: ExecuteSql): Promise<ForeignKey[]> {
  const { rows } = await executeSql(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const foreignKeys = rows.map((row) => foreignKeySchema.parse(row))
  for (const { table, name } of foreignKeys) {
    await executeSql(`alter table ${table} drop constraint ${name}`)
  }
  return foreignKeys
}

async function copyTable(read: ExecuteSql, write: ExecuteSql, table: Table): Promise<void> {
  const { name } = table
  const columns = table.columns.join(', ')
  // Values are copied as text, so that numbers and times keep their precision.
  await read(
    `declare page no scroll cursor for select to_json(whole)::text as row from ${name} whole`,
  )
  let count = pageRowsFirst
  for (;;) {
    const { rows } = await read(`fetch ${count} from page`)
    if (rows.length === 0) break
    const texts = rows.map((row) => rowTextSchema.parse(row).row)
    await write(
      `insert into ${name} (${columns})
       select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${texts.join(',')}]`],
    )
    const bytes = texts.reduce((sum, text) => sum + text.length, 0)
    count = Math.min(pageRowsMax, Math.max(1, Math.floor((rows.length * pageBytes) / bytes)))
  }
  await read('close page')
}

/** Returns a fingerprint of a table's rows and columns, independent of the order of rows. */
async function getFingerprint(executeSql: ExecuteSql, table: Table): Promise<Fingerprint> {
  const { rows } = await executeSql(
    `select count(*)::int as rows,
       coalesce(sum(hashtextextended(row(${table.columns.join(', ')})::text, 0)::numeric), 0)::text as sum
     from ${table.name}`,
  )
  return fingerprintSchema.parse(rows[0])
}
