import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderKnowledgeSchema } from '#contract/chat/library.ts'
import { conversationDetailSchema, type ConversationDetail } from '#contract/chat/chat.ts'
import { documentSchema } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import { documentIndexes, documentPassages, documentTerms } from '../../store/schema.ts'
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

const bare = (words = '?') => words.replaceAll(/\s/g, '')

async function upload(name: string, text: string): Promise<string> {
  const uploaded = await app.call(`/api/documents?name=${name}`, 'POST', text)
  return documentSchema.parse(await uploaded.json()).id
}
async function makeFolder(): Promise<string> {
  const id = newId()
  await app.call(`/api/folders/${id}`, 'PUT', { name: 'Pots' })
  return id
}
const getKnowledge = async (id: string) =>
  folderKnowledgeSchema.parse(await (await app.call(`/api/folders/${id}/knowledge`)).json())

type Asked = { conversationId: string; detail: ConversationDetail }

async function ask(text: string, folderId?: string, earlier?: Asked) {
  const before = app.provider.requests.length
  const conversationId = earlier?.conversationId ?? newId()
  const request = createQuestion(text, {
    ...(folderId !== undefined && !earlier && { folderId }),
    ...(earlier && { parentId: earlier.detail.messages.at(-1)?.id }),
  })
  const reading = app
    .call(`/api/conversations/${conversationId}/runs`, 'POST', request)
    .then((response) => readRunEvents(response))
  await vi.waitFor(() => expect(app.provider.requests.length).toBeGreaterThan(before))
  app.provider.say('Iron [1].')
  app.provider.finish()
  const events = await reading
  const detail = conversationDetailSchema.parse(
    await (await app.call(`/api/conversations/${conversationId}`)).json(),
  )
  const system = app.provider.requests.at(-1)?.messages.find(({ role }) => role === 'system')
  return {
    conversationId,
    events,
    detail,
    system: typeof system?.content === 'string' ? system.content : '',
  }
}

describe('files and instructions of a folder', () => {
  it('are added to each question: the instructions, and the passages that match its words', async () => {
    const folderId = await makeFolder()
    const text = `${filler}\n\n${recipe}\n\n${filler}`
    const documentId = await upload('glazes.txt', text)
    await app.call(`/api/folders/${folderId}/knowledge`, 'PUT', { instructions: 'Be a potter.' })
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    expect(await getKnowledge(folderId)).toMatchObject({
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
    expect(bare(text.slice(source?.at)).startsWith(bare(source?.quote))).toBe(true)
    expect(events.at(-1)?.event).toMatchObject({ type: 'run-end', run: { sources: [source] } })

    const elsewhere = await ask('How much iron is in the Celadon?')
    expect(elsewhere.system).toBe('')
    const without = await ask('Zebra?', folderId)
    expect(without.system).toBe('Be a potter.')
    expect(without.detail.messages[1]?.run?.sources).toBeUndefined()
  })

  it('are found in scripts without spaces', async () => {
    const folderId = await makeFolder()
    const documentId = await upload('zh.txt', '青瓷釉料含有氧化铁。')
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    expect((await ask('氧化铁多少？', folderId)).system).toContain('青瓷釉料')
  })

  it('are found by other forms and compounds of a long word', async () => {
    const folderId = await makeFolder()
    const text = `${filler}\n\nDie Gerichtsverhandlung beginnt um neun.\n\n${filler}`
    const documentId = await upload('court.txt', text)
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    expect((await ask('Wann öffnen Gerichte?', folderId)).system).toContain('Gerichtsverhandlung')
  })

  it('rank a passage with the rare word above many passages with frequent words', async () => {
    const folderId = await makeFolder()
    const frequent = Array.from({ length: 80 }, (_, at) =>
      `The server reads the file number ${at} and writes the file to the server. `.repeat(14),
    )
    const text = [...frequent, 'The server uses `read_file_sync` for small files.', ...frequent]
    const documentId = await upload('server.md', text.join('\n\n'))
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    for (const question of [
      'read_file_sync',
      'Which files does the server read with read_file_sync?',
    ]) {
      expect((await ask(question, folderId)).system).toContain('`read_file_sync` for small')
    }
  })

  it('name the headings of a passage to the model and in the sources', async () => {
    const folderId = await makeFolder()
    const text = `# Glazes\n\n${filler}\n\n## Green\n\n${recipe}\n\n## Blue\n\n${filler}`
    const documentId = await upload('glazes.md', text)
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    const { detail, system } = await ask('How much quartz?', folderId)
    const [source] = detail.messages[1]?.run?.sources ?? []
    expect(source?.heading).toContain('Glazes')
    expect(system).toContain(`[1] glazes.md, ${source?.heading}`)
  })

  it('are searched even if an earlier version stored documents without an index', async () => {
    const folderId = await makeFolder()
    const documentId = await upload('old.md', `# Old\n\n${recipe}`)
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    await store.db.delete(documentTerms)
    await store.db.delete(documentIndexes)
    await store.db.update(documentPassages).set({ heading: null })
    const { detail } = await ask('Celadon?', folderId)
    expect(detail.messages[1]?.run?.sources).toMatchObject([{ documentId, heading: 'Old' }])
  })

  it('keep cited passages for follow-up questions', async () => {
    const folderId = await makeFolder()
    const documentId = await upload('glazes.txt', recipe)
    const other = await upload('yard.txt', filler)
    for (const id of [documentId, other]) {
      await app.call(`/api/folders/${folderId}/documents/${id}`, 'PUT')
    }
    const first = await ask('How much iron is in the Celadon?', folderId)
    const next = await ask(
      'What about the kiln and the weather in the yard today?',
      folderId,
      first,
    )
    expect(next.system).toContain('The kiln stands')
    expect(next.system).toContain(recipe)
    const vague = await ask('Tell me more about that', folderId, first)
    expect(vague.system).toContain(recipe)
  })

  it('are deleted with the folder, except files that a message uses', async () => {
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
    await vi.waitFor(() => expect(app.provider.requests.length).toBeGreaterThan(before))
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
    expect(words.length).toBeLessThanOrEqual(1_800)
    expect(text.startsWith(words, start)).toBe(true)
  }
  expect(passages[0]?.text.endsWith('today.')).toBe(true)
  for (const [at, { start, text: words }] of passages.entries()) {
    expect([...splitPassages(text, start + words.length)]).toEqual(passages.slice(at + 1))
  }
})

it('splitPassages makes shorter passages in scripts whose characters are words', () => {
  const passages = [...splitPassages('青瓷釉料含有氧化铁。'.repeat(500))]
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(1_200)
})
