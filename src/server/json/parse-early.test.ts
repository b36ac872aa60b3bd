import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { completionRequestSchema } from '../routes/llm/completion-request.ts'
import { parseEarly, parseEarlySync } from './parse-early.ts'

const entry = z.object({ id: z.string(), tags: z.array(z.string()).optional() })
const schema = z.object({
  name: z.string().default('none'),
  list: z.array(entry).min(1).nullish(),
  byName: z.record(z.string(), z.union([z.number(), z.array(z.number())])).optional(),
})
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

function counted(): { schema: z.ZodType; looks: () => number } {
  let looks = 0
  const item = z.custom((value) => {
    looks++
    return value === 1
  })
  return { schema: z.object({ list: z.array(item) }), looks: () => looks }
}

describe('parseEarly', () => {
  it.each<[string, unknown]>([
    ['what fits', { list: many(2_000, { id: 'a', tags: ['b'] }) }],
    ['lists within records', { byName: { a: many(2_000, 1), b: 2 } }],
    ['null', { list: null, byName: { a: many(2_000, 1) } }],
  ])('returns the same as zod for %s', async (_case, value) => {
    const expected = schema.parse(value)
    expect((await parseEarly(schema, value)).data).toEqual(expected)
    expect(parseEarlySync(schema, value).data).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['an entry of another type', { list: [...many(2_000, { id: 'a' }), 0] }],
    ['a field of an entry', { list: [...many(2_000, { id: 'a' }), { id: 1 }] }],
    ['a list in an entry', { list: [{ id: 'a', tags: [...many(2_000, 'b'), 1] }] }],
    ['a field beside a long list', { name: 1, list: many(2_000, { id: 'a' }) }],
    ['an empty list', { list: [], byName: { a: many(2_000, 1) } }],
    ['no object', many(2_000, 0)],
  ])('finds the same first issue as zod in %s', async (_case, value) => {
    const [expected] = schema.safeParse(value).error!.issues
    expect((await parseEarly(schema, value)).error!.issues[0]).toEqual(expected)
    expect(parseEarlySync(schema, value).error!.issues[0]).toEqual(expected)
  })

  it('stops at the first invalid entry', async () => {
    const { schema: watched, looks } = counted()
    const result = await parseEarly(watched, { list: many(1_000_000, 0) })
    expect(result.error?.issues).toHaveLength(1)
    expect(looks()).toBe(1)
  })

  it('stops as early for a schema that uses zod/mini, as the API does', async () => {
    const list = mini.object({ list: mini.optional(mini.array(mini.string())) })
    const result = await parseEarly(list, { list: many(100_000, 0) })
    expect(result.error?.issues).toMatchObject([{ path: ['list', 0] }])
  })

  it('creates one issue for a million invalid messages, and for the invalid parts of one message', async () => {
    const zeros = await parseEarly(completionRequestSchema, { messages: many(1_000_000, 0) })
    expect(zeros.error?.issues).toMatchObject([{ path: ['messages', 0] }])
    const parts = [{ role: 'user', content: many(1_000_000, 0) }]
    const inside = await parseEarly(completionRequestSchema, { messages: parts })
    expect(inside.error?.issues).toMatchObject([{ path: ['messages', 0, 'content', 0] }])
  })

  it('lets other work run in between', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await parseEarly(schema, { list: many(200_000, { id: 'a' }) })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})
