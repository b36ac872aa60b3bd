import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore } from '../store.fixture.ts'
import type { Store } from '../store.ts'
import { shrinkDatabase } from './shrink.ts'

const manyBytes = () => Promise.resolve(Infinity)
let store: Store
beforeAll(async () => {
  store = await openTestStore()
  await store.executeSql(`insert into tasks (id, model_id, provider, params, status)
    select 't' || n, 'm', 'p', json_build_object('text', repeat(md5(n::text), 10)), 'completed'
    from generate_series(1, 10000) n`)
  await store.executeSql(`delete from tasks where id not like '%7'`)
})
afterAll(() => store.close())

const count = async () => (await store.executeSql('select id from tasks')).rows.length

describe('shrinkDatabase', () => {
  it('changes nothing if the copy of the largest table does not fit on the disk', async () => {
    const embedded = store.embedded ?? { whileQuiet: (work: () => unknown) => work() }
    const sent: string[] = []
    const executeSql: Store['executeSql'] = (text, values) => {
      sent.push(text)
      return store.executeSql(text, values)
    }
    await expect(
      shrinkDatabase({ executeSql, embedded } as Store, () => Promise.resolve(1_000_000)),
    ).rejects.toThrow(/^The disk has 977 KB free, and .* are needed/)
    expect(sent.filter((text) => text.startsWith('vacuum'))).toEqual([])
  })

  it('frees the space of deleted rows and keeps all others', async () => {
    const before = await count()
    const embedded = store.embedded ?? { whileQuiet: (work: () => unknown) => work() }
    const shrunk = await shrinkDatabase({ ...store, embedded } as Store, manyBytes)
    expect(shrunk.afterBytes).toBeLessThan(shrunk.beforeBytes - 2_000_000)
    expect(await count()).toBe(before)
  })

  it('refuses a database server', async () => {
    const { executeSql } = store
    await expect(shrinkDatabase({ executeSql }, manyBytes)).rejects.toThrow(/on a database server/)
  })
})
