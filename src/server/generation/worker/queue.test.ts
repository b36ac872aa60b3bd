import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openQueue } from './queue.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

describe('openQueue', () => {
  it('returns jobs that were added before the clock was set back by a day', async () => {
    const queue = await openQueue(store)
    await queue.prepare('clocked')
    try {
      await queue.send({ provider: 'clocked', taskId: 'a task' }, store.executeSql)
      await store.executeSql(
        "update pgboss.job set created_on = now() + '1 day', start_after = now() + '1 day'",
      )
      const taken = new Promise<string>((resolve) => {
        queue.consume('clocked', { concurrency: 1 }, (taskId) => Promise.resolve(resolve(taskId)))
      })
      expect(await taken).toBe('a task')
    } finally {
      await queue.close()
    }
  })

  it('finds the next of thousands of jobs with an index', async () => {
    const queue = await openQueue(store)
    await queue.prepare('fake')
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
