import { zipSync, strToU8 } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  assistantListSchema,
  assistantSchema,
  importedAssistantsSchema,
  type PutAssistant,
} from '#contract/chat/assistants.ts'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import { modelListSchema } from '#contract/models.ts'
import { newId } from '#lib/id.ts'
import {
  createQuestion,
  openChatApp,
  readRunEvents,
  type ChatApp,
} from '../../../chat/chat-app.fixture.ts'
import { png } from '../../../generation/tasks.fixture.ts'
import { assistants, conversations, folders } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

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
  await store.db.delete(assistants)
  await store.db.delete(folders)
})

const json = async (path: string, method?: string, body?: unknown): Promise<unknown> =>
  (await app.call(path, method, body)).json()

const poet: PutAssistant = {
  name: 'Night Poet',
  description: 'Rhymes',
  modelId: 'scripted/writer',
  settings: { systemPrompt: 'Rhyme.', params: { temperature: 0.5 }, tools: ['calculate'] },
  starters: ['A poem about clay'],
}

async function add(more: Partial<PutAssistant> = {}): Promise<string> {
  const id = newId()
  const response = await app.call(`/api/assistants/${id}`, 'PUT', { ...poet, ...more })
  expect(response.status).toBe(200)
  return id
}

async function ask(modelId: string, more: Parameters<typeof createQuestion>[1] = {}) {
  const id = newId()
  app.provider.say('Yes.')
  app.provider.finish()
  const question = createQuestion('Which glaze?', { modelId, ...more })
  const response = await app.call(`/api/conversations/${id}/runs`, 'POST', question)
  expect(response.status).toBe(200)
  await readRunEvents(response)
  return id
}

describe('assistants', () => {
  it('can be created, changed, listed by name and deleted', async () => {
    const id = await add()
    await add({ name: 'aardvark' })
    const changed = { ...poet, name: 'Bard', starters: [] }
    expect(
      assistantSchema.parse(await json(`/api/assistants/${id}`, 'PUT', changed)),
    ).toMatchObject(changed)
    const listed = assistantListSchema.parse(await json('/api/assistants')).assistants
    expect(listed.map(({ name }) => name)).toEqual(['aardvark', 'Bard'])
    expect((await app.call(`/api/assistants/${id}`, 'DELETE')).status).toBe(204)
    expect((await app.call(`/api/assistants/${id}`, 'DELETE')).status).toBe(404)
    expect((await app.call('/api/assistants/nope', 'PUT', poet)).status).toBe(400)
  })

  it('cannot have another assistant, a team or a folder that does not exist', async () => {
    const id = await add()
    for (const wrong of [
      { modelId: `assistant/${id}` },
      { teamId: newId() },
      { folderId: newId() },
      { picture: 'data:image/svg+xml;base64,PHN2Zz4=' },
      { picture: `data:image/png;base64,${Buffer.from('<svg>').toString('base64')}` },
    ]) {
      const response = await app.call(`/api/assistants/${newId()}`, 'PUT', { ...poet, ...wrong })
      expect([wrong, response.status]).toEqual([wrong, 400])
    }
  })

  it('keep a picture until it is removed, and send it with its real type', async () => {
    const bytes = await png()
    const picture = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
    const id = await add({ picture })
    await app.call(`/api/assistants/${id}`, 'PUT', poet)
    const [shown] = assistantListSchema.parse(await json('/api/assistants')).assistants
    const sent = await app.call(shown?.pictureUrl ?? '')
    expect(sent.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await sent.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    await app.call(`/api/assistants/${id}`, 'PUT', { ...poet, picture: null })
    expect((await app.call(`/api/assistants/${id}/picture`)).status).toBe(404)
  })

  it('are listed as models with the facts of their model', async () => {
    app.provider.facts = { canUseTools: true, contextTokens: 8_000 }
    const id = await add()
    await add({ name: 'Lost', modelId: 'gone/model' })
    const { models } = modelListSchema.parse(await json('/api/models'))
    const listed = models.filter(({ provider }) => provider === 'assistant')
    expect(listed).toEqual([
      expect.objectContaining({
        id: `assistant/${id}`,
        name: 'Night Poet',
        description: 'Rhymes',
        contextTokens: 8_000,
        price: { currency: 'USD', prompt: 1, completion: 2 },
        assistant: { modelName: 'writer', starters: poet.starters, tools: ['calculate'] },
      }),
    ])
  })

  it('without a stored model use the model that a new chat uses', async () => {
    const listed = await app.provider.listModels()
    const priced = (name: string, prompt: number) =>
      listed.map((model) => ({
        ...model,
        id: `scripted/${name}`,
        name,
        price: { currency: 'USD', prompt, completion: 0 },
      }))
    app.provider.listModels = async () => [
      ...priced('a-dear', 75),
      ...priced('b-middle', 3),
      ...priced('c-cheap', 1),
    ]
    const { modelId: _, ...usual } = poet
    const id = newId()
    expect((await app.call(`/api/assistants/${id}`, 'PUT', usual)).status).toBe(200)
    const { models } = modelListSchema.parse(await json('/api/models'))
    expect(models.find((model) => model.id === `assistant/${id}`)).toMatchObject({
      assistant: { modelName: 'b-middle' },
    })
    await ask(`assistant/${id}`)
    expect(app.provider.requests[0]).toMatchObject({ model: 'b-middle' })
  })

  it('answer chats with their instructions, params and tools', async () => {
    app.provider.facts = { canUseTools: true }
    const id = await add()
    const chat = await ask(`assistant/${id}`)
    const [request] = app.provider.requests
    expect(request).toMatchObject({ model: 'writer', temperature: 0.5 })
    expect(request?.messages[0]).toMatchObject({ role: 'system', content: 'Rhyme.' })
    expect(request?.['tools']).toEqual([
      expect.objectContaining({ function: expect.objectContaining({ name: 'calculate' }) }),
    ])
    const detail = conversationDetailSchema.parse(await json(`/api/conversations/${chat}`))
    expect(detail.conversation.modelId).toBe(`assistant/${id}`)
    expect(detail.messages[1]?.run?.modelId).toBe(`assistant/${id}`)
    expect(await json('/api/assistants')).toMatchObject({ assistants: [{ chats: 1 }] })
  })

  it('let the settings of a chat override the settings of the assistant', async () => {
    app.provider.facts = { canUseTools: true }
    const id = await add()
    await ask(`assistant/${id}`, {
      settings: { systemPrompt: 'In German.', params: { temperature: 1 }, tools: [] },
    })
    const [request] = app.provider.requests
    expect(request).toMatchObject({ temperature: 1 })
    expect(request?.messages[0]).toMatchObject({ content: 'Rhyme.\n\nIn German.' })
    expect(request?.['tools']).toBeUndefined()
  })

  it('cite the files of their folder', async () => {
    const folderId = newId()
    await app.call(`/api/folders/${folderId}`, 'PUT', { name: 'Glazes' })
    const file = new TextEncoder().encode('The best glaze for cone 6 is celadon.')
    const { id: documentId } = (await json('/api/documents?name=a.txt', 'POST', file)) as {
      id: string
    }
    await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
    const id = await add({ folderId })
    const chat = await ask(`assistant/${id}`)
    expect(app.provider.requests[0]?.messages[0]?.content).toContain('celadon')
    const detail = conversationDetailSchema.parse(await json(`/api/conversations/${chat}`))
    expect(detail.messages[1]?.run?.sources).toMatchObject([{ documentId }])
    await app.call(`/api/folders/${folderId}`, 'DELETE')
    const [shown] = assistantListSchema.parse(await json('/api/assistants')).assistants
    expect(shown?.folderId).toBeUndefined()
  })

  it('are refused with a sentence after their deletion', async () => {
    const id = await add()
    await app.call(`/api/assistants/${id}`, 'DELETE')
    const question = createQuestion('Hi', { modelId: `assistant/${id}` })
    const response = await app.call(`/api/conversations/${newId()}/runs`, 'POST', question)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'unknown_model',
      message: expect.stringContaining('assistant'),
    })
  })
})

const take = async (bytes: Uint8Array | string) => {
  const response = await app.call('/api/assistants/import', 'POST', bytes)
  return { status: response.status, body: (await response.json()) as object }
}

describe('POST /api/assistants/import', () => {
  it('imports an exported assistant, and leaves out tools that are off by default', async () => {
    const picture = `data:image/png;base64,${Buffer.from(await png()).toString('base64')}`
    const settings = { ...poet.settings, tools: ['calculate', 'files__delete'] }
    const id = await add({ settings, picture })
    const file = await app.call(`/api/assistants/${id}/file`)
    expect(file.headers.get('content-disposition')).toContain('Night%20Poet.assistant.json')
    const { body } = await take(await file.text())
    const { assistants: added, notes } = importedAssistantsSchema.parse(body)
    expect(added).toMatchObject([{ ...poet, pictureUrl: expect.any(String) }])
    expect(added[0]?.id).not.toBe(id)
    expect(notes).toEqual([expect.stringContaining('files__delete')])
  })

  it('reads skills of a ZIP with their texts, and never stores scripts', async () => {
    const zip = zipSync({
      'skills/glaze/SKILL.md': strToU8(
        '---\nname: glaze-mixer\ndescription: Mixes glazes.\n---\nRead references/cones.md.',
      ),
      'skills/glaze/references/cones.md': strToU8('Cone 6 is 1222 degrees.'),
      'skills/glaze/scripts/mix.py': strToU8('print("hidden canary")'),
      'skills/glaze/logo.bin': strToU8('x'),
      'skills/other/SKILL.md': strToU8('Nothing.'),
    })
    const { status, body } = await take(zip)
    expect(status).toBe(201)
    const { assistants: added, notes } = importedAssistantsSchema.parse(body)
    expect(added).toMatchObject([
      {
        name: 'glaze-mixer',
        description: 'Mixes glazes.',
        settings: { systemPrompt: 'Read references/cones.md.' },
      },
    ])
    expect(notes.join('\n')).toMatch(/scripts are never run.*scripts\/mix\.py/)
    expect(notes.join('\n')).toContain('logo.bin')
    expect(notes.join('\n')).toContain('skills/other/SKILL.md')
    const knowledge = await json(`/api/folders/${added[0]?.folderId}/knowledge`)
    expect(knowledge).toMatchObject({ documents: [{ name: 'cones.md' }] })
    expect(JSON.stringify(knowledge)).not.toContain('canary')
  })

  it('keeps the skills of a ZIP beside a skill that is too large, and names this skill', async () => {
    const skill = '---\nname: brief\n---\nAnswer briefly.'
    const zip = zipSync({
      'a/SKILL.md': strToU8(skill),
      'b/SKILL.md': strToU8(`${skill}${' '.repeat(600_000)}`),
    })
    const { status, body } = await take(zip)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      assistants: [{ name: 'brief' }],
      notes: [expect.stringContaining('b/SKILL.md could not be read')],
    })
  })

  it('reads a single SKILL.md', async () => {
    const { body } = await take('---\nname: brief\n---\nAnswer briefly.')
    expect(body).toMatchObject({ assistants: [{ name: 'brief' }], notes: [] })
  })

  it.each([
    ['text', 'Hello'],
    ['JSON', '{"format":"other"}'],
    ['broken JSON', '{'],
    ['a damaged ZIP', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
    ['a ZIP without skills', zipSync({ 'a.txt': strToU8('x') })],
  ])('refuses %s with a sentence', async (_, bytes) => {
    const { status, body } = await take(bytes)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringContaining('SKILL.md') })
    expect(await json('/api/assistants')).toEqual({ assistants: [] })
  })
})
