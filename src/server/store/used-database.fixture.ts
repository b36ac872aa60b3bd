import type { ExecuteSql } from './store.ts'

/**
 * Providers whose queues exist from the start. A queue is a table, and a database in which a test
 * creates a table cannot be reused.
 */
export const usualProviders: readonly string[] = ['fake', 'local']

export type Unused = {
  tables: readonly string[]
  rows: readonly { table: string; json: string }[]
  catalogues: string
}

export async function lookAtUnused(executeSql: ExecuteSql): Promise<Unused> {
  const { rows: found } = await executeSql(
    `select c.relkind as kind, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'S') and not c.relispartition`,
  )
  const relations = found as { kind: string; name: string }[]
  const sequence = relations.find(({ kind }) => kind === 'S')
  if (sequence) throw new Error(`Nothing here sets the sequence ${sequence.name} back.`)
  const tables = relations.map(({ name }) => name)
  const rows: { table: string; json: string }[] = []
  for (const table of await changed(executeSql, tables, [])) {
    const { rows: whole } = await executeSql(`select json_agg(t)::text as json from ${table} t`)
    rows.push({ table, json: (whole as { json: string }[])[0]?.json ?? '[]' })
  }
  return { tables, rows, catalogues: await catalogues(executeSql) }
}

/**
 * Deletes the rows of all changed tables after a test, so that the next test can use the database.
 * @returns false if the test changed the schema, so that the database cannot be reused.
 */
export async function emptyAgain(executeSql: ExecuteSql, unused: Unused): Promise<boolean> {
  await executeSql('discard all')
  if ((await catalogues(executeSql)) !== unused.catalogues) return false
  const used = await changed(executeSql, unused.tables, unused.rows)
  if (used.length === 0) return true
  // Disables triggers and foreign keys, so that tables can be emptied in any order.
  await executeSql('set session_replication_role = replica')
  await executeSql(used.map((table) => `delete from ${table}`).join(';'))
  await executeSql(`vacuum ${used.join(', ')}`)
  for (const { table, json } of unused.rows) {
    if (!used.includes(table)) continue
    await executeSql(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
      [json],
    )
  }
  await executeSql('set session_replication_role = default')
  return true
}

async function changed(
  executeSql: ExecuteSql,
  tables: readonly string[],
  rows: Unused['rows'],
): Promise<string[]> {
  const { rows: found } = await executeSql(
    tables
      .map((table) => {
        const at = rows.findIndex((one) => one.table === table)
        const isChanged =
          at === -1
            ? `exists (select from ${table})`
            : `(select json_agg(t)::text from ${table} t) is distinct from $${at + 1}`
        return `select '${table}' as name where ${isChanged}`
      })
      .join(' union all '),
    rows.map(({ json }) => json),
  )
  return (found as { name: string }[]).map(({ name }) => name)
}

const catalogueNames = [
  'pg_attribute',
  'pg_class',
  'pg_constraint',
  'pg_index',
  'pg_namespace',
  'pg_proc',
  'pg_rewrite',
  'pg_trigger',
]

async function catalogues(executeSql: ExecuteSql): Promise<string> {
  const states = catalogueNames.map(
    (name) => `(select count(*) || ' ' || max(xmin::text::bigint) from ${name})`,
  )
  const { rows } = await executeSql(`select ${states.join(` || ', ' || `)} as state`)
  return (rows as { state: string }[])[0]?.state ?? ''
}
