import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelAlias } from '#contract/model-aliases.ts'
import type { ChatModel } from '#contract/models.ts'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createKeyService, type KeyService } from '../../access/keys/key-service.ts'
import { HttpError } from '../../errors/http-error.ts'
import { restrictCatalogue } from '../../models/access/restricted-catalogue.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { createLlmApp } from '../../routes/llm/llm-app.fixture.ts'
import type { PurchaseOrder } from '../../spending/spending.ts'
import { modelAliases as rows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { findPrice } from '../completions/model-facts.ts'
import { meteredCatalogue } from '../completions/metered-chat.ts'
import { aliasCatalogue } from './alias-catalogue.ts'
import { openModelAliases, type ModelAliases } from './model-aliases.ts'

const never = new AbortController().signal
const usage = { prompt_tokens: 1_000, completion_tokens: 1_000 }

type Behaviour = ChatProvider['streamChat']
const says =
  (text: string): Behaviour =>
  async (_request, _signal, take) => {
    await take({})
    await take({ text })
    await take({ finishReason: 'stop' })
    await take({ usage })
  }
const fails =
  (error: HttpError): Behaviour =>
  async () => {
    throw error
  }
const hangs: Behaviour = (_request, signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

let store: Store
let aliases: ModelAliases
let keys: KeyService
let bought: { modelId: string; usd: number }[]
let one: Behaviour
let two: Behaviour
let mayUse: (userId: string, modelId: string) => boolean

const createModel = (id: string, price: number): ChatModel => ({
  id,
  name: id.split('/')[1] ?? '',
  provider: id.split('/')[0] ?? '',
  description: '',
  kind: 'chat',
  contextTokens: price * 1000,
  price: { currency: 'USD', prompt: price, completion: price },
})
const createProvider = (id: string, price: number, behave: () => Behaviour): ChatProvider => ({
  id,
  listModels: async () => [createModel(`${id}/m`, price)],
  streamChat: (...call) => behave()(...call),
})
const limit = { id: 'l', scope: 'server', measure: 'usd', period: 'day', amount: 1 } as const

function createApp() {
  const all = createCatalogue({
    providers: fixedProviders({
      chat: [createProvider('one', 100, () => one), createProvider('two', 10, () => two)],
    }),
  })
  const metered = meteredCatalogue(
    restrictCatalogue(all, {
      mayUse: (user, id) => mayUse(user, id),
      looksClosed: () => false,
    }),
    {
      applying: () => [limit],
      reserve: async ({ modelId = '' }: PurchaseOrder) => {
        return async ({ usd }) => void (usd > 0 && bought.push({ modelId, usd }))
      },
    },
  )
  const catalogue = aliasCatalogue(metered, {
    aliases,
    findPrice: (provider, model) => findPrice(provider, model, 100),
  })
  const app = createLlmApp({ catalogue, keyCheck: createKeyCheck([], { issued: keys }) })
  return { app, catalogue }
}

beforeAll(async () => {
  store = await openTestStore()
  keys = createKeyService(store)
})
beforeEach(async () => {
  aliases = await openModelAliases(store)
  bought = []
  mayUse = () => true
  one = says('one')
  two = says('two')
})
afterEach(() => store.db.delete(rows))
afterAll(() => store.close())

const set = (targets: string[], more: Partial<ModelAlias> = {}) =>
  aliases.set({ name: 'fast', targets, timeoutSeconds: 30, ...more })

async function ask(body: object = {}, path = '/v1/chat/completions') {
  const { secret } = await keys.create({
    name: 'A',
    limits: { requestsPerMinute: 1000, streams: 10, monthlySpendUsd: 100 },
  })
  const response = await createApp().app.request(`http://127.0.0.1/llm${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model: 'fast',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hi' }],
      ...body,
    }),
  })
  const text = await response.text()
  const spentUsd = (await keys.list()).find(({ prefix }) => secret.startsWith(prefix))?.spentUsd
  return { status: response.status, headers: response.headers, text, spentUsd }
}

describe('model alias', () => {
  const outages: [string, () => HttpError][] = [
    ['a 429', () => new HttpError('rate_limited', 'Slow down.')],
    ['an outage', () => new HttpError('provider_failed', 'Broken.')],
    ['an unreachable service', () => new HttpError('provider_unreachable', 'Away.')],
    ['a refused key', () => new HttpError('provider_refused', 'Wrong key.', { isAboutKey: true })],
    [
      'a 503 of the service',
      () =>
        new HttpError('provider_failed', 'Overloaded.', {
          upstream: { status: 503, code: null, param: null, message: 'Overloaded.' },
        }),
    ],
  ]
  it.each(outages)(
    'calls the next model after %s, reports which model answered, and bills one answer',
    async (_w, fault) => {
      one = fails(fault())
      await set(['one/m', 'two/m'])
      const { status, headers, text, spentUsd } = await ask()
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({
        model: 'two/m',
        choices: [{ message: { content: 'two' } }],
        usage,
      })
      expect(headers.get('x-bozzetto-model')).toBe('two/m')
      // 2,000 tokens at $10 per million. The failed first model would have cost $100 per million.
      expect(bought).toEqual([{ modelId: 'two/m', usd: expect.closeTo(0.02, 6) }])
      expect(spentUsd).toBeCloseTo(0.02, 6)
    },
  )

  it('contains the name of the answering model in every chunk of a stream', async () => {
    one = fails(new HttpError('provider_failed', 'Broken.'))
    await set(['one/m', 'two/m'])
    const { text, headers } = await ask({ stream: true })
    const chunks = text
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: {'))
      .map((frame) => JSON.parse(frame.slice(6)) as { model: string })
    expect(chunks.length).toBeGreaterThan(2)
    expect(new Set(chunks.map(({ model }) => model))).toEqual(new Set(['two/m']))
    expect(headers.get('x-bozzetto-model')).toBe('two/m')
  })

  it('contains the name of the answering model in an answer in Anthropic’s format', async () => {
    await set(['two/m'])
    const { text } = await ask({}, '/v1/messages')
    expect(JSON.parse(text)).toMatchObject({ type: 'message', model: 'two/m' })
  })

  it('calls the next model after a timeout, and counts only the usage of that model', async () => {
    one = hangs
    await set(['one/m', 'two/m'], { timeoutSeconds: 1 })
    const { text } = await ask()
    expect(JSON.parse(text)).toMatchObject({ model: 'two/m' })
    expect(bought).toHaveLength(1)
  })

  it('returns the refusal of an invalid request without calling another model', async () => {
    const asked = vi.fn<Behaviour>(says('two'))
    one = fails(
      new HttpError('provider_refused', 'Too long.', {
        upstream: {
          status: 400,
          code: 'context_length_exceeded',
          param: null,
          message: 'Too long.',
        },
      }),
    )
    two = asked
    await set(['one/m', 'two/m'])
    expect((await ask()).status).toBe(400)
    expect(asked).not.toHaveBeenCalled()
  })

  it('never calls another model after the first token', async () => {
    const asked = vi.fn<Behaviour>(says('two'))
    one = async (_request, _signal, take) => {
      await take({ text: 'Hal' })
      throw new HttpError('provider_failed', 'Broken.')
    }
    two = asked
    await set(['one/m', 'two/m'])
    expect((await ask()).status).toBe(502)
    expect(asked).not.toHaveBeenCalled()
  })

  it('returns the error of the last model when all models fail', async () => {
    one = fails(new HttpError('provider_failed', 'First.'))
    two = fails(new HttpError('rate_limited', 'Second.', { retryAfterSeconds: 7 }))
    await set(['one/m', 'two/m'])
    const { status, headers, text } = await ask()
    expect([status, headers.get('retry-after')]).toEqual([429, '7'])
    expect(text).toContain('Second.')
  })

  it('skips models that the person may not use, and is hidden if no model remains', async () => {
    await set(['one/m', 'two/m'])
    mayUse = (_user, id) => id !== 'one/m'
    const { text } = await ask()
    expect(JSON.parse(text)).toMatchObject({ model: 'two/m' })
    mayUse = () => false
    const refused = await ask()
    expect(refused.status).toBe(404)
    expect(refused.text).toContain('You cannot use one/m')
  })

  it('is listed with the capabilities that all of its models have', async () => {
    await set(['one/m', 'two/m'])
    const { models } = await createApp().catalogue.list(never)
    expect(models[0]).toMatchObject({
      id: 'alias/fast',
      name: 'fast',
      contextTokens: 10_000,
      price: { prompt: 100, completion: 100 },
    })
  })

  it('may contain another alias, also after a restart', async () => {
    await set(['two/m'], { name: 'cheap' })
    await set(['one/m', 'alias/cheap'])
    const again = await openModelAliases(store)
    const alias = again.find('alias/fast')
    expect(alias && again.modelsOf(alias)).toEqual(['one/m', 'two/m'])
    expect(await again.remove('cheap')).toBe(true)
    expect(await again.remove('cheap')).toBe(false)
  })

  it.each([
    ['itself', [['fast', 'fast']]],
    ['itself by its id', [['fast', 'alias/fast']]],
    ['an alias that leads back', [['b', 'fast'], ['fast', 'b']]], // prettier-ignore
    ['aliases that lead back', [['c', 'fast'], ['b', 'alias/c'], ['fast', 'b']]], // prettier-ignore
  ])('refuses to point to %s', async (_what, pairs) => {
    const last = pairs.at(-1)
    for (const [name = '', target = ''] of pairs.slice(0, -1)) await set([target], { name })
    await expect(set([last?.[1] ?? ''], { name: last?.[0] ?? '' })).rejects.toThrow(
      /The alias would lead back to itself: .*fast/,
    )
  })
})
