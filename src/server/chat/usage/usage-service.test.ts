import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { toStream } from '../../http/to-stream.ts'
import { conversations, messages, runs } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createUsageService, type UsageService } from './usage-service.ts'

let store: Store
let usage: UsageService
beforeAll(async () => {
  store = await openTestStore()
  usage = createUsageService({
    store,
    isFree: (modelId) => modelId === 'ollama/b',
    clock: () => new Date('2026-11-23T12:00:00Z'),
  })
  await answer('Glazes', 'openai/a', '2026-11-23T10:00:00Z', 0.5)
  await answer('Glazes', 'openai/a', '2026-11-22T23:30:00Z', 0.25)
  await answer('=cmd, "x"', 'ollama/b', '2026-11-22T10:00:00Z')
  await answer('Old', 'openai/a', '2026-01-01T10:00:00Z', 99)
})
afterAll(() => store.close())

const chats = new Map<string, string>()

async function answer(title: string, modelId: string, at: string, usd?: number): Promise<void> {
  const conversationId = chats.get(title) ?? newId()
  chats.set(title, conversationId)
  const answerId = newId()
  await store.db.insert(conversations).values({ id: conversationId, title }).onConflictDoNothing()
  await store.db
    .insert(messages)
    .values({ id: answerId, conversationId, role: 'assistant', text: 'x' })
  await store.db.insert(runs).values({
    id: newId(),
    conversationId,
    answerId,
    modelId,
    status: 'completed',
    usage: { promptTokens: 100, completionTokens: 10 },
    ...(usd !== undefined && { cost: { amount: usd, currency: 'USD' } }),
    startedAt: new Date(at),
  })
}

const of = (days: number, timeZone = 'UTC') => ({ days, timeZone, format: 'json' as const })

describe('usage report', () => {
  it('sums up days, models and chats, the most expensive first', async () => {
    const report = await usage.report(of(30))
    expect(report.total).toEqual({
      answers: 3,
      promptTokens: 300,
      completionTokens: 30,
      costs: [{ currency: 'USD', amount: 0.75 }],
    })
    expect(report.days).toMatchObject([
      { day: '2026-11-23', answers: 1, services: [{ id: 'openai', answers: 1 }] },
      {
        day: '2026-11-22',
        answers: 2,
        services: [
          { id: 'openai', answers: 1, costs: [{ amount: 0.25 }] },
          { id: 'ollama', answers: 1, costs: [] },
        ],
      },
    ])
    expect(report.services).toMatchObject([
      { id: 'openai', answers: 2 },
      { id: 'ollama', answers: 1 },
    ])
    expect(report.models).toMatchObject([
      { modelId: 'openai/a', answers: 2 },
      { modelId: 'ollama/b', answers: 1, costs: [] },
    ])
    expect(report.chats).toMatchObject([
      { id: chats.get('Glazes'), title: 'Glazes', answers: 2 },
      { title: '=cmd, "x"' },
    ])
  })

  it('splits days in the person’s time zone', async () => {
    const { days } = await usage.report(of(1, 'Asia/Tokyo'))
    expect(days).toMatchObject([{ day: '2026-11-23', answers: 2 }])
    await expect(usage.report(of(1, 'Mars/Olympus'))).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('is exported as CSV without spreadsheet formulas', async () => {
    const lines = (await new Response(toStream(usage.csv(of(30)))).text()).split('\r\n')
    expect(lines[0]).toBe('day,chat,model,answers,prompt_tokens,completion_tokens,cost,currency')
    expect(lines).toContain('2026-11-23,Glazes,openai/a,1,100,10,0.5,USD')
    expect(lines).toContain('2026-11-22,"\'=cmd, ""x""",ollama/b,1,100,10,0,')
    expect(lines).toHaveLength(5)
    const days = lines.slice(1, -1).map((line) => line.slice(0, 10))
    expect(days).toEqual(days.toSorted())
  })
})

it('a usage report shows the price that limits assume for answers without a known price, but not for free answers', async () => {
  await answer('Unpriced', 'gateway/c', '2025-06-01T10:00:00Z')
  await answer('Free', 'ollama/b', '2025-06-01T10:00:00Z')
  const then = createUsageService({
    store,
    isFree: (modelId) => modelId === 'ollama/b',
    clock: () => new Date('2025-06-01T12:00:00Z'),
  })
  const { models } = await then.report(of(1))
  expect(models.find(({ modelId }) => modelId === 'ollama/b')).not.toHaveProperty('assumedUsd')
  // The answer read 100 tokens and wrote 10 tokens, at the price that limits assume.
  expect(models.find(({ modelId }) => modelId === 'gateway/c')?.assumedUsd).toBeCloseTo(0.003)
})
