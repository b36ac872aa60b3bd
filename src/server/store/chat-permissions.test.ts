import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { findChatSettings } from '../chat/conversations/chat-settings.ts'
import { createKnowledgeService } from '../chat/knowledge/knowledge-service.ts'
import { sources } from './migrate.ts'
import { conversations, folders, grants, messages, runs, users } from './schema.ts'
import { openTestStore } from './store.fixture.ts'
import type { Store } from './store.ts'

const settings = {
  systemPrompt: 'Be “brief”.\nAlways.',
  params: { top_p: 1 },
  tools: ['calculate'],
  allowedTools: ['calculate'],
  paidCallsMax: 3,
  paidUsdMax: 0.5,
}

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

async function storeChat(runSettings?: object): Promise<string> {
  const id = newId()
  const { db } = store
  await db.insert(conversations).values({ id, title: 'Old', settings })
  const answerId = newId()
  await db.insert(messages).values({
    id: answerId,
    conversationId: id,
    role: 'assistant',
    text: '',
    createdAt: new Date(),
  })
  const run = {
    answerId,
    modelId: 'm',
    status: 'completed' as const,
    settings: runSettings ?? null,
  }
  await db.insert(runs).values({ id: newId(), conversationId: id, ...run })
  return id
}

it('the migration of chat permissions keeps permissions and prompts only if no other person could have set them', async () => {
  const own = await storeChat(settings)
  const edited = await storeChat(settings)
  const seen = await storeChat(settings)
  const imported = await storeChat()
  await store.db
    .insert(users)
    .values({ id: 'gus', name: 'Gus', email: 'gus@example.net', role: 'member' })
  for (const [conversationId, role] of [
    [edited, 'editor'],
    [seen, 'viewer'],
  ] as const) {
    await store.db.insert(grants).values({ id: newId(), conversationId, userId: 'gus', role })
  }
  const folderId = newId()
  await store.db.insert(folders).values({ id: folderId, name: 'Old', instructions: 'Be kind.' })

  const [, migration = ''] =
    Object.entries(sources).find(([file]) => file.includes('0400_chat_permissions')) ?? []
  const columns = [
    ['folders', 'instructions_hash'],
    ['runs', 'guest_id'],
    ['presets', 'author_id'],
  ]
  const undo = columns.map(([table, column]) => `alter table ${table} drop column ${column}`)
  for (const statement of [
    'drop table chat_permissions',
    // The tested migration is older than the renaming of the table `presets` to `assistants`.
    'drop view presets',
    'alter table assistants rename to presets',
    ...undo,
    ...migration.replaceAll(/^--.*$/gm, '').split(';'),
    // Later migrations add these columns, without which the table cannot be read.
    'alter table chat_permissions add column has_no_tools boolean not null default false',
    'alter table chat_permissions add column summarises boolean',
    'alter table presets rename to assistants',
  ]) {
    if (statement.trim() !== '') await store.executeSql(statement)
  }

  const read = (id: string) => findChatSettings(store.db, id)
  expect(await read(own)).toEqual({ settings })
  expect(await read(seen)).toEqual({ settings })
  const { params, systemPrompt: offeredPrompt } = settings
  for (const id of [edited, imported]) {
    expect(await read(id)).toEqual({ settings: { params }, offeredPrompt })
  }
  const knowledge = await createKnowledgeService({ store }).get(folderId)
  expect(knowledge).toMatchObject({ instructions: 'Be kind.' })
})
