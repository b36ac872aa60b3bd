import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderKnowledgeSchema } from '#contract/chat/library.ts'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import { documentSchema } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openChatApp, createQuestion, readRunEvents, type ChatApp } from '../chat-app.fixture.ts'
import { splitPassages } from './split-passages.ts'

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store)
})
afterEach(() => app.close())

const filler = 'The kiln stands in the yard and the weather is fine today. '.repeat(40)
const recipe = 'Celadon glaze: 40 parts feldspar, 30 parts quartz, 2 parts iron oxide.'

async function upload(name: string, text: string): Promise<string> {
  const uploaded = await app.call(`/api/documents?name=${name}`, 'POST', text)
  return documentSchema.parse(await uploaded.json()).id
}
async function makeFolder(): Promise<string> {
  const id = newId()
  await app.call(`/api/folders/${id}`, 'PUT', { name: 'Pots' })
  return id
}
const knowledgeOf = async (id: string) =>
  folderKnowledgeSchema.parse(await (await app.call(`/api/folders/${id}/knowledge`)).json())

async function ask(text: string, folderId?: string) {
  const before = app.provider.requests.length
  const conversationId = newId()
  const request = createQuestion(text, folderId === undefined ? {} : { folderId })
  const reading = app
    .call(`/api/conversations/${conversationId}/runs`, 'POST', request)
    .then((response) => readRunEvents(response))
  await vi.waitFor(() => expect(app.provider.requests.length).toBeGreaterThan(before), 20_000)
  app.provider.say('Iron [1].')
  app.provider.finish()
  const events = await reading
  const detail = conversationDetailSchema.parse(
    await (await app.call(`/api/conversations/${conversationId}`)).json(),
  )
  const system = app.provider.requests.at(-1)?.messages.find(({ role }) => role === 'system')
  return { events, detail, system: typeof system?.content === 'string' ? system.content : '' }
}

describe('the knowledge of a folder', () => {
  it('adds instructions and passages found by words to each question', async () => {
    const folderId = await makeFolder()
    const text = `${filler}\n\n${recipe}\n\n${filler}`
    const documentId = await upload('glazes.txt', text)
    await app.call(`/api/folders/${folderId}/knowledge`, 'PUT', { instructions: 'Be a potter.' })
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    expect(await knowledgeOf(folderId)).toMatchObject({
      instructions: 'Be a potter.',
      documents: [{ name: 'glazes.txt' }],
    })

    const { events, detail, system } = await ask('How much iron is in the Celadon?', folderId)
    expect(system).toContain('Be a potter.')
    expect(system.indexOf('[1] glazes.txt')).toBeGreaterThan(0)
    expect(system).toContain(recipe)
    const [source] = detail.messages[1]?.run?.sources ?? []
    expect(source).toMatchObject({ title: 'glazes.txt', documentId })
    expect(source?.quote).toContain('Celadon')
    expect(text.slice(source?.at).startsWith(source?.quote ?? '?')).toBe(true)
    expect(events.at(-1)?.event).toMatchObject({ type: 'run-end', run: { sources: [source] } })

    const elsewhere = await ask('How much iron is in the Celadon?')
    expect(elsewhere.system).toBe('')
    const without = await ask('Zebra?', folderId)
    expect(without.system).toBe('Be a potter.')
    expect(without.detail.messages[1]?.run?.sources).toBeUndefined()
  })

  it('finds passages in scripts without spaces', async () => {
    const folderId = await makeFolder()
    const documentId = await upload('zh.txt', '青瓷釉料含有氧化铁。')
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    expect((await ask('氧化铁多少？', folderId)).system).toContain('青瓷釉料')
  })

  it('is deleted with its folder, except files that a message uses', async () => {
    const folderId = await makeFolder()
    const [mine, shared] = [await upload('a.txt', 'alpha'), await upload('b.txt', 'beta')]
    for (const id of [mine, shared]) {
      await app.call(`/api/folders/${folderId}/documents/${id}`, 'PUT')
    }
    const request = createQuestion('See file', {
      question: { id: newId(), text: '', attachments: [{ kind: 'document', id: shared }] },
    })
    const before = app.provider.requests.length
    const reading = app
      .call(`/api/conversations/${newId()}/runs`, 'POST', request)
      .then((response) => readRunEvents(response))
    await vi.waitFor(() => expect(app.provider.requests.length).toBeGreaterThan(before), 20_000)
    app.provider.say('ok')
    app.provider.finish()
    await reading
    await app.call(`/api/folders/${folderId}/documents/${mine}`, 'DELETE')
    expect((await app.call(`/api/documents/${mine}`)).status).toBe(404)
    await app.call(`/api/folders/${folderId}`, 'DELETE')
    expect((await app.call(`/api/documents/${shared}`)).status).toBe(200)
    expect((await app.call(`/api/folders/${folderId}/knowledge`)).status).toBe(404)
  })
})

it('splitPassages covers the whole text and ends passages at sentences', () => {
  const text = `${filler}\n\n${'x'.repeat(3_000)}\n${filler}`
  const passages = [...splitPassages(text)]
  expect(
    passages
      .map((passage) => passage.text)
      .join('')
      .replaceAll(/\s/g, ''),
  ).toBe(text.replaceAll(/\s/g, ''))
  for (const { start, text: words } of passages) {
    expect(words.length).toBeLessThanOrEqual(1_200)
    expect(text.startsWith(words, start)).toBe(true)
  }
  expect(passages[0]?.text.endsWith('today.')).toBe(true)
})
