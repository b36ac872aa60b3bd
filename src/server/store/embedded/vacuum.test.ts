import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore } from '../store.fixture.ts'
import type { Store } from '../store.ts'
import { createVacuum } from './vacuum.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const rowCount = 10_000
const getSize = async (table: string) => {
  const { rows } = await store.executeSql(`select pg_table_size('${table}')::float8 as bytes`)
  return (rows as { bytes: number }[])[0]!.bytes
}
const insert = (from: number, to: number) =>
  store.executeSql(`insert into tasks (id, model_id, provider, params, status)
    select 't' || n, 'm', 'p', '{}', 'completed' from generate_series(${from}, ${to}) n`)

it('vacuum keeps a table from growing under repeated updates', async () => {
  const vacuum = createVacuum(store, { isQuiet: () => true })
  await insert(1, rowCount)
  expect(await vacuum.run({ isFirst: true })).toContain('tasks')
  const before = await getSize('tasks')
  for (let round = 0; round < 20; round++) {
    await store.executeSql(
      `update tasks set progress = ${round}, status = 'running' where substr(id, 2)::int % 10 = ${round % 10}`,
    )
    expect(await vacuum.run()).toContain('tasks')
  }
  // Every row was rewritten twice, so without vacuum the table would have three times its size.
  expect(await getSize('tasks')).toBeLessThan(1.5 * before)
})

it('vacuum makes the space of deleted rows available for new rows', async () => {
  const vacuum = createVacuum(store, { isQuiet: () => true })
  const before = await getSize('tasks')
  await store.executeSql(`delete from tasks where substr(id, 2)::int > ${rowCount / 10}`)
  await vacuum.run()
  await insert(rowCount + 1, 2 * rowCount)
  expect(await getSize('tasks')).toBeLessThan(1.5 * before)
})

it('vacuum does nothing after few changes', async () => {
  const vacuum = createVacuum(store, { isQuiet: () => true })
  await vacuum.run()
  await store.executeSql(`update tasks set progress = 1 where id in ('t1', 't2')`)
  expect(await vacuum.run()).toEqual([])
})

it('vacuum of a large table waits for a moment without requests, but at most a day', async () => {
  let nowMs = 0
  let isQuiet = false
  const isDue = new Set(['small', 'a', 'b'])
  const vacuum = createVacuum(
    {
      executeSql: (text, [name] = []) => {
        if (text.startsWith('vacuum')) isDue.delete(text.replace('vacuum ', ''))
        const rows = text.includes('as bytes')
          ? [{ bytes: name === 'small' ? 1e6 : 1e9 }]
          : ['small', 'a', 'b'].map((table) => ({
              name: table,
              isDue: isDue.has(table),
              needsStatistics: false,
            }))
        return Promise.resolve({ rows })
      },
    },
    { isQuiet: () => isQuiet, clock: () => nowMs },
  )
  expect(await vacuum.run()).toEqual(['small'])
  nowMs = 23 * 60 * 60_000
  expect(await vacuum.run()).toEqual([])
  isQuiet = true
  expect(await vacuum.run()).toEqual(['a', 'b'])
  isQuiet = false
  isDue.add('a')
  expect(await vacuum.run()).toEqual([])
  // The table has few changed rows now, so only the wait of a day makes its vacuum due.
  isDue.delete('a')
  nowMs += 24 * 60 * 60_000
  expect(await vacuum.run()).toEqual(['a'])
  expect(await vacuum.run()).toEqual([])
})

it('vacuum updates the statistics of a large table at once, without waiting', async () => {
  const analyzed: string[] = []
  const vacuum = createVacuum(
    {
      executeSql: (text, values) => {
        if (text.startsWith('analyze')) analyzed.push(text.replace('analyze ', ''))
        return store.executeSql(text, values)
      },
    },
    { isQuiet: () => false },
  )
  await vacuum.run({ isFirst: true })
  await store.executeSql(`insert into tasks (id, model_id, provider, params, status)
    select 's' || n, 'm', 'p', jsonb_build_object('text', repeat(md5(n::text), 30)), 'completed'
    from generate_series(1, 6000) n`)
  analyzed.length = 0
  expect(await vacuum.run()).not.toContain('tasks')
  expect(analyzed).toContain('tasks')
  analyzed.length = 0
  await vacuum.run()
  expect(analyzed).not.toContain('tasks')
})

it('vacuum updates the statistics of a table to which 1,000 rows were added', async () => {
  const vacuum = createVacuum(store, { isQuiet: () => true })
  await vacuum.run({ isFirst: true })
  await store.executeSql(
    `insert into conversations (id, title) select 'c' || n, 't' from generate_series(1, 1000) n`,
  )
  expect(await vacuum.run()).not.toContain('conversations')
  const { rows } = await store.executeSql(
    `select reltuples from pg_class where relname = 'conversations'`,
  )
  // The planner's number of rows. With 0, it joins all conversations one by one in a search.
  expect(rows).toEqual([{ reltuples: 1000 }])
})

it('vacuum updates the statistics of a grown table whose numbers of rows were lost', async () => {
  const analyzed: string[] = []
  const vacuum = createVacuum(
    {
      executeSql: (text, values) => {
        if (text.startsWith('analyze')) analyzed.push(text.replace('analyze ', ''))
        return store.executeSql(text, values)
      },
    },
    { isQuiet: () => false },
  )
  await vacuum.run({ isFirst: true })
  await store.executeSql(`insert into audit_events (id, kind, actor, address, subject, count, at, last_at)
    select 'e' || n, 'export', '', '', repeat(md5(n::text), 4), 1, now(), now() from generate_series(1, 20000) n`)
  await store.executeSql('select pg_stat_force_next_flush()')
  await store.executeSql('select pg_stat_reset()')
  analyzed.length = 0
  await vacuum.run()
  expect(analyzed).toContain('audit_events')
  analyzed.length = 0
  await vacuum.run()
  expect(analyzed).not.toContain('audit_events')
})

it('vacuum counts long texts and indexes towards the size of a table with few rows', async () => {
  const names: string[] = []
  const vacuum = createVacuum(
    {
      executeSql: (text, values) => {
        if (text.startsWith('vacuum')) names.push(text.replace('vacuum ', ''))
        return store.executeSql(text, values)
      },
    },
    { isQuiet: () => false },
  )
  await vacuum.run({ isFirst: true })
  await store.executeSql(`insert into tasks (id, model_id, provider, params, status)
    select 'l' || n, 'm', 'p', jsonb_build_object('text', (
      select string_agg(md5(n::text || k), '') from generate_series(1, 300) k where n <= 300)), 'completed'
    from generate_series(1, 5000) n`)
  names.length = 0
  expect(await vacuum.run()).not.toContain('tasks')
  expect(names).not.toContain('tasks')
})
