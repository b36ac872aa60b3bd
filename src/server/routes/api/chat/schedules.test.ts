import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { conversationDetailSchema, conversationListSchema } from '#contract/chat/chat.ts'
import {
  scheduleListSchema,
  scheduleRunListSchema,
  scheduleSchema,
  type PutSchedule,
  type ScheduleRun,
} from '#contract/chat/schedules.ts'
import { newId } from '#lib/id.ts'
import { openChatApp, type ChatApp } from '../../../chat/chat-app.fixture.ts'
import { defineTool } from '../../../chat/tools/tool.ts'
import { createScheduleRunner } from '../../../chat/schedules/schedule-runner.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { firstOwnerId } from '../../../store/owner-scope.ts'
import { conversations, scheduleRuns, schedules, users } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

let store: Store
let app: ChatApp
let id = ''
let now: Date
const sent: string[] = []

const mail = defineTool({
  name: 'send_mail',
  title: 'Send mail',
  description: 'Sends a mail.',
  effect: 'sends',
  input: z.object({ text: z.string() }),
  run: ({ text }) => {
    sent.push(text)
    return 'Sent.'
  },
})

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  now = new Date('2026-11-27T12:00:00Z')
  app = await openChatApp(store, { tools: [mail], clock: () => now })
  app.provider.facts = { canUseTools: true }
  id = newId()
  sent.length = 0
})
afterEach(async () => {
  await app.close()
  await store.db.delete(schedules)
  await store.db.delete(conversations)
})

const daily: PutSchedule = {
  name: 'News',
  question: 'What is new?',
  modelId: 'scripted/writer',
  timing: { kind: 'daily', time: '08:00' },
  timeZone: 'Europe/Berlin',
}
const put = (more: Partial<PutSchedule> = {}, at = id) =>
  app.call(`/api/schedules/${at}`, 'PUT', { ...daily, ...more })
const read = async () => {
  const list = scheduleListSchema.parse(await (await app.call('/api/schedules')).json())
  return list.schedules.find((one) => one.id === id)
}
const listRuns = async (): Promise<ScheduleRun[]> =>
  scheduleRunListSchema.parse(await (await app.call(`/api/schedules/${id}/runs`)).json()).runs
const chats = async () =>
  conversationListSchema.parse(await (await app.call('/api/conversations')).json()).conversations

const isSettled = async () => {
  await app.scheduleRunner.look()
  const runs = await listRuns()
  return runs.every(({ status }) => status !== 'starting' && status !== 'running')
}
const settled = async () => {
  await expect.poll(isSettled).toBe(true)
}

async function runDue(...steps: Parameters<ChatApp['provider']['say']>): Promise<ScheduleRun> {
  if (steps.length > 0) {
    app.provider.say(...steps)
    app.provider.finish()
  }
  await app.scheduleRunner.look()
  await settled()
  const [last] = await listRuns()
  if (!last) throw new Error('Nothing ran.')
  return last
}

/** Creates a runner of a server that stops between the claim and the answer. */
const createStopping = () =>
  createScheduleRunner({
    store,
    clock: () => now,
    chat: {
      startRun: () => Promise.reject(new HttpError('interrupted', 'The server is stopping.')),
      changeConversation: app.chat.changeConversation,
    },
  })

const at = (iso: string) => {
  now = new Date(iso)
}

describe('scheduled questions', () => {
  it('are asked once when they are due, in a new chat that is unread until it is opened', async () => {
    const made = scheduleSchema.parse(await (await put()).json())
    expect(made.nextAt).toBe('2026-11-28T07:00:00.000Z')
    await app.scheduleRunner.look()
    expect(app.provider.requests).toHaveLength(0)

    at('2026-11-28T07:00:02Z')
    const usage = { prompt_tokens: 1_000, completion_tokens: 500 }
    const run = await runDue('Much is new.', { usage })
    expect(run).toMatchObject({ status: 'completed', usd: 0.002 })
    await app.scheduleRunner.look()
    expect(app.provider.requests).toHaveLength(1)
    expect(app.provider.requests[0]?.messages).toEqual([{ role: 'user', content: 'What is new?' }])
    expect(await read()).toMatchObject({ nextAt: '2026-11-29T07:00:00.000Z', monthUsd: 0.002 })

    const [chat] = await chats()
    expect(chat).toMatchObject({ id: run.conversationId, title: 'News, Nov 28', isUnread: true })
    const path = `/api/conversations/${run.conversationId}`
    const detail = conversationDetailSchema.parse(await (await app.call(path)).json())
    expect(detail.messages.at(-1)?.text).toBe('Much is new.')
    expect((await app.call(path, 'PATCH', { isUnread: false })).status).toBe(200)
    expect((await chats())[0]?.isUnread).toBeUndefined()
  })

  it('run once after a downtime, and count the missed times', async () => {
    await put({ timing: { kind: 'cron', expression: '0 * * * *' } })
    at('2026-11-27T18:30:00Z')
    expect(await runDue('Late.')).toMatchObject({
      dueAt: '2026-11-27T13:00:00.000Z',
      missed: 5,
    })
    expect(app.provider.requests).toHaveLength(1)
    expect((await read())?.nextAt).toBe('2026-11-27T19:00:00.000Z')
  })

  it('refuse tool calls that need permission, unless the schedule allows the tool', async () => {
    const call = {
      toolCalls: [{ index: 0, id: 'c', name: 'send_mail', arguments: '{"text":"hi"}' }],
    }
    await put({ tools: ['send_mail'] })
    at('2026-11-28T07:00:00Z')
    app.provider.say(call)
    app.provider.finish()
    await app.scheduleRunner.look()
    await expect.poll(() => app.provider.requests.length).toBe(2)
    expect((await runDue('I could not.')).status).toBe('completed')
    expect(sent).toEqual([])
    expect(JSON.stringify(app.provider.requests[1]?.messages)).toContain('Nobody watches')

    await put({ tools: ['send_mail'], allowedTools: ['send_mail'] })
    at('2026-11-29T07:00:00Z')
    app.provider.say(call)
    app.provider.finish()
    await app.scheduleRunner.look()
    await expect.poll(() => app.provider.requests.length).toBe(4)
    const { status, conversationId } = await runDue('Done.')
    expect(status).toBe('completed')
    expect(sent).toEqual(['hi'])

    // A question that the person asks later in this chat needs the person's permission.
    const path = `/api/conversations/${conversationId}`
    const detail = conversationDetailSchema.parse(await (await app.call(path)).json())
    const run = {
      runId: newId(),
      answerId: newId(),
      modelId: 'scripted/writer',
      parentId: detail.messages.at(-1)?.id,
      question: { id: newId(), text: 'And again?' },
    }
    app.provider.say(call)
    app.provider.finish()
    await app.chat.startRun(conversationId ?? '', run)
    const readStatus = async () => await (await app.call(`/api/runs/${run.runId}`)).text()
    await expect.poll(readStatus).toContain('waiting')
    expect(sent).toEqual(['hi'])
  })

  it('count costs in other currencies by their rates', async () => {
    app.provider.facts = { price: { currency: 'CNY', prompt: 1, completion: 2 } }
    await put()
    at('2026-11-28T07:00:00Z')
    const usage = { prompt_tokens: 1_000, completion_tokens: 500 }
    expect((await runDue('News.', { usage })).usd).toBeCloseTo(0.002 * 0.15, 9)
  })

  it('follow an answer that has begun although a later step of its start failed', async () => {
    await put()
    at('2026-11-28T07:00:00Z')
    const failing = createScheduleRunner({
      store,
      clock: () => now,
      chat: {
        startRun: app.chat.startRun,
        changeConversation: () => Promise.reject(new Error('no connection')),
      },
    })
    await failing.look()
    const usage = { prompt_tokens: 1_000, completion_tokens: 500 }
    expect(await runDue('News.', { usage })).toMatchObject({ status: 'completed', usd: 0.002 })
    expect((await read())?.monthUsd).toBe(0.002)
    expect(app.provider.requests).toHaveLength(1)
  })

  it('pause if their time zone is unknown, while others are asked', async () => {
    await put()
    await put({}, newId())
    await store.db.update(schedules).set({ timeZone: 'Mars/Base' }).where(eq(schedules.id, id))
    at('2026-11-28T07:00:00Z')
    app.provider.say('News.')
    app.provider.finish()
    await app.scheduleRunner.look()
    await expect.poll(() => app.provider.requests.length).toBe(1)
    expect(await listRuns()).toEqual([])
    const paused = await read()
    expect(paused).toMatchObject({ isPaused: true })
    expect(paused?.stopReason).toContain('Mars/Base')
    const patch = (isPaused: boolean) => app.call(`/api/schedules/${id}`, 'PATCH', { isPaused })
    expect((await patch(false)).status).toBe(400)
    expect((await patch(true)).status).toBe(200)
  })

  it('are not asked hours late, and not while their owner’s account is off', async () => {
    await put()
    at('2026-11-28T07:00:00Z')
    await createStopping().look()
    await store.db
      .insert(users)
      .values({ id: firstOwnerId, name: 'O', email: 'o@example.com', role: 'admin', isOff: true })
    await app.scheduleRunner.look()
    expect(await listRuns()).toMatchObject([{ status: 'starting' }])
    await store.db.delete(users)
    at('2026-11-28T08:00:01Z')
    await app.scheduleRunner.look()
    expect((await listRuns())[0]).toMatchObject({
      status: 'failed',
      problem: 'The question could not be asked within an hour.',
    })
    expect(app.provider.requests).toHaveLength(0)
  })

  it('stop an answer at the limit of the run, and ask nothing once the month’s limit is spent', async () => {
    await put({ runUsdMax: 0.001, monthUsdMax: 0.0015 })
    at('2026-11-27T07:00:00Z')
    at('2026-11-28T07:00:00Z')
    const run = await runDue('word '.repeat(2_000))
    expect(run).toMatchObject({ status: 'failed' })
    expect(run.problem).toMatch(/reached the limit of \$0\.001/)
    // The cost of a stopped answer is unknown, so the whole limit counts.
    expect((await read())?.monthUsd).toBe(0.001)

    at('2026-11-29T07:00:00Z')
    expect(
      (await runDue('Short.', { usage: { prompt_tokens: 500, completion_tokens: 0 } })).usd,
    ).toBe(0.0005)
    at('2026-11-30T07:00:00Z')
    const skipped = await runDue()
    expect(skipped).toMatchObject({ status: 'skipped' })
    expect(skipped.problem).toMatch(/limit of \$0\.0015 is used up/)
    expect(app.provider.requests).toHaveLength(2)
    at('2026-12-01T07:00:00Z')
    expect((await runDue('A new month.')).status).toBe('completed')
  })

  it('count an estimate towards the month’s limit if the service reports no usage', async () => {
    await put({ monthUsdMax: 0.005 })
    at('2026-11-28T07:00:00Z')
    const run = await runDue('word '.repeat(1_000))
    expect(run.status).toBe('completed')
    expect(run.usd).toBeGreaterThan(0.002)
    expect((await read())?.monthUsd).toBe(run.usd)
    await put()
    at('2026-11-29T07:00:00Z')
    const unlimited = await runDue('News.')
    expect(unlimited.status).toBe('completed')
    expect(unlimited.usd).toBeUndefined()
  })

  it('pause after five failures in a row, until they are resumed', async () => {
    await put()
    for (let day = 1; day <= 5; day++) {
      at(`2026-12-0${day}T07:00:00Z`)
      const refused = new HttpError('provider_refused', 'The key is not valid.')
      expect((await runDue(refused)).problem).toBe('The key is not valid.')
    }
    expect(await read()).toMatchObject({
      isPaused: true,
      stopReason: 'Stopped after 5 failures in a row. The last one: The key is not valid.',
      monthUsd: 0,
    })
    at('2026-12-06T07:00:00Z')
    await app.scheduleRunner.look()
    expect(app.provider.requests).toHaveLength(5)
    const resumed = await app.call(`/api/schedules/${id}`, 'PATCH', { isPaused: false })
    expect(await resumed.json()).toMatchObject({
      isPaused: false,
      nextAt: '2026-12-07T07:00:00.000Z',
    })
    expect((await read())?.stopReason).toBeUndefined()
  })

  it('run now only once per request, and not while another run is active', async () => {
    await put()
    const runId = newId()
    const start = (one: string) => app.call(`/api/schedules/${id}/runs`, 'POST', { id: one })
    expect((await start(runId)).status).toBe(201)
    expect((await start(runId)).status).toBe(201)
    expect((await start(newId())).status).toBe(409)
    at('2026-11-28T07:00:00Z')
    await app.scheduleRunner.look()
    expect((await listRuns())[0]).toMatchObject({
      status: 'skipped',
      problem: 'The run before had not ended.',
    })
    app.provider.say('Now.')
    app.provider.finish()
    await settled()
    expect((await listRuns()).map(({ status }) => status)).toEqual(['skipped', 'completed'])
    expect(app.provider.requests).toHaveLength(1)
  })

  it('continue after a stop between the claim and the answer, and ask once', async () => {
    await put()
    at('2026-11-28T07:00:00Z')
    await createStopping().look()
    expect(await listRuns()).toMatchObject([{ status: 'starting' }])
    expect((await runDue('Here.')).status).toBe('completed')
    expect(app.provider.requests).toHaveLength(1)

    // Simulates a server that stopped after starting the answer and before storing it in the
    // schedule.
    await store.db
      .update(scheduleRuns)
      .set({ status: 'starting' })
      .where(eq(scheduleRuns.scheduleId, id))
    expect((await runDue()).status).toBe('completed')
    expect(app.provider.requests).toHaveLength(1)
  })

  it('refuse timings, models and folders that cannot be used', async () => {
    for (const [wrong, message] of [
      [{ timing: { kind: 'cron', expression: '* * * * *' } }, /every 15 minutes/],
      [{ timeZone: 'Mars/Base' }, /not a time zone/],
      [{ modelId: 'bozzetto/guide' }, /guide cannot be scheduled/],
      [{ folderId: newId() }, /folder no longer exists/],
    ] as const) {
      const response = await put(wrong)
      expect(response.status).toBe(400)
      expect(((await response.json()) as { message: string }).message).toMatch(message)
    }
    expect((await put({ modelId: 'gone/model' })).status).toBe(404)
    await store.db
      .insert(schedules)
      .values(Array.from({ length: 50 }, () => ({ ...daily, id: newId() })))
    expect((await put()).status).toBe(409)
  })

  it('can be paused and deleted, with their past runs', async () => {
    await put()
    await app.call(`/api/schedules/${id}`, 'PATCH', { isPaused: true })
    at('2026-11-28T07:00:00Z')
    await app.scheduleRunner.look()
    expect(await listRuns()).toEqual([])
    expect((await app.call(`/api/schedules/${id}`, 'DELETE')).status).toBe(204)
    expect((await app.call(`/api/schedules/${id}`, 'DELETE')).status).toBe(404)
    expect((await app.call(`/api/schedules/${id}/runs`)).status).toBe(404)
  })
})
