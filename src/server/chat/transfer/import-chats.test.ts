import { setImmediate as othersTurn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { newId } from '#lib/id.ts'
import type { ForeignConversation } from '../../reading/chats/foreign-conversation.ts'
import { conversations, folders, messages, runs } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { listConversationRows } from '../conversations/conversation-rows.ts'
import { purgeTrash } from '../conversations/purge-trash.ts'
import { forgetUnfinishedImports, importChatExport, importConversation } from './import-chats.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const createdAt = new Date('2026-01-02T03:04:05Z')
const longOne = (id: string, count: number): ForeignConversation => ({
  id,
  title: id,
  isPinned: false,
  isArchived: false,
  createdAt,
  updatedAt: createdAt,
  messages: Array.from({ length: count }, (_, n) => ({
    id: `${id}-${n}`,
    ...(n > 0 && { parentId: `${id}-${n - 1}` }),
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: 'Some words. '.repeat(20),
    createdAt,
    ...(n % 2 === 1 && {
      run: {
        id: `${id}-r${n}`,
        modelId: 'm',
        status: 'completed' as const,
        startedAt: createdAt.toISOString(),
      },
    }),
  })),
})
const nothingYet = (): ImportAnswer => ({
  source: 'bozzetto',
  conversations: 0,
  messages: 0,
  known: 0,
  problems: [],
})
const getMessages = (id: string) => store.db.$count(messages, eq(messages.conversationId, id))
const inView = async (view: 'active' | 'trash') =>
  (await listConversationRows(store.db, { view, limit: 50 })).conversations.map(({ id }) => id)

describe('import of a long conversation', () => {
  it('lets other requests run, and hides the conversation until it is complete', async () => {
    const answer = nothingYet()
    const over = new AbortController()
    const importing = importConversation({ store }, longOne('long', 400), answer).finally(() =>
      over.abort(),
    )
    let turns = 0
    const listedTooEarly: string[] = []
    while (!over.signal.aborted) {
      await purgeTrash(store, new Date())
      const lists = [...(await inView('active')), ...(await inView('trash'))]
      const stored = await getMessages('long')
      if (stored > 0 && stored < 400) {
        turns++
        listedTooEarly.push(...lists)
      }
      await othersTurn()
    }
    await importing
    expect(listedTooEarly).toEqual([])
    // A single transaction would not have let other requests run.
    expect(turns).toBeGreaterThan(5)
    expect(answer).toMatchObject({ conversations: 1, messages: 400, problems: [] })
    expect(await inView('active')).toContain('long')
    expect(await getMessages('long')).toBe(400)
    expect(await store.db.$count(runs, eq(runs.conversationId, 'long'))).toBe(200)
  })

  it('leaves nothing behind if it fails', async () => {
    const loud = vi.spyOn(console, 'error').mockReturnValue()
    const broken = longOne('broken', 40)
    broken.messages[30]!.id = broken.messages[0]!.id
    const answer = nothingYet()
    await importConversation({ store }, broken, answer)
    expect(loud).toHaveBeenCalledOnce()
    loud.mockRestore()
    expect(answer).toMatchObject({ conversations: 0, problems: [{ title: 'broken' }] })
    expect(await getMessages('broken')).toBe(0)
  })

  it('is removed at the next start if it was interrupted, and can be repeated', async () => {
    // Simulates a server that was killed in the middle of an import.
    await importConversation({ store }, longOne('cut', 20), nothingYet())
    await store.executeSql(`update conversations set deleted_at = to_timestamp(0) where id = 'cut'`)
    expect(await forgetUnfinishedImports(store)).toBe(1)
    expect(await getMessages('cut')).toBe(0)
    const answer = nothingYet()
    await importConversation({ store }, longOne('cut', 40), answer)
    expect(answer).toMatchObject({ conversations: 1, known: 0 })
    expect(await getMessages('cut')).toBe(40)
    const rows = await store.db.select().from(conversations).where(eq(conversations.id, 'cut'))
    expect(rows[0]?.deletedAt).toBeNull()
  })
})

it('reads the list of folders once for all chats', async () => {
  await store.db.insert(folders).values({ id: newId(), name: 'clay' })
  const at = createdAt.toISOString()
  const exported = {
    format: 'bozzetto-chat',
    version: 1,
    exportedAt: at,
    conversations: Array.from({ length: 40 }, (_, n) => ({
      conversation: { id: newId(), title: `Chat ${n}`, createdAt: at, updatedAt: at },
      folder: n % 2 === 0 ? 'Clay' : 'Wood',
      messages: [],
    })),
  }
  const select = vi.spyOn(store.db, 'select')
  const knowledge = { add: () => Promise.reject(new Error('There are no files here.')) }
  const bytes = Buffer.from(JSON.stringify(exported))
  expect(await importChatExport({ store, knowledge }, bytes)).toMatchObject({ conversations: 40 })
  const lists = select.mock.calls.filter(([fields]) => 'name' in (fields ?? {}))
  select.mockRestore()
  expect(lists).toHaveLength(1)
  const rows = await store.db.select().from(folders)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['Wood', 'clay'])
  for (const { id } of rows) {
    expect(await store.db.$count(conversations, eq(conversations.folderId, id))).toBe(20)
  }
})
