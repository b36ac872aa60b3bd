import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openQueue } from './queue.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
}, 30_000)
afterAll(() => store.close())

describe('openQueue', () => {
  it('finds the next of thousands of jobs without looking at the others', async () => {
    const queue = await openQueue(store, ['fake'])
    try {
      await store.executeSql(`
        insert into pgboss.job (name, data)
          select 'generate-fake', jsonb_build_object('taskId', n) from generate_series(1, 2000) n;
        analyze pgboss.job`)
      const { rows } = await store.executeSql(
        `explain select id from pgboss.job
          where name = 'generate-fake' and state < 'active' and start_after < now()
          order by priority desc, created_on, id limit 1 for update skip locked`,
      )
      const plan = rows.map((row) => Object.values(row as object)[0] as string).join('\n')
      expect(plan).toContain('Index Scan')
      expect(plan).not.toContain('Sort')
    } finally {
      await queue.close()
    }
  })
})
