import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { embeddingModelsSchema, folderKnowledgeSchema } from '#contract/chat/library.ts'
import { documentSchema } from '#contract/documents.ts'
import { asList, asRecord, asString, asTexts } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import { createOpenAiEmbeddings } from '../../providers/openai/openai-embeddings.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { createSpending, type Spending } from '../../spending/spending.ts'
import { folders, spendingLimits } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openChatApp, type ChatApp } from '../chat-app.fixture.ts'
import { createKnowledgeService, type KnowledgeService } from './knowledge-service.ts'
import { createMeaning, type Meaning } from './meaning.ts'

const model = 'works/bge-reranker-v2'

type Form = 'cohere' | 'voyage' | 'texts' | 'broken' | 'silent' | 'refused'

let store: Store
let service: Upstream
let form: Form
let asked: { path: string; body: Record<string, unknown> }[]
let spending: Spending
let meaning: Meaning
let knowledge: KnowledgeService
let app: ChatApp
let folderId: string

/**
 * Scores texts by a word that is not in the question, so that a search by words cannot find the
 * best text.
 */
const scoreTexts = (texts: readonly string[]) =>
  texts.map((text, index) => ({ index, score: text.includes('sought') ? 0.9 : 0.1 }))

function toAnswer(path: string, body: Record<string, unknown>): { status: number; value: unknown } {
  const scored = scoreTexts(asTexts(body['documents'] ?? body['texts']))
  const entries = scored.map(({ index, score }) => ({ index, relevance_score: score })).toReversed()
  const isRoot = path === '/rerank'
  switch (form) {
    case 'cohere':
      return { status: isRoot ? 404 : 200, value: { results: entries, meta: {} } }
    case 'voyage':
      return { status: 200, value: { data: entries, usage: { total_tokens: 70 } } }
    case 'texts':
      return isRoot ? { status: 200, value: scored.toReversed() } : { status: 404, value: {} }
    case 'broken':
      return { status: 200, value: { results: [{ index: 'x' }] } }
    case 'refused':
    case 'silent':
      return { status: 500, value: { error: 'gone' } }
  }
}

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  asked = []
  form = 'cohere'
  service = await startUpstream((request, response, text) => {
    const path = request.url ?? ''
    if (path === '/v1/models') {
      const data = ['chatty', 'bge-reranker-v2', 'meaning-embed'].map((id) => ({ id }))
      return response.end(JSON.stringify({ data }))
    }
    const body = asRecord(JSON.parse(text))
    asked.push({ path, body })
    if (form === 'silent') return
    const { status, value } = toAnswer(path, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  })
  spending = createSpending(store)
  const about = {
    id: 'works',
    title: 'Works',
    addressSetting: 'its address',
    addressExample: 'http://…',
    keySetting: 'its key',
  }
  const url = `${service.url}/v1`
  const provider = createOpenAiEmbeddings({
    service: about,
    url: `${url}/embeddings`,
    modelsUrl: `${url}/models`,
  })
  meaning = createMeaning({ store, spending, embeddings: () => [provider] }, { foundMax: 60 })
  knowledge = createKnowledgeService({ store, meaning })
  app = await openChatApp(store, { knowledge })
  folderId = await createFolder()
})
afterEach(async () => {
  await app.close()
  await meaning.close()
  await spending.close()
  await service.close()
  await store.db.delete(folders)
  await store.db.delete(spendingLimits)
})

async function createFolder(): Promise<string> {
  const id = newId()
  await app.call(`/api/folders/${id}`, 'PUT', { name: 'Yard' })
  const texts = [
    'kiln kiln kiln firing',
    'kiln firing and clay',
    'kiln, as sought, among many other words',
  ]
  for (const [at, text] of texts.entries()) {
    const uploaded = await app.call(`/api/documents?name=${at}.txt`, 'POST', `${text} ${newId()}`)
    const document = documentSchema.parse(await uploaded.json())
    await app.call(`/api/folders/${id}/documents/${document.id}`, 'PUT')
  }
  return id
}

const setModel = (rerankModel: string | null) =>
  app.call(`/api/folders/${folderId}/knowledge`, 'PUT', { rerankModel })

async function findFirst(): Promise<string> {
  const { sources } = await knowledge.forQuestion(folderId, { question: 'kiln firing' })
  return sources[0]?.quote ?? ''
}

describe('sorting of passages by a model', () => {
  it('is off by default and sends nothing', async () => {
    expect(await findFirst()).not.toContain('sought')
    expect(asked).toEqual([])
  })

  it('is offered for the rerank models of connections, and refuses other models', async () => {
    const offered = embeddingModelsSchema.parse(
      await (await app.call('/api/folders/embedding-models')).json(),
    )
    expect(offered.rerankModels?.map(({ id }) => id)).toEqual([model])
    expect(offered.models.map(({ id }) => id)).toEqual(['works/meaning-embed'])
    expect((await setModel('works/chatty')).status).toBe(404)
    const set = folderKnowledgeSchema.parse(await (await setModel(model)).json())
    expect(set.rerankModel).toBe(model)
  })

  it.each<[Form, string, string]>([
    ['cohere', '/v1/rerank', 'documents'],
    ['voyage', '/v1/rerank', 'documents'],
    ['texts', '/rerank', 'texts'],
  ])('puts the best passage first with the API of %s', async (name, path, field) => {
    form = name
    await setModel(model)
    expect(await findFirst()).toContain('sought')
    const body = asked.at(-1)?.body ?? {}
    expect(asked.at(-1)?.path).toBe(path)
    expect(asList(body[field])).toHaveLength(3)
    expect(asString(body['query'])).toBe('kiln firing')
    asked = []
    await findFirst()
    // The provider remembers which rerank API the service has, so it sends one request.
    expect(asked.map((one) => one.path)).toEqual([path])
  })

  it.each<Form>(['broken', 'refused'])(
    'keeps the order of the search if the answer is %s, and does not ask again at once',
    async (name) => {
      const before = await findFirst()
      form = name
      await setModel(model)
      expect(await findFirst()).toBe(before)
      const { length } = asked
      expect(length).toBeGreaterThan(0)
      expect(await findFirst()).toBe(before)
      expect(asked).toHaveLength(length)
    },
  )

  it('keeps the order of the search if the service is silent', async () => {
    const before = await findFirst()
    form = 'silent'
    await setModel(model)
    expect(await findFirst()).toBe(before)
    expect(asked).toHaveLength(1)
  })

  it('can be turned off again', async () => {
    await setModel(model)
    await setModel(null)
    expect(await findFirst()).not.toContain('sought')
  })
})
