import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversationListSchema, conversationSchema } from '#contract/chat/chat.ts'
import { chatTagListSchema } from '#contract/chat/tags.ts'
import { searchPageSchema } from '#contract/chat/search.ts'
import { chatExportSchema } from '#contract/chat/transfer.ts'
import { newId } from '#lib/id.ts'
import { conversations } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openChatApp, type ChatApp } from '../chat-app.fixture.ts'

let store: Store
let app: ChatApp
const [first, second] = [newId(), newId()]
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store)
  await store.db.insert(conversations).values([
    { id: first, title: 'Glaze', createdAt: new Date('2026-01-01') },
    { id: second, title: 'Kiln' },
  ])
})
afterEach(async () => {
  await app.close()
  await store.db.delete(conversations)
})

const tag = (id: string, tags: string[]) => app.call(`/api/conversations/${id}`, 'PATCH', { tags })
const list = async (query: string) => {
  const response = await app.call(`/api/conversations${query}`)
  return conversationListSchema.parse(await response.json()).conversations.map(({ id }) => id)
}
const tags = async () =>
  chatTagListSchema.parse(await (await app.call('/api/chat/tags')).json()).tags

describe('tags of chats', () => {
  it('are stored once each, listed with their number of chats, and filter the list', async () => {
    const changed = conversationSchema.parse(
      await (await tag(first, ['work', 'Clay', 'WORK'])).json(),
    )
    expect(changed.tags).toEqual(['work', 'Clay'])
    await tag(second, ['Clay'])
    expect(await tags()).toEqual([
      { name: 'Clay', chats: 2 },
      { name: 'work', chats: 1 },
    ])
    await tag(first, [])
    expect(await tags()).toEqual([{ name: 'Clay', chats: 1 }])
  })

  it('have the spelling of the first chat in all chats, also if they were stored in two', async () => {
    await tag(first, ['Äpfel'])
    const { tags: stored } = conversationSchema.parse(await (await tag(second, ['äpfel'])).json())
    expect(stored).toEqual(['Äpfel'])
    await store.db
      .update(conversations)
      .set({ tags: ['ÄPFEL'] })
      .where(eq(conversations.id, second))
    expect(await tags()).toEqual([{ name: 'Äpfel', chats: 2 }])
    expect((await list('?tag=äpfel')).toSorted()).toEqual([first, second].toSorted())
  })

  it('are found by the search, and are not listed after their chat is deleted', async () => {
    await tag(first, ['workshop'])
    const found = searchPageSchema.parse(await (await app.call('/api/search?q=worksh')).json())
    expect(found.hits.map(({ conversation }) => conversation.id)).toEqual([first])
    expect(found.hits[0]?.snippet.find(({ isMatch }) => isMatch)?.text.toLowerCase()).toContain(
      'worksh',
    )
    await app.call(`/api/conversations/${first}`, 'DELETE')
    expect(await tags()).toEqual([])
  })

  it('are kept by an export and its import', async () => {
    await tag(first, ['Clay'])
    const response = await app.call(`/api/conversations/${first}/export?format=json`)
    const exported: unknown = await response.json()
    expect(chatExportSchema.parse(exported).conversations[0]?.conversation.tags).toEqual(['Clay'])
    await store.db.delete(conversations)
    expect((await app.call('/api/import', 'POST', exported)).status).toBe(200)
    expect(await list('?tag=Clay')).toEqual([first])
  })

  it('are refused if they are blank, too long or too many', async () => {
    expect((await tag(first, ['x'.repeat(41)])).status).toBe(400)
    expect(
      (
        await tag(
          first,
          Array.from({ length: 21 }, (_, at) => `${at}`),
        )
      ).status,
    ).toBe(400)
    expect((await tag(first, [' '])).status).toBe(400)
  })
})
