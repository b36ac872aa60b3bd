import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { chatSummaries, conversations, messages, runs } from '../../store/schema.ts'
import { createConversationService } from '../conversations/conversation-service.ts'
import { createChatCopies } from './copy-chat.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))

async function openChat() {
  const chat = createConversationService({
    store,
    runs: {
      settleLost: () => Promise.resolve(false),
      withLiveWords: (message) => message,
      stopRunsIn: () => Promise.resolve(),
    },
    clock: () => new Date(),
    changed: () => {},
  })
  const fromId = newId()
  await store.db.insert(conversations).values({ id: fromId, title: 'Clay', modelId: 'x/y' })
  const [question, first, second] = [newId(), newId(), newId()]
  const runId = newId()
  await store.db.insert(messages).values([
    { id: question, conversationId: fromId, role: 'user', text: 'Why?', createdAt: at(1) },
    {
      id: first,
      conversationId: fromId,
      parentId: question,
      role: 'assistant',
      text: 'Because.',
      runId,
      createdAt: at(2),
    },
    {
      id: second,
      conversationId: fromId,
      parentId: question,
      role: 'assistant',
      text: 'It is so.',
      createdAt: at(3),
    },
  ])
  await store.db.insert(runs).values({
    id: runId,
    conversationId: fromId,
    answerId: first,
    modelId: 'x/y',
    status: 'completed',
    usage: { promptTokens: 5, completionTokens: 7 },
    cost: { amount: 1, currency: 'USD' },
    startedAt: at(1),
    finishedAt: at(2),
  })
  await chat.putSettings(fromId, { systemPrompt: 'Be brief.', tools: ['calculate'] })
  return { chat, fromId, first, second, ...createChatCopies({ store, chat }) }
}

it('copyChat copies all branches with the settings, without costs', async () => {
  const { chat, copyChat, fromId } = await openChat()
  const id = newId()
  expect(await copyChat({ id, fromId })).toMatchObject({ id, title: 'Clay (copy)' })
  const copy = await chat.getConversation(id)
  expect(copy.messages.map(({ text }) => text)).toEqual(['Why?', 'Because.', 'It is so.'])
  expect(copy.messages[1]?.parentId).toBe(copy.messages[0]?.id)
  expect(copy.messages[1]?.run).toMatchObject({ modelId: 'x/y', status: 'completed' })
  expect(copy.messages[1]?.run).not.toHaveProperty('cost')
  expect(copy.settings).toMatchObject({ systemPrompt: 'Be brief.', tools: ['calculate'] })
  expect((await chat.getConversation(fromId)).messages).toHaveLength(3)
})

it('copyChat copies the messages up to the chosen message, and a repeated call copies nothing', async () => {
  const { chat, copyChat, fromId, first } = await openChat()
  const id = newId()
  await copyChat({ id, fromId, untilId: first })
  await copyChat({ id, fromId, untilId: first })
  const { messages: copied } = await chat.getConversation(id)
  expect(copied.map(({ text }) => text)).toEqual(['Why?', 'Because.'])
})

it('copyChat copies the summaries of the copied messages, without costs', async () => {
  const { chat, copyChat, fromId, first, second } = await openChat()
  const summary = { conversationId: fromId, modelId: 'x/y', cost: { amount: 1, currency: 'USD' } }
  await store.db.insert(chatSummaries).values([
    { ...summary, id: newId(), untilId: first, text: 'Clay breaks.' },
    { ...summary, id: newId(), untilId: second, text: 'Clay does not break.' },
  ])
  const id = newId()
  await copyChat({ id, fromId, untilId: first })
  const copy = await chat.getConversation(id)
  expect(copy.summaries).toMatchObject([
    { text: 'Clay breaks.', untilId: copy.messages.at(-1)?.id },
  ])
  expect(copy.summaries?.[0]).not.toHaveProperty('cost')
})

it('copyChat refuses unknown chats and messages', async () => {
  const { copyChat, fromId } = await openChat()
  const id = newId()
  await expect(copyChat({ id, fromId: newId() })).rejects.toMatchObject({ code: 'not_found' })
  await expect(copyChat({ id, fromId, untilId: newId() })).rejects.toMatchObject({
    code: 'not_found',
  })
})
