import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderKnowledgeSchema } from '#contract/chat/library.ts'
import { documentSchema } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import { createOpenAiEmbeddings } from '../../providers/openai/openai-embeddings.ts'
import { createSpending, type Spending } from '../../spending/spending.ts'
import { folders, passageVectors, spendingLimits, usageDays } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openChatApp, type ChatApp } from '../chat-app.fixture.ts'
import { startEmbeddings } from './embeddings.fixture.ts'
import { fuseRanks, candidatesMax } from './find-passages.ts'
import { createKnowledgeService, type KnowledgeService } from './knowledge-service.ts'
import { createMeaning, type Meaning } from './meaning.ts'
import { toBytes } from './passage-vectors.ts'

const model = 'works/meaning-embed'
let store: Store
let service: Awaited<ReturnType<typeof startEmbeddings>>
let spending: Spending
let meaning: Meaning
let knowledge: KnowledgeService
let app: ChatApp

const openMeaning = () =>
  createMeaning(
    {
      store,
      spending,
      embeddings: () => [
        createOpenAiEmbeddings({
          service: {
            id: 'works',
            title: 'Works',
            addressSetting: 'its address',
            addressExample: 'http://…',
            keySetting: 'its key',
          },
          url: `${service.url}/v1/embeddings`,
          modelsUrl: `${service.url}/v1/models`,
        }),
      ],
    },
    { foundMax: candidatesMax },
  )

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.delete(folders)
  await store.db.delete(spendingLimits)
  await store.db.delete(usageDays)
  service = await startEmbeddings()
  spending = createSpending(store)
  meaning = openMeaning()
  knowledge = createKnowledgeService({ store, meaning })
  app = await openChatApp(store, { knowledge })
})
afterEach(async () => {
  await app.close()
  await meaning.close()
  await spending.close()
  await service.close()
})

async function upload(name: string, text: string): Promise<string> {
  const uploaded = await app.call(`/api/documents?name=${name}`, 'POST', text)
  return documentSchema.parse(await uploaded.json()).id
}

async function folderWith(text: string) {
  const folderId = newId()
  await app.call(`/api/folders/${folderId}`, 'PUT', { name: 'Yard' })
  const documentId = await upload('yard.txt', text)
  await app.call(`/api/folders/${folderId}/documents/${documentId}`, 'PUT')
  return { folderId, documentId }
}
const change = (folderId: string, body: object) =>
  app.call(`/api/folders/${folderId}/knowledge`, 'PUT', body)
const getState = async (folderId: string) =>
  folderKnowledgeSchema.parse(await (await app.call(`/api/folders/${folderId}/knowledge`)).json())
    .meaning
const whole = (folderId: string) =>
  vi.waitFor(async () => {
    const state = await getState(folderId)
    expect(state?.embedded).toBe(state?.passages)
    return state
  })

const pages = (...texts: string[]) =>
  texts.map((text) => `${text} ${'— '.repeat(500)}`).join('\n\n')
const yard = pages(
  `The hound sleeps in the yard (${newId()}).`,
  'An automobile stands there.',
  'Grass grows.',
)

describe('search by meaning', () => {
  it('finds a passage that shares no words with the question', async () => {
    const { folderId, documentId } = await folderWith(yard)
    const question = 'Where is my puppy?'
    // The server sends nothing to a service before a person chooses an embedding model.
    expect((await knowledge.forQuestion(folderId, { question })).sources).toEqual([])
    expect(service.world.inputs).toEqual([])

    expect((await change(folderId, { embeddingModel: model })).status).toBe(200)
    expect(await whole(folderId)).toEqual({ model, passages: 3, embedded: 3 })
    const { sources } = await knowledge.forQuestion(folderId, { question })
    expect(sources[0]).toMatchObject({ title: 'yard.txt', documentId })
    expect(sources[0]?.quote).toContain('hound')
    expect(yard.startsWith(sources[0]?.quote.slice(0, 40) ?? '?', sources[0]?.at)).toBe(true)
    expect(service.world.inputs.flat()).toHaveLength(3 + 1)
  })

  it('uses the search by words while the embedding service is down, and pauses before the next attempt', async () => {
    const { folderId } = await folderWith(yard)
    await change(folderId, { embeddingModel: model })
    await whole(folderId)
    service.world.status = 503
    const asked = service.world.inputs.length
    for (const _ of [1, 2]) {
      const { sources } = await knowledge.forQuestion(folderId, {
        question: 'Does the grass grow, puppy?',
      })
      expect(sources).toHaveLength(1)
      expect(sources[0]?.quote).toContain('Grass')
    }
    expect(service.world.inputs).toHaveLength(asked + 1)
    expect((await getState(folderId))?.problem).toContain('Works')
  })

  it('resumes after a restart without embedding any passage twice', async () => {
    const { folderId } = await folderWith(pages(newId(), 'oven', 'car', 'dog'))
    service.world.status = 500
    await change(folderId, { embeddingModel: model })
    await vi.waitFor(async () => {
      expect(await getState(folderId)).toMatchObject({ embedded: 0, problem: expect.any(String) })
    })
    await meaning.close()
    service.world.status = 200
    service.world.inputs = []
    meaning = openMeaning()
    knowledge = createKnowledgeService({ store, meaning })
    meaning.wake()
    await whole(folderId)
    expect(service.world.inputs.flat()).toHaveLength(4)
    meaning.wake()
    await meaning.close()
    expect(service.world.inputs.flat()).toHaveLength(4)
  })

  it('does not resend passages that were unanswered at a crash, because they may have been charged', async () => {
    const { folderId, documentId } = await folderWith(pages(newId(), 'oven', 'car', 'dog'))
    const longAgo = new Date(Date.now() - 60 * 60_000)
    await change(folderId, { embeddingModel: model })
    await whole(folderId)
    await store.db
      .update(passageVectors)
      .set({ vector: null, sentAt: longAgo })
      .where(and(eq(passageVectors.documentId, documentId), eq(passageVectors.position, 1)))
    service.world.inputs = []
    meaning.wake()
    await meaning.close()
    expect(service.world.inputs).toEqual([])
    expect(await getState(folderId)).toEqual({ model, passages: 4, embedded: 3, unanswered: 1 })

    meaning = openMeaning()
    knowledge = createKnowledgeService({ store, meaning })
    await knowledge.change(folderId, { embeddingModel: model })
    await vi.waitFor(async () => {
      expect((await knowledge.get(folderId)).meaning).toEqual({ model, passages: 4, embedded: 4 })
    })
    expect(service.world.inputs.flat()).toHaveLength(1)
  })

  it('waits for a pending response when the server stops', async () => {
    const { folderId } = await folderWith(pages(newId(), 'oven'))
    service.world.delayMs = 150
    await change(folderId, { embeddingModel: model })
    await vi.waitFor(() => expect(service.world.inputs).toHaveLength(1))
    await meaning.close()
    expect(await getState(folderId)).toEqual({ model, passages: 2, embedded: 2 })
  })

  it('counts the usage of embeddings, and stops at a limit with the reason', async () => {
    const { folderId } = await folderWith(pages(newId(), 'kiln'))
    await change(folderId, { embeddingModel: model })
    await whole(folderId)
    await spending.flush()
    const [used] = await store.db.select().from(usageDays)
    expect(used).toMatchObject({ modelId: model, tokens: 20 })

    await spending.limits.set({
      scope: 'server',
      measure: 'tokens',
      period: 'month',
      amount: 20,
    })
    const other = await folderWith(pages(newId(), 'furnace'))
    const asked = service.world.inputs.length
    await change(other.folderId, { embeddingModel: model })
    await vi.waitFor(async () => {
      expect((await getState(other.folderId))?.problem).toContain('limit')
    })
    expect(service.world.inputs).toHaveLength(asked)
  })

  it('stops sending passages as soon as it is switched off', async () => {
    const { folderId } = await folderWith(pages(...Array.from({ length: 200 }, () => newId())))
    service.world.delayMs = 100
    await change(folderId, { embeddingModel: model })
    await vi.waitFor(() => expect(service.world.inputs).toHaveLength(1))
    await change(folderId, { embeddingModel: null })
    await meaning.close()
    expect(service.world.inputs).toHaveLength(1)
  })

  it('searches the new text of a file after its encoding was changed', async () => {
    const { folderId, documentId } = await folderWith(pages(newId(), 'Grüße. The hound sleeps.'))
    await change(folderId, { embeddingModel: model })
    await whole(folderId)
    const quote = async () => {
      const { sources } = await knowledge.forQuestion(folderId, { question: 'Where is my puppy?' })
      return sources[0]?.quote
    }
    expect(await quote()).toContain('Grüße')
    service.world.inputs = []
    const body = { encoding: 'windows-1252' }
    await app.call(`/api/documents/${documentId}/encoding`, 'PUT', body)
    meaning.wake()
    await vi.waitFor(() => expect(service.world.inputs.flat().join('')).toContain('GrÃ¼'))
    await whole(folderId)
    // The fake service finds no dog in the new text.
    expect(await quote()).toContain('GrÃ¼')
  })

  it('deletes the vectors when it is switched off', async () => {
    const { folderId } = await folderWith(pages(newId(), 'kiln'))
    await change(folderId, { embeddingModel: model })
    await whole(folderId)
    const vectors = () =>
      store.db
        .select({ one: sql`1` })
        .from(passageVectors)
        .where(
          sql`document_id in (select document_id from folder_documents where folder_id = ${folderId})`,
        )
    expect(await vectors()).toHaveLength(2)
    await change(folderId, { embeddingModel: null })
    expect(await vectors()).toEqual([])
    expect(await getState(folderId)).toBeUndefined()
  })

  it('offers only embedding models and refuses other models', async () => {
    const offered = await app.call('/api/folders/embedding-models')
    expect(await offered.json()).toEqual({
      models: [{ id: model, name: 'meaning-embed', service: 'Works', isFree: false }],
      rerankModels: [],
    })
    const { folderId } = await folderWith(newId())
    const refused = await change(folderId, { embeddingModel: 'works/chatty' })
    expect(refused.status).toBe(404)
    expect(await getState(folderId)).toBeUndefined()
  })
})

it('fuseRanks ranks items in both lists above the first item of a single list', () => {
  expect(
    fuseRanks([
      ['a', 'b', 'c'],
      ['d', 'b'],
    ]),
  ).toEqual(['b', 'a', 'd', 'c'])
})

it('toBytes keeps the direction of a vector in one byte per number', () => {
  expect([...new Int8Array(toBytes([0.5, -1, 0.25]).buffer)]).toEqual([64, -127, 32])
})
