import {
  Uint8ArrayReader,
  Uint8ArrayWriter,
  TextReader,
  TextWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { importAnswerSchema } from '#contract/chat/transfer.ts'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import { documentSchema } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import { createPdf } from '../../documents/small-pdf.fixture.ts'
import { conversations, documents, files, folders } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openChatApp, createQuestion, readRunEvents, type ChatApp } from '../chat-app.fixture.ts'

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store, { readPicture: () => Promise.resolve('data:image/png;base64,AA') })
})
afterEach(async () => {
  await app.close()
  await store.db.delete(conversations)
  await store.db.delete(folders)
})

const importBytes = async (body: Uint8Array) => app.call('/api/import', 'POST', body)
const getRefusal = async (body: Uint8Array) => (await importBytes(body)).text()
const taken = async (body: Uint8Array) =>
  importAnswerSchema.parse(await (await importBytes(body)).json())
const getDetail = async (id: string) =>
  conversationDetailSchema.parse(await (await app.call(`/api/conversations/${id}`)).json())
const getBytes = async (path: string) => new Uint8Array(await (await app.call(path)).arrayBuffer())

const nothingNew = { source: 'bozzetto', conversations: 0, messages: 0, known: 0, problems: [] }

async function writeWithFiles(): Promise<string> {
  const id = newId()
  const background = { r: 200, g: 20, b: 20 }
  const png = await sharp({ create: { width: 24, height: 24, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = await app.files.upload(png, 'red.png')
  const uploaded = await app.call('/api/documents?name=recipe.txt', 'POST', 'Glaze: CaO, SiO2.')
  const document = documentSchema.parse(await uploaded.json())
  const attachments = [
    { kind: 'picture' as const, id: picture.id },
    { kind: 'document' as const, id: document.id },
  ]
  const request = createQuestion('What is this?', {
    question: { id: newId(), text: 'What is this?', attachments },
  })
  const reading = app
    .call(`/api/conversations/${id}/runs`, 'POST', request)
    .then((response) => readRunEvents(response))
  await vi.waitFor(() => expect(app.provider.requests.length).toBeGreaterThan(0))
  app.provider.say('Red.')
  app.provider.finish()
  await reading
  return id
}

async function createZip(entries: Record<string, string>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, text] of Object.entries(entries)) await zip.add(name, new TextReader(text))
  return zip.close()
}

async function readEntries(bytes: Uint8Array): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (!entry.directory) read.set(entry.filename, await entry.getData(new TextWriter()))
  }
  return read
}

const getChatGptList = (title: string): string =>
  JSON.stringify([
    {
      id: title,
      title,
      create_time: 1_770_000_000,
      mapping: {
        [title]: {
          id: title,
          parent: null,
          message: {
            author: { role: 'user' },
            content: { content_type: 'text', parts: [`About ${title}`] },
          },
        },
      },
    },
  ])

describe('ZIP export and import of chats', () => {
  it('restores conversations with their pictures and documents', async () => {
    const id = await writeWithFiles()
    const before = await getDetail(id)
    const archive = await getBytes('/api/export?format=zip')
    const one = await getBytes(`/api/conversations/${id}/export?format=zip`)
    for (const bytes of [archive, one]) {
      const names = []
      for (const { filename } of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
        names.push(filename.replace(/\/.*\./, '/x.'))
      }
      expect(names.toSorted()).toEqual([
        'conversations/x.json',
        'documents/x.json',
        'pictures/x.png',
      ])
    }
    expect(await taken(archive)).toMatchObject({ conversations: 0, known: 1, problems: [] })

    await app.call(`/api/conversations/${id}?forever=1`, 'DELETE')
    await store.db.delete(files)
    await store.db.delete(documents)
    expect(await taken(archive)).toMatchObject({ conversations: 1, messages: 2, problems: [] })
    const after = await getDetail(id)
    const [wasPicture, wasDocument] = before.messages[0]?.attachments ?? []
    const [picture, document] = after.messages[0]?.attachments ?? []
    expect(picture).toMatchObject({ kind: 'picture', name: 'red.png', widthPx: 24 })
    expect(picture?.sizeBytes).toBe(wasPicture?.sizeBytes)
    expect(document).toEqual(wasDocument)
    const found = await (await app.call(`/api/documents/${document?.id}`)).json()
    expect(found).toMatchObject({ text: 'Glaze: CaO, SiO2.' })
  })

  it('restores conversations into their folders, and creates missing folders', async () => {
    const id = await writeWithFiles()
    const folderId = newId()
    await app.call(`/api/folders/${folderId}`, 'PUT', { name: 'Ceramics' })
    await app.call(`/api/conversations/${id}`, 'PATCH', { folderId })
    const archive = await getBytes('/api/export?format=zip')
    for (const isThere of [true, false]) {
      await app.call(`/api/conversations/${id}?forever=1`, 'DELETE')
      if (!isThere) await app.call(`/api/folders/${folderId}`, 'DELETE')
      expect(await taken(archive)).toMatchObject({ conversations: 1, problems: [] })
      const { conversation } = await getDetail(id)
      const rows = await store.db.select().from(folders)
      expect(rows).toMatchObject([{ id: conversation.folderId, name: 'Ceramics' }])
      expect(conversation.folderId === folderId).toBe(isThere)
    }
  })

  it('copies a folder’s files and instructions to another server, and keeps those that the server already has', async () => {
    const folderId = newId()
    await app.call(`/api/folders/${folderId}`, 'PUT', { name: 'Glazes' })
    await app.call(`/api/folders/${newId()}`, 'PUT', { name: 'Empty' })
    await app.call(`/api/folders/${folderId}/knowledge`, 'PUT', { instructions: 'Be brief.' })
    const uploaded = await app.call(
      '/api/documents?name=ash.txt',
      'POST',
      'Ash glaze: 40 wood ash.',
    )
    const { id: documentId } = documentSchema.parse(await uploaded.json())
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    const archive = await getBytes('/api/export?format=zip')
    const list = await getBytes('/api/export')
    for (const bytes of [archive, list]) expect(await taken(bytes)).toEqual(nothingNew)

    await app.call(`/api/folders/${folderId}`, 'DELETE')
    await store.db.delete(folders)
    await store.db.delete(documents)
    expect(await taken(list)).toMatchObject({
      folders: 1,
      problems: [{ title: 'Glazes', message: expect.stringContaining('without ash.txt') }],
    })
    expect(await taken(archive)).toEqual({ ...nothingNew, folders: 1 })
    expect(await taken(archive)).toEqual(nothingNew)
    const [folder, ...others] = await store.db.select().from(folders)
    expect(others).toEqual([])
    const knowledge = await (await app.call(`/api/folders/${folder?.id}/knowledge`)).json()
    expect(knowledge).toMatchObject({
      // A person has to accept the instructions, because the author of the file is unknown.
      offeredInstructions: 'Be brief.',
      documents: [{ name: 'ash.txt' }],
    })
    const found = await app.knowledge.forQuestion(folder?.id ?? '', {
      question: 'How much wood ash?',
    })
    expect(found.sources[0]?.quote).toContain('40 wood ash')

    await app.call(`/api/folders/${folder?.id}/knowledge`, 'PUT', { instructions: 'Be long.' })
    expect(await taken(archive)).toEqual(nothingNew)
    const kept = await (await app.call(`/api/folders/${folder?.id}/knowledge`)).json()
    expect(kept).toMatchObject({ instructions: 'Be long.' })
  })

  it('reads the text of a document from its original file, and from the archive’s JSON only if the file is missing', async () => {
    const folderId = newId()
    await app.call(`/api/folders/${folderId}`, 'PUT', { name: 'Books' })
    const pdf = createPdf('Chapter one')
    const uploaded = await app.call('/api/documents?name=book.pdf', 'POST', pdf)
    const { id } = documentSchema.parse(await uploaded.json())
    await app.call(`/api/folders/${folderId}/documents/${id}`, 'PUT')
    const entries = await readEntries(await getBytes('/api/export?format=zip'))
    expect(entries.get(`files/${id}.pdf`)).toBe(pdf)
    const claimed = entries.get(`documents/${id}.json`)?.replace('Chapter one', 'Forged')
    entries.set(`documents/${id}.json`, claimed ?? '')

    for (const hasFile of [true, false]) {
      if (!hasFile) entries.delete(`files/${id}.pdf`)
      await app.call(`/api/folders/${folderId}`, 'DELETE')
      await store.db.delete(folders)
      await store.db.delete(documents)
      expect(await taken(await createZip(Object.fromEntries(entries)))).toMatchObject({
        folders: 1,
      })
      const [row] = await store.db.select().from(documents)
      const content = await app.call(`/api/documents/${row?.id}/content`)
      expect(content.status).toBe(hasFile ? 200 : 404)
      expect(await content.text()).toContain(hasFile ? pdf : 'Only the text of this file was kept')
      const detail = await (await app.call(`/api/documents/${row?.id}`)).json()
      expect(detail).toMatchObject({ text: hasFile ? 'Chapter one' : 'Forged' })
    }
  })

  it('reports the names of files that an export without attachments lacks', async () => {
    const id = await writeWithFiles()
    const list = await getBytes(`/api/conversations/${id}/export?format=json`)
    await store.db.delete(conversations)
    await store.db.delete(files)
    await store.db.delete(documents)
    const answer = await taken(list)
    expect(answer).toMatchObject({ conversations: 1, messages: 2 })
    expect(answer.problems.map(({ message }) => message)).toEqual([
      'Imported without red.png, recipe.txt. Only an export with attachments has files.',
    ])
  })

  it('imports a ChatGPT export that is split into several files', async () => {
    const archive = await createZip({
      'export/conversations-000.json': getChatGptList('Clay'),
      'export/conversations-001.json': getChatGptList('Glaze'),
      'export/conversations-002.json': '[{"title":',
      'export/shared_conversations.json': '[]',
      '__MACOSX/export/conversations-000.json': 'Mac OS X',
    })
    const answer = await taken(archive)
    expect(answer).toMatchObject({ source: 'chatgpt', conversations: 2, messages: 2 })
    expect(answer.problems).toMatchObject([{ title: 'export/conversations-002.json' }])
    const titles = (await store.db.select().from(conversations)).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['Clay', 'Glaze'])
  })

  it('imports a ChatGPT archive', async () => {
    const foreign = JSON.stringify([{ title: 'Broken', mapping: { x: { id: 5 } } }])
    const answer = await taken(
      await createZip({ 'conversations.json': foreign, 'user.json': '{}' }),
    )
    expect(answer).toMatchObject({ source: 'chatgpt', problems: [{ title: 'Broken' }] })
  })

  it('explains the problem of an invalid archive', async () => {
    expect(await getRefusal(await createZip({ 'a.txt': 'a' }))).toContain(
      'contains no conversations',
    )
    const whole = await createZip({ 'conversations/a.json': '{"x":1}' })
    expect(await getRefusal(whole.slice(0, -30))).toContain('damaged or not a ZIP')
    const answer = await taken(whole)
    expect(answer.problems[0]?.message).toContain('not an export of chats')
  })
})
