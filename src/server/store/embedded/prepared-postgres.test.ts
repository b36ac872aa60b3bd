import { PGlite, types, type QueryOptions } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { PreparedPostgres } from './prepared-postgres.ts'

let ours: PreparedPostgres
let plain: PGlite
beforeAll(async () => {
  ours = new PreparedPostgres({})
  await ours.waitReady
  // Copies a database, because creating one takes most of the time of a start.
  plain = new PGlite({ loadDataDir: await ours.dumpDataDir('none') })
  await plain.waitReady
})
afterAll(() => Promise.all([ours.close(), plain.close()]))

const tables = `
  drop table if exists things;
  create table things (id text primary key, count int, big bigint, share float8, is_on boolean, at timestamptz,
    data jsonb, words text[], bytes bytea)`
beforeEach(() => Promise.all([ours.exec(tables), plain.exec(tables)]))

const insert =
  'insert into things values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do update set count = $2 returning id'
const values = (id: string, count: number | null) => [
  id,
  count,
  9_007_199_254_740_993n,
  0.25,
  true,
  new Date(0),
  { deep: ['ü', null] },
  ['a "b"', 'c,d', null],
  new Uint8Array([0, 255]),
]
/** The options that Drizzle uses. */
const asText: QueryOptions = {
  rowMode: 'array',
  parsers: { [types.TIMESTAMPTZ]: (value) => value },
}

const kept = async () =>
  (await ours.query<{ name: string }>('select name from pg_prepared_statements')).rows.length

it.each<[string, unknown[]?, QueryOptions?]>([
  ['select * from things order by id'],
  ['select * from things order by id', [], asText],
  ['select id, id as id, count(*) over () from things where count > $1', [1]],
  ['select * from things where id = any($1)', [['first', 'second']]],
  ['select $1::text, $2::int, $3::jsonb', ['x', null, { a: 1 }]],
  ['update things set count = count + 1 where is_on = $1', [true]],
  ['delete from things where id = $1', ['nobody']],
  ['with gone as (delete from things returning id) select count(*) from gone'],
  ['insert into things (id) values ($1)', ['third']],
  ['select'],
  ['create temporary table if not exists other (id int)'],
  ['show server_version'],
])('returns the same results as PGlite: %s', async (text, parameters, options) => {
  for (const one of [ours, plain]) {
    await one.query(insert, values('first', 1))
    await one.query(insert, values('second', null))
  }
  const changes = text.startsWith('insert')
  for (let time = 0; time < (changes ? 1 : 4); time++) {
    expect(await ours.query(text, parameters, options)).toEqual(
      await plain.query(text, parameters, options),
    )
  }
})

it('prepares a statement again after changes to the schema or to prepared statements', async () => {
  const text = 'select * from things'
  for (let time = 0; time < 3; time++) await ours.query(text)
  await ours.exec('alter table things drop column data, add column note text default 1')
  expect((await ours.query(text)).fields.map(({ name }) => name)).toContain('note')
  await ours.query(text)
  await ours.query('alter table things drop column note')
  expect((await ours.query(text)).fields.map(({ name }) => name)).not.toContain('note')
  await ours.query(text)
  const failed = ours.transaction(async (tx) => {
    await tx.exec('alter table things add column passing int')
    for (let time = 0; time < 3; time++) await tx.query(text)
    throw new Error('changed its mind')
  })
  await expect(failed).rejects.toThrow('changed its mind')
  expect((await ours.query(text)).fields.map(({ name }) => name)).not.toContain('passing')
  await ours.query(text)
  await ours.exec('discard all')
  expect((await ours.query(text)).rows).toEqual([])
})

it('continues after an error, which contains the query and its params', async () => {
  const doubled = 'insert into things (id) values ($1)'
  await ours.query(doubled, ['only'])
  for (let time = 0; time < 3; time++) {
    await expect(ours.query(doubled, ['only'])).rejects.toMatchObject({
      code: '23505',
      query: doubled,
      params: ['only'],
    })
  }
  await expect(ours.query('selec 1')).rejects.toMatchObject({ code: '42601', query: 'selec 1' })
  await expect(ours.query('select $1::int', ['many'])).rejects.toMatchObject({ code: '22P02' })
  const inside = ours.transaction(async (tx) => {
    await tx.query(doubled, ['second'])
    await expect(tx.query(doubled, ['only'])).rejects.toMatchObject({ code: '23505' })
    await tx.query('select 1')
  })
  await expect(inside).rejects.toMatchObject({ code: '25P02' })
  expect((await ours.query('select id from things')).rows).toEqual([{ id: 'only' }])
})

it('isolates a transaction from other queries and rejects queries after its end', async () => {
  const order: string[] = []
  let late: Promise<unknown> | undefined
  const tx = await ours.transaction(async (open) => {
    late = ours.query('select 1').then(() => order.push('outside'))
    await open.query(insert, values('inside', 1))
    order.push('inside')
    return open
  })
  await late
  expect(order).toEqual(['inside', 'outside'])
  expect(tx.closed).toBe(true)
  await expect(tx.query('select 1')).rejects.toThrow('closed')
})

it('keeps repeated statements prepared, up to a limit', async () => {
  const before = await kept()
  await ours.query('select 0 as once')
  expect(await kept()).toBe(before + 1) // Only the query of `kept` was prepared, because it ran for the second time.
  for (let time = 0; time < 2; time++) {
    for (let number = 0; number < 300; number++) await ours.query(`select ${number} as number`)
  }
  expect(await kept()).toBeGreaterThan(100)
  expect(await kept()).toBeLessThan(140)
  await Promise.all(
    Array.from({ length: 300 }, async (_, number) => {
      const { rows } = await ours.query(`select ${number} as number`)
      expect(rows).toEqual([{ number }])
    }),
  )
})

it('plans a prepared statement for the params of each run', async () => {
  await ours.exec(
    'insert into things (id, count) select n::text, 1 from generate_series(1, 5000) n',
  )
  await ours.exec('create index on things (count); analyze things')
  await ours.query(insert, values('rare', 2))
  const explain = async (count: number) => {
    const { rows } = await ours.query<{ 'QUERY PLAN': string }>(
      'explain select id from things where count = $1',
      [count],
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  for (let time = 0; time < 8; time++) expect(await explain(1)).toContain('Seq Scan')
  expect(await explain(2)).toContain('Index')
})
