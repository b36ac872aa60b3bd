import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, sources } from './migrate.ts'

const catalogueSql = `
  select 'column' as kind, format('%s %s %s %s %s %s %s', c.relname, row_number() over (partition by c.oid order by a.attnum),
    a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  union all
  select 'table', format('%s %s %s', relname, relpersistence, reloptions) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select 'index', pg_get_indexdef(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'
  union all
  select 'constraint', format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select 'trigger', pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not tgisinternal
  union all
  select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2`

const names = Object.keys(sources).toSorted((a, b) => (getName(a) < getName(b) ? -1 : 1))

let client: PGlite
beforeAll(async () => {
  client = await PGlite.create()
})
afterAll(() => client.close())

function getName(file: string): string {
  return file.replace(/^.*\/|\.sql$/g, '')
}

async function upgradeFrom(count: number): Promise<unknown[]> {
  await client.exec('drop schema public cascade; create schema public')
  if (count > 0) {
    await client.exec(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    )
  }
  for (const file of names.slice(0, count)) {
    await client.exec(sources[file] ?? '')
    await client.query('insert into migrations (name) values ($1)', [getName(file)])
  }
  expect(await migrate(client)).toBe(count === 0)
  const { rows } = await client.query<{ text: string }>(catalogueSql)
  const applied = await client.query<{ name: string }>('select name from migrations order by name')
  const revisions = await client.query('select * from library_revision')
  return [...rows.map(({ text }) => text), ...applied.rows.map(({ name }) => name), revisions.rows]
}

describe('migrate', () => {
  it('creates the same tables in a new database as in an upgraded older database', async () => {
    const fresh = await upgradeFrom(0)
    expect(fresh.length).toBeGreaterThan(500)
    // Tests every tenth earlier state of the tables, including the oldest and the newest.
    const states = Array.from(names, (_, at) => at + 1)
    for (const count of states.filter((at) => at % 10 === 1 || at === names.length)) {
      expect(await upgradeFrom(count), `after ${count} migrations`).toEqual(fresh)
    }
  })
})
