import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultKeyScopes, type KeyScope } from '#contract/access/keys.ts'
import { newId } from '#lib/id.ts'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createKeyService } from '../../access/keys/key-service.ts'
import { assistantCatalogue } from '../../chat/assistants/assistant-catalogue.ts'
import { createAssistants, type Assistants } from '../../chat/assistants/assistants.ts'
import { createKnowledgeService } from '../../chat/knowledge/knowledge-service.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { streamFrom } from '../../ports/chat-provider.fixture.ts'
import type { ChatProvider, ChatRequest } from '../../ports/chat-provider.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { apiKeys, assistants as rows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createLlmApp } from './llm-app.fixture.ts'

let store: Store
let app: ReturnType<typeof createLlmApp>
let assistants: Assistants
let asked: ChatRequest[] = []
const id = newId()

const writer: ChatProvider = {
  id: 'test',
  listModels: () =>
    Promise.resolve([
      { id: 'test/writer', name: 'Writer', provider: 'test', description: '', kind: 'chat' },
    ]),
  streamChat: streamFrom(async function* (request: ChatRequest) {
    asked.push(request)
    yield { text: 'Hi' }
    yield { finishReason: 'stop' }
  }),
}

beforeAll(async () => {
  store = await openTestStore()
  assistants = createAssistants({
    store,
    teams: { idsOf: () => [] },
    people: { find: () => undefined },
  })
  const catalogue = assistantCatalogue(
    createCatalogue({ providers: fixedProviders({ chat: [writer] }) }),
    { assistants, knowledge: createKnowledgeService({ store }) },
  )
  const keyCheck = createKeyCheck(['sa-all'], { issued: createKeyService(store) })
  app = createLlmApp({ catalogue, keyCheck })
})
afterAll(() => store.close())
beforeEach(async () => {
  asked = []
  await store.db.delete(apiKeys)
  await store.db.delete(rows)
  await assistants.put(id, {
    name: 'Print Coach',
    description: 'Says how to print',
    modelId: 'test/writer',
    settings: { systemPrompt: 'Be brief.', params: { temperature: 0.5, top_p: 0.9 } },
    starters: [],
  })
})

const send = (path: string, body?: object, key = 'sa-all') =>
  app.request(`/llm${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  })

const makeKey = async (scopes: KeyScope[]) => {
  const limits = { requestsPerMinute: 1000, streams: 10 }
  return (await createKeyService(store).create({ name: 'A', limits, scopes })).secret
}

const messages = [{ role: 'user', content: 'Hello' }]

describe('assistants in /llm', () => {
  it('are models with their instructions and params, by id or name', async () => {
    for (const model of [`assistant/${id}`, 'assistant/print-coach']) {
      const response = await send('/chat/completions', { model, messages, temperature: 1 })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        model,
        choices: [{ message: { content: 'Hi' } }],
      })
    }
    expect(asked).toHaveLength(2)
    for (const request of asked) {
      expect(request).toMatchObject({
        model: 'writer',
        temperature: 1,
        top_p: 0.9,
        messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
      })
    }
  })

  it('put their instructions before those of the client, in one message', async () => {
    const own = { role: 'system', content: 'In German.' }
    await send('/chat/completions', { model: `assistant/${id}`, messages: [own, ...messages] })
    expect(asked[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.\n\nIn German.' },
      ...messages,
    ])
  })

  it('answer requests to /responses, /messages and /completions, too', async () => {
    const model = `assistant/${id}`
    const requests = {
      '/responses': { model, input: 'Hello' },
      '/messages': { model, messages, max_tokens: 10 },
      '/completions': { model, prompt: 'Hello' },
    }
    for (const [path, body] of Object.entries(requests)) {
      expect([path, (await send(path, body)).status]).toEqual([path, 200])
    }
    expect(asked).toHaveLength(3)
    for (const { messages: sent } of asked) expect(sent[0]).toMatchObject({ content: 'Be brief.' })
  })

  it('are listed and usable only for keys with the scope assistants', async () => {
    const all = await makeKey(defaultKeyScopes)
    const some = await makeKey(defaultKeyScopes.filter((scope) => scope !== 'assistants'))
    expect(await (await send('/models', undefined, all)).text()).toContain(`assistant/${id}`)
    expect(await (await send('/models', undefined, some)).text()).not.toContain('assistant/')
    expect((await send(`/models/assistant/${id}`, undefined, some)).status).toBe(403)
    const body = { model: `assistant/${id}`, messages }
    expect((await send('/chat/completions', body, all)).status).toBe(200)
    const refused = await send('/chat/completions', body, some)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('not allowed to use assistants')
    const plain = { model: 'test/writer', messages }
    expect((await send('/chat/completions', plain, some)).status).toBe(200)
  })
})
