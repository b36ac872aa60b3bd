import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chatShareSchema,
  sharedChatSchema,
  type ChatShareOptions,
} from '#contract/chat/chat-shares.ts'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import { documentSchema } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import {
  openChatApp,
  createQuestion,
  readRunEvents,
  type ChatApp,
} from '../../../chat/chat-app.fixture.ts'
import { assets, conversations, messages, runs, toolCalls } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

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
})

async function makeChat(): Promise<string> {
  const id = newId()
  const create = { width: 24, height: 24, channels: 3 as const, background: '#f00' }
  const picture = await app.files.upload(await sharp({ create }).png().toBuffer(), 'red.png')
  const uploaded = await app.call('/api/documents?name=recipe.txt', 'POST', 'Glaze: CaO.')
  const document = documentSchema.parse(await uploaded.json())
  const attachments = [
    { kind: 'picture' as const, id: picture.id },
    { kind: 'document' as const, id: document.id },
  ]
  const before = app.provider.requests.length
  const request = createQuestion('What is this?', {
    question: { id: newId(), text: 'What is this?', attachments },
    settings: { systemPrompt: 'Secret instructions.' },
  })
  const reading = app
    .call(`/api/conversations/${id}/runs`, 'POST', request)
    .then((response) => readRunEvents(response))
  await vi.waitFor(() => expect(app.provider.requests.length).toBeGreaterThan(before))
  app.provider.say({ reasoning: 'Secret thoughts.' }, 'Red.')
  app.provider.finish()
  await reading
  return id
}

async function makeModel(): Promise<string> {
  const id = newId()
  const key = await app.blobs.put(Buffer.from('model'))
  await store.db.insert(assets).values({
    id,
    name: 'Bear',
    mimeType: 'model/gltf-binary',
    sizeBytes: 5,
    sha256: key,
    blobKey: key,
    thumbnailKey: await app.blobs.put(Buffer.from('picture')),
  })
  return id
}

const put = async (id: string, options: Partial<ChatShareOptions> = {}) =>
  chatShareSchema.parse(
    await (
      await app.call(`/api/conversations/${id}/share`, 'PUT', {
        withFiles: false,
        canContinue: false,
        ...options,
      })
    ).json(),
  )
const open = (token: string, path = '') => app.call(`/api/shared-chats/${token}${path}`)
const shown = async (token: string) => sharedChatSchema.parse(await (await open(token)).json())

const page = (path: string) => ({ title: path, url: `https://a.example/${path}`, quote: 'Q' })

describe('the share link of a chat', () => {
  it('shows the messages of the chat and nothing else, until the link is revoked', async () => {
    const id = await makeChat()
    expect(await (await app.call(`/api/conversations/${id}/share`)).json()).toEqual({})
    const share = await put(id)
    expect(share.path).toBe(`/share/chat/${share.token}`)
    const response = await open(share.token)
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    const text = await response.text()
    expect(text).not.toContain('Secret')
    expect(text).not.toContain('recipe')
    expect(sharedChatSchema.parse(JSON.parse(text)).messages).toMatchObject([
      { role: 'user', text: 'What is this?', hiddenFiles: 2 },
      { role: 'assistant', text: 'Red.' },
    ])
    expect((await put(id)).token).toBe(share.token)
    await app.call(`/api/conversations/${id}/share`, 'DELETE')
    expect((await open(share.token)).status).toBe(404)
    expect((await put(id)).token).not.toBe(share.token)
  })

  it('shows the cited sources of an answer but no other search results', async () => {
    const id = await makeChat()
    const sources = [
      page('one'),
      { title: 'plan.md', documentId: newId(), at: 0, quote: 'Q' },
      page('two'),
    ]
    await store.db.update(runs).set({ sources })
    await store.db
      .update(messages)
      .set({ text: 'Hot [3], clay [2].' })
      .where(eq(messages.role, 'assistant'))
    const { token } = await put(id)
    const [question, answer] = (await shown(token)).messages
    expect(question?.sources).toBeUndefined()
    expect(answer?.sources).toEqual([{ number: 3, title: 'two', url: 'https://a.example/two' }])
  })

  it('shows the chat’s files if the link allows it, but no files of other chats', async () => {
    const [id, other] = [await makeChat(), await makeChat()]
    const { token } = await put(id, { withFiles: true })
    const { token: bare } = await put(other)
    const [question] = (await shown(token)).messages
    const [picture, document] = question?.attachments ?? []
    if (picture?.kind !== 'picture' || !document) throw new Error('The files are missing.')
    const loaded = await app.call(picture.url)
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'image/png'])
    const read = await open(token, `/documents/${document.id}`)
    expect(await read.text()).toBe('Glaze: CaO.')
    expect(read.headers.get('content-disposition')).toContain('attachment')
    for (const path of [
      `/${bare}/pictures/${picture.id}`,
      `/${token}/pictures/${document.id}`,
      `/${token}/documents/${newId()}`,
    ]) {
      expect((await app.call(`/api/shared-chats${path}`)).status).toBe(404)
    }
  })

  it('shows the models of an answer through the link only, if the link allows files', async () => {
    const id = await makeChat()
    const [shownModel, other, deleted] = [await makeModel(), await makeModel(), await makeModel()]
    const [answer] = await store.db.select().from(messages).where(eq(messages.role, 'assistant'))
    await store.db.insert(toolCalls).values({
      messageId: answer?.id ?? '',
      index: 0,
      round: 0,
      upstreamId: 'a',
      name: 'make_3d_model',
      arguments: '{"secret":"prompt"}',
      status: 'done',
      textAt: 0,
      reasoningAt: 0,
      details: { assetIds: [shownModel, deleted] },
    })
    await store.db.update(assets).set({ deletedAt: new Date() }).where(eq(assets.id, deleted))
    const { token } = await put(id)
    expect((await shown(token)).messages[1]).toMatchObject({ hiddenFiles: 1 })
    expect((await open(token, `/models/${shownModel}`)).status).toBe(404)

    await put(id, { withFiles: true })
    const [model, ...more] = (await shown(token)).messages[1]?.models ?? []
    expect(more).toEqual([])
    expect(model?.name).toBe('Bear')
    const loaded = await app.call(model?.url ?? '')
    expect([loaded.status, await loaded.text()]).toEqual([200, 'model'])
    const picture = await app.call(model?.thumbnailUrl ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    for (const hidden of [other, deleted, newId()]) {
      expect((await open(token, `/models/${hidden}`)).status).toBe(404)
      expect((await open(token, `/models/${hidden}/thumbnail`)).status).toBe(404)
    }
    expect(await (await open(token)).text()).not.toContain('secret')
    await app.call(`/api/conversations/${id}/share`, 'DELETE')
    expect((await app.call(model?.url ?? '')).status).toBe(404)
    await store.db.delete(assets)
  })

  it('lets a reader continue a copy of the chat if the link allows it', async () => {
    const id = await makeChat()
    const { token } = await put(id)
    expect((await open(token, '/export')).status).toBe(404)
    expect((await app.call(`/api/shared-chats/${token}/continue`, 'POST')).status).toBe(404)
    await put(id, { canContinue: true, withFiles: true })

    const file = await (await open(token, '/export')).text()
    expect(file).not.toContain('Secret')
    const copied = await app.call(`/api/shared-chats/${token}/continue`, 'POST')
    const { conversationId } = (await copied.json()) as { conversationId: string }
    const copy = conversationDetailSchema.parse(
      await (await app.call(`/api/conversations/${conversationId}`)).json(),
    )
    expect(conversationId).not.toBe(id)
    expect(copy.settings).toBeUndefined()
    expect(copy.messages).toMatchObject([
      { text: 'What is this?', attachments: [{ name: 'red.png' }, { name: 'recipe.txt' }] },
      { text: 'Red.', parentId: copy.messages[0]?.id },
    ])
    await store.db.delete(conversations)
    expect(await (await app.call('/api/import', 'POST', file)).json()).toMatchObject({
      conversations: 1,
      messages: 2,
      problems: [],
    })
  })

  it('returns 404 while the chat is in the trash and after the chat is deleted', async () => {
    const id = await makeChat()
    const { token } = await put(id)
    await app.call(`/api/conversations/${id}`, 'DELETE')
    expect((await open(token)).status).toBe(404)
    const refused = await app.call(`/api/conversations/${id}/share`, 'PUT', {
      withFiles: false,
      canContinue: false,
    })
    expect(refused.status).toBe(404)
    await app.call(`/api/conversations/${id}/restore`, 'POST')
    expect((await open(token)).status).toBe(200)
    await app.call(`/api/conversations/${id}?forever=1`, 'DELETE')
    expect((await open(token)).status).toBe(404)
  })
})
