import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ScheduleRun } from '#contract/chat/schedules.ts'
import { newId } from '#lib/id.ts'
import {
  beginStream,
  createChunk,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import type { Services } from '../../services.ts'
import { asServer } from '../../store/owner-scope.ts'
import { schedules } from '../../store/schema.ts'
import { openSharedBackends, type SharedBackends } from './two-servers.fixture.ts'

let ground: SharedBackends
let upstream: Upstream
let writing: ServerResponse[] = []
let [one, two]: Services[] = []

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    beginStream(response).write(createChunk({ role: 'assistant', content: 'News' }))
    writing.push(response)
  })
  ground = await openSharedBackends()
  const connected = { BOZZETTO_OPENAI_URL: `${upstream.url}/v1` }
  one = await ground.open(connected)
  two = await ground.open(connected)
})
afterAll(async () => {
  await ground.close()
  await upstream.close()
})
afterEach(() => {
  for (const response of writing) response.destroy()
  writing = []
})

const eventually = { interval: 20 }

async function putDue(): Promise<string> {
  const id = newId()
  const wanted = {
    name: 'News',
    question: 'What is new?',
    modelId: 'openai/writer',
    timing: { kind: 'daily' as const, time: '08:00' },
    timeZone: 'UTC',
    runUsdMax: 1,
    monthUsdMax: 10,
  }
  await one!.schedules.put(id, wanted, AbortSignal.timeout(300_000))
  await asServer(() =>
    one!.store.db.update(schedules).set({ nextAt: new Date() }).where(eq(schedules.id, id)),
  )
  return id
}

const lookOnBoth = () =>
  Promise.all([1, 2, 3].flatMap(() => [one!.scheduleRunner.look(), two!.scheduleRunner.look()]))

async function settled(id: string): Promise<ScheduleRun[]> {
  return vi.waitFor(async () => {
    await lookOnBoth()
    const runs = await two!.schedules.listRuns(id)
    expect(runs[0]?.finishedAt).toBeDefined()
    return runs
  }, eventually)
}

it('two servers ask a due question once', async () => {
  const ids = [await putDue(), await putDue(), await putDue()]
  await lookOnBoth()
  await vi.waitFor(() => expect(writing).toHaveLength(ids.length), eventually)
  await lookOnBoth()
  for (const response of writing) response.end(`${createChunk({}, 'stop')}data: [DONE]\n\n`)
  for (const id of ids) expect(await settled(id)).toMatchObject([{ status: 'completed' }])
  expect(writing).toHaveLength(ids.length)
})

it('a scheduled question whose server has died fails on the other server, and is not asked again', async () => {
  const id = await putDue()
  await one!.scheduleRunner.look()
  await vi.waitFor(() => expect(writing).toHaveLength(1), eventually)
  // Only the first server has searched for due questions, so it writes the answer. Its lease then
  // expires.
  await one!.store.executeSql(
    `update replicas set lease_until = now() - interval '1 s' where id = $1`,
    [one!.store.replica.id],
  )
  await asServer(() => two!.chat.recoverRuns())
  const [run] = await settled(id)
  expect(run).toMatchObject({ status: 'failed' })
  expect(run?.problem).toMatch(/server stopped while this answer was being written/)
  await lookOnBoth()
  expect(await two!.schedules.listRuns(id)).toHaveLength(1)
  expect(writing).toHaveLength(1)
  // The cost of the scheduled question is not known, so its cost limit counts as spent.
  const mine = (await two!.schedules.list()).find((each) => each.id === id)
  expect(mine).toMatchObject({ monthUsd: 1, isPaused: false })
})
