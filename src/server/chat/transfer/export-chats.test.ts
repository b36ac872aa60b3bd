import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatExportSchema } from '#contract/chat/transfer.ts'
import type { Message } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import {
  conversations,
  files,
  messageAttachments,
  messages,
  runs,
  toolCalls,
} from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import {
  createConversationService,
  type ConversationService,
} from '../conversations/conversation-service.ts'
import { createKnowledgeService } from '../knowledge/knowledge-service.ts'
import { storeChatSettings } from '../conversations/chat-settings.ts'
import { shownBranch } from '../conversations/shown-branch.ts'
import { createChatTransfer, type ChatTransfer } from './transfer-service.ts'

const count = 1_300
const createdAt = new Date('2026-01-02T03:04:05.678Z')
const live = 'a word that is not stored yet'
let store: Store
let chat: ConversationService
let transfer: ChatTransfer
const longest = { pageLength: 0 }
const long = newId()

beforeAll(async () => {
  store = await openTestStore()
  chat = createConversationService({
    store,
    clock: () => createdAt,
    changed: () => {},
    runs: {
      settleLost: (page) => {
        longest.pageLength = Math.max(longest.pageLength, page.length)
        return Promise.resolve(false)
      },
      withLiveWords: (message) =>
        message.run?.status === 'running' ? { ...message, text: live } : message,
      stopRunsIn: () => Promise.resolve(),
    },
  })
  transfer = createChatTransfer({
    store,
    blobs: { open: never } as unknown as BlobStore,
    files: { upload: never },
    chat,
    knowledge: createKnowledgeService({ store }),
    clock: () => createdAt,
  })
  await storeLong()
  await store.db.insert(conversations).values({ id: newId(), title: 'Empty', settings: {} })
})
afterAll(() => store.close())

const never = () => Promise.reject(new Error('There are no files here.'))
const getId = (n: number) => `${n}`.padStart(20, '0')
const getRunId = (n: number) => `r${n}`.padStart(20, '0')

async function storeLong(): Promise<void> {
  const settings = { systemPrompt: 'Be\nbrief.' }
  await store.db.insert(conversations).values({ id: long, title: 'Long', createdAt })
  await storeChatSettings(store.db, long, settings)
  const rows = Array.from({ length: count }, (_, n) => ({
    id: getId(n),
    conversationId: long,
    ...(n > 0 && { parentId: getId(n % 2 === 0 && n > 2 ? n - 2 : n - 1) }),
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: n === 700 ? 'ö'.repeat(300_000) : `word ${n}`,
    reasoning: n === 3 ? 'because' : null,
    runId: n === 5 || n === 900 ? getRunId(n) : null,
    // Many messages have the same time, and one message is older than its parent.
    createdAt: new Date(createdAt.getTime() + (n === 1_000 ? 2 : Math.floor(n / 300) * 1_000)),
  }))
  for (let from = 0; from < count; from += 200) {
    await store.db.insert(messages).values(rows.slice(from, from + 200))
  }
  for (const [n, status] of [
    [5, 'completed'],
    [900, 'running'],
  ] as const) {
    const id = getRunId(n)
    const run = { id, conversationId: long, answerId: getId(n), modelId: 'm', status }
    await store.db.insert(runs).values({ ...run, startedAt: createdAt })
  }
  const call = { name: 'look', arguments: '{}', status: 'done' as const, result: 'A vase.' }
  for (const n of [5, 901]) {
    for (const index of [1, 0]) {
      const at = { textAt: 0, reasoningAt: 0, round: 0, upstreamId: `c${index}` }
      await store.db.insert(toolCalls).values({ messageId: getId(n), index, ...call, ...at })
    }
  }
  const file = { id: newId(), sha256: 'x', name: 'a.png', mimeType: 'image/png', blobKey: 'x' }
  await store.db
    .insert(files)
    .values({ ...file, sizeBytes: 1, widthPx: 1, heightPx: 1, hasAlpha: false })
  await store.db
    .insert(messageAttachments)
    .values([800, 801].map((n, position) => ({ messageId: getId(n), position, fileId: file.id })))
}

async function getText(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

describe('export of chats in pages', () => {
  it('equals an export of whole chats, and never holds a whole chat in memory', async () => {
    const whole = await chat.getConversation(long)
    expect(whole.messages).toHaveLength(count)
    expect(longest.pageLength).toBeLessThanOrEqual(500)
    const attachments = whole.messages.filter((message) => message.attachments)
    expect(attachments.map(({ id }) => id)).toEqual([getId(800), getId(801)])
    expect(whole.messages.find(({ id }) => id === getId(5))?.toolCalls).toHaveLength(2)

    const head = { format: 'bozzetto-chat', version: 1, exportedAt: createdAt.toISOString() }
    const { pieces, name } = await transfer.exportOne(long, 'json')
    const text = await getText(pieces)
    expect(name).toBe('Long')
    expect(text === `${JSON.stringify({ ...head, conversations: [whole] })}\n`).toBe(true)
    expect(text).toContain(live)

    const all = chatExportSchema.parse(JSON.parse(await getText(transfer.exportAll())))
    expect(all.conversations.map(({ conversation }) => conversation.title)).toEqual([
      'Long',
      'Empty',
    ])
    const empty = await chat.getConversation(all.conversations[1]!.conversation.id)
    expect((await getText(transfer.exportAll())).split('\n')).toEqual([
      `${JSON.stringify(head).slice(0, -1)},"conversations":[`,
      `${JSON.stringify(whole)},`,
      JSON.stringify(empty),
      ']}',
      '',
    ])
  })

  it('writes the displayed branch in order as Markdown', async () => {
    for (const leafId of [undefined, getId(3), getId(1_000)]) {
      await store.db
        .update(conversations)
        .set({ leafId: leafId ?? null })
        .where(eq(conversations.id, long))
      const { messages: all } = await chat.getConversation(long)
      const branch = await shownBranch<Message>(all, leafId)
      const { pieces } = await transfer.exportOne(long, 'markdown')
      const text = await getText(pieces)
      expect(
        text.startsWith('# Long\n\n> **System prompt:** Be\n> brief.\n\n## You\n\nword 0'),
      ).toBe(true)
      const parts = text.split(/\n\n## .*\n\n/).slice(1)
      expect(parts.map((part) => part.trim().slice(-20).split('\n').at(-1))).toEqual(
        branch.map((message) => message.text.slice(-20)),
      )
    }
  })

  it('skips messages that are deleted during the export', async () => {
    const doomed = [newId(), newId()]
    const later = new Date(createdAt.getTime() + 1e12)
    for (const id of doomed) {
      await store.db.insert(conversations).values({ id, title: 'Doomed', createdAt: later })
    }
    let text = ''
    for await (const piece of transfer.exportAll()) {
      if (text === '') await store.db.delete(conversations).where(eq(conversations.title, 'Doomed'))
      text += Buffer.from(piece).toString()
    }
    expect(chatExportSchema.parse(JSON.parse(text)).conversations).toHaveLength(2)
  })
})
