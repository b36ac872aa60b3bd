import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { assets, conversations, messages, toolCalls } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { findAssetChat } from './asset-chat.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

it('findAssetChat finds the chat whose tool call changed a model', async () => {
  const [conversationId, messageId, made, other] = [newId(), newId(), newId(), newId()]
  const now = new Date()
  const { db } = store
  await db.insert(conversations).values({ id: conversationId, title: 'Bear', updatedAt: now })
  await db
    .insert(messages)
    .values({ id: messageId, conversationId, role: 'assistant', text: '', createdAt: now })
  await db.insert(toolCalls).values({
    messageId,
    index: 0,
    round: 0,
    upstreamId: 'a',
    name: 'change_model',
    arguments: '{}',
    status: 'done',
    textAt: 0,
    reasoningAt: 0,
    details: { orderId: made, assetIds: [made] },
  })
  for (const id of [made, other]) {
    const file = { mimeType: 'model/gltf-binary', sizeBytes: 1, sha256: id, blobKey: id }
    await db.insert(assets).values({ id, name: 'Bear', ...file })
  }
  expect(await findAssetChat(store, made)).toEqual({ conversationId, title: 'Bear', messageId })
  expect(await findAssetChat(store, other)).toBeUndefined()
  expect(await findAssetChat(store, newId())).toBeUndefined()
})

it('findAssetChat uses an index', async () => {
  const order = sql`select 1 from tool_calls where details->>'orderId' = ${newId()}`
  const plan = await store.transaction(async ({ db }) => {
    // Table scans are disabled, because the planner would scan an empty table.
    await db.execute(sql`set local enable_seqscan = off`)
    return (await db.execute(sql`explain ${order}`)).rows
  })
  expect(JSON.stringify(plan)).toContain('tool_calls_order')
})
