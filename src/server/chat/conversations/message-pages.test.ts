import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { conversations, messages } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { listMessages } from './message-pages.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

it('messagePages returns long texts between short ones exactly as stored, in every script', async () => {
  const conversationId = newId()
  await store.db.insert(conversations).values({ id: conversationId, title: 'Long' })
  const texts = [
    'short',
    '🏺'.repeat(150_000),
    'x'.repeat(2 * 128 * 1024),
    `${'陶土\n'.repeat(90_000)}end`,
    'a'.repeat(250_000),
    'b'.repeat(250_000),
    '',
  ]
  const rows = texts.map((text, at) => ({
    id: newId(),
    conversationId,
    role: 'assistant' as const,
    text,
    reasoning: at === 2 ? 'ö'.repeat(200_000) : at === 3 ? '' : null,
    createdAt: new Date(1_700_000_000_000 + at),
  }))
  await store.db.insert(messages).values(rows)
  const listed = await listMessages(store.db, conversationId)
  expect(listed.map(({ text }) => text.length)).toEqual(texts.map(({ length }) => length))
  expect(listed.map(({ text, reasoning }) => ({ text, reasoning: reasoning ?? null }))).toEqual(
    rows.map(({ text, reasoning }) => ({ text, reasoning })),
  )
})
