import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTimesSchema } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { taskEvents, tasks } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { usualTimes } from './usual-times.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const startMs = Date.parse('2026-11-20T10:00:00Z')

/**
 * Stores a task that completed `number` minutes after the first task. `stages` are start times in
 * ms.
 */
async function completed(
  number: number,
  tookMs: number,
  stages: Record<string, number> = {},
  params: Record<string, unknown> = {},
) {
  const id = newId()
  const begunMs = startMs + number * 60_000
  await store.db.insert(tasks).values({
    id,
    modelId: 'fake/model',
    provider: 'fake',
    params,
    status: 'completed',
    startedAt: new Date(begunMs),
    finishedAt: new Date(begunMs + tookMs),
  })
  const events = Object.entries(stages).map(([stage, atMs], seq) => ({
    taskId: id,
    seq,
    stage,
    status: 'running' as const,
    createdAt: new Date(begunMs + atMs),
  }))
  if (events.length > 0) await store.db.insert(taskEvents).values(events)
}

describe('usualTimes', () => {
  it('returns nothing without completed tasks', async () => {
    expect(await usualTimes(store.db)).toEqual({ models: [] })
  })

  it('returns the last tasks with params and stages, newest first', async () => {
    for (let number = 0; number < 25; number++) await completed(number, 4_000)
    const params = { detail: 2, style: 'flat', prompt: 'x'.repeat(80), image: { file_token: 'a' } }
    await completed(40, 6_000, { Looking: 1_000, Building: 5_000 }, params)
    await store.db.insert(tasks).values({
      id: newId(),
      modelId: 'fake/model',
      provider: 'fake',
      params: {},
      status: 'failed',
      startedAt: new Date(startMs + 9e6),
      finishedAt: new Date(startMs + 9e6 + 500_000),
    })
    const { models } = usualTimesSchema.parse(await usualTimes(store.db))
    expect(models).toMatchObject([{ modelId: 'fake/model' }])
    const [newest, next, ...rest] = models[0]!.runs
    expect(newest).toEqual({
      params: { detail: 2, style: 'flat' },
      totalMs: 6_000,
      stages: [
        { stage: 'Looking', leftMs: 5_000 },
        { stage: 'Building', leftMs: 1_000 },
      ],
    })
    expect(next).toEqual({ params: {}, totalMs: 4_000, stages: [] })
    expect(rest).toHaveLength(18)
  })
})
