import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversationDetailSchema, conversationListSchema } from '#contract/chat/chat.ts'
import { conversations, folders } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openChatApp, type ChatApp } from '../chat-app.fixture.ts'
import { importCases } from './import-cases/import-cases.fixture.ts'
import { findLostItems } from './import-cases/lost-imports.fixture.ts'

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store)
})
afterEach(async () => {
  await app.close()
  await store.db.delete(conversations)
  await store.db.delete(folders)
})

describe('import of another program’s export', () => {
  it.each(importCases)('keeps or reports everything: $name', async (one) => {
    const { lost, answer } = await findLostItems(app, one)
    expect(lost).toEqual([])
    expect(answer?.conversations).toBeGreaterThan(0)
  })
})

async function importFile(name: string) {
  const found = importCases.find((one) => one.name === name)
  if (!found) throw new Error(`There is no case ${name}.`)
  await findLostItems(app, found)
  const list = conversationListSchema.parse(await (await app.call('/api/conversations')).json())
  const id = list.conversations[0]?.id
  return conversationDetailSchema.parse(await (await app.call(`/api/conversations/${id}`)).json())
}

describe('imported chat', () => {
  it('shows the branch that was displayed last in the other program', async () => {
    const { conversation, messages } = await importFile('gpt-branch-old-shown')
    const shown = messages.find(({ id }) => id === conversation.leafId)
    expect(shown?.text).toBe('FIRST ANSWER (chosen)')
  })

  it('names the model of each answer', async () => {
    const { messages } = await importFile('owui-file')
    expect(messages.map(({ role, run }) => [role, run?.modelId])).toEqual([
      ['user', undefined],
      ['assistant', 'm'],
    ])
  })

  it('shows a picture with the tool call that made it', async () => {
    const { messages } = await importFile(
      'ZIP of ChatGPT: pictures and documents by every kind of name',
    )
    const made = messages.find(({ toolCalls }) => toolCalls !== undefined)
    expect(made?.toolCalls?.[0]?.pictureIds).toEqual([made?.attachments?.[0]?.id])
    expect(messages.flatMap(({ attachments = [] }) => attachments.map(({ kind }) => kind))).toEqual(
      ['picture', 'document', 'picture', 'picture', 'picture'],
    )
  })

  it('gets the files that an earlier import of its JSON file lacked', async () => {
    const zipped = importCases.find(({ name }) => name.includes('pictures and documents by every'))
    const zip = (await zipped?.export()) ?? new Uint8Array()
    const { unzipSync } = await import('fflate')
    const json = unzipSync(zip)['Export/conversations-000.json'] ?? new Uint8Array()
    const readMessages = async () => {
      const list = conversationListSchema.parse(await (await app.call('/api/conversations')).json())
      const id = list.conversations[0]?.id
      const detail = await (await app.call(`/api/conversations/${id}`)).json()
      return conversationDetailSchema.parse(detail).messages
    }
    await app.call('/api/import', 'POST', Uint8Array.from(json))
    const before = await readMessages()
    expect(before.flatMap(({ attachments = [] }) => attachments)).toEqual([])
    expect(before.map(({ text }) => text).join('\n')).toContain('[red.png]')
    await app.call('/api/import', 'POST', zip)
    await app.call('/api/import', 'POST', zip)
    const after = await readMessages()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.flatMap(({ attachments = [] }) => attachments.map(({ kind }) => kind))).toEqual([
      'picture',
      'document',
      'picture',
      'picture',
      'picture',
    ])
    expect(after.map(({ text }) => text).join('\n')).not.toContain('[red.png]')
  })

  it('has tool calls at their positions in the text', async () => {
    const { messages } = await importFile('ChatGPT: Python and its output')
    expect(messages[1]).toMatchObject({
      text: 'It is 42.',
      toolCalls: [
        {
          name: 'python',
          arguments: '{"code":"print(6 * 7)"}',
          result: 'Forty-two 42',
          at: { text: 0 },
        },
      ],
    })
  })
})
