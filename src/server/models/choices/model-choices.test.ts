import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChatModel } from '#contract/models.ts'
import {
  connectionModelsSchema,
  type ChangeModels,
  type SetDefault,
} from '#contract/model-settings.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { answerError } from '../../routes/answer-error.ts'
import { modelChoiceRoutes } from '../../routes/api/models/models.ts'
import { modelChoices as rows, modelDefaults } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import { createCatalogue } from '../catalogue.ts'
import { openModelChoices } from './model-choices.ts'

const never = new AbortController().signal
const listed: ChatModel[] = ['gpt-5', 'gpt-5-mini', 'org/writer'].map((name) => ({
  id: `openai/${name}`,
  name,
  provider: 'openai',
  description: '',
  kind: 'chat',
  contextTokens: 400_000,
}))
const openai = { id: 'openai', listModels: async () => listed, streamChat: async () => {} }

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterEach(async () => {
  await store.db.delete(rows)
  await store.db.delete(modelDefaults)
})
afterAll(() => store.close())

async function open() {
  const told: string[] = []
  const choices = await openModelChoices(store, { tell: (topic) => told.push(topic) })
  const catalogue = createCatalogue({ providers: fixedProviders({ chat: [openai] }), choices })
  const app = new Hono().route('/', modelChoiceRoutes({ catalogue, modelChoices: choices }))
  app.onError((error, c) => answerError(c, error, 'request'))
  const change = (body: ChangeModels) =>
    app.request('/', { method: 'PATCH', body: JSON.stringify(body) })
  const setDefault = (body: SetDefault) =>
    app.request('/defaults', { method: 'PUT', body: JSON.stringify(body) })
  return {
    catalogue,
    choices,
    setDefault,
    told,
    change,
    names: async () => (await catalogue.list(never)).models.map(({ name }) => name),
    shown: async () => connectionModelsSchema.parse(await (await app.request('/of/openai')).json()),
  }
}

describe('settings of models', () => {
  it('hide disabled models and reject their use with an explanation', async () => {
    const { change, names, catalogue, told } = await open()
    expect((await change({ ids: ['openai/gpt-5'], isOn: false })).status).toBe(204)
    expect(told).toEqual(['models'])
    expect(await names()).toEqual(['gpt-5-mini', 'org/writer'])
    const off =
      'The model “openai/gpt-5” is switched off. Switch it on in Settings › Models and services, or use another one.'
    for (const id of ['openai/gpt-5', 'gpt-5']) {
      await expect(catalogue.chat(id, never)).rejects.toMatchObject({
        code: 'unknown_model',
        message: off,
      })
    }
    const found = await catalogue.chat('openai/gpt-5', never, { takesOff: true })
    expect(found.model).toBe('gpt-5')
    await change({ ids: ['openai/gpt-5'], isOn: true })
    expect(await names()).toEqual(['gpt-5', 'gpt-5-mini', 'org/writer'])
    expect(await store.db.select().from(rows)).toEqual([])
  })

  it('show custom names and favourites, also after a restart', async () => {
    const before = await open()
    await before.change({ ids: ['openai/org/writer'], name: 'Writer', isFavourite: true })
    const { catalogue, change, shown, names } = await open()
    const { models } = await catalogue.list(never)
    expect(models[2]).toMatchObject({ name: 'Writer', isFavourite: true })
    expect((await shown()).models[2]).toEqual({
      id: 'openai/org/writer',
      kind: 'chat',
      name: 'Writer',
      listedName: 'org/writer',
      isOn: true,
      isFavourite: true,
      contextTokens: 400_000,
    })
    expect((await catalogue.chat('org/writer', never)).model).toBe('org/writer')
    await change({ ids: ['openai/org/writer'], name: '' })
    expect(await names()).toEqual(['gpt-5', 'gpt-5-mini', 'org/writer'])
  })

  it('set the context length, on which warnings are based', async () => {
    const asked: unknown[] = []
    const ollama: ChatProvider = {
      id: 'ollama',
      takesContextSize: true,
      listModels: async () => [
        { ...listed[0]!, id: 'ollama/gemma', provider: 'ollama', cutsLongPrompts: true },
      ],
      streamChat: async (request) => void asked.push(request),
    }
    const { choices } = await open()
    const providers = fixedProviders({ chat: [openai, ollama] })
    const catalogue = createCatalogue({ providers, choices })
    const ask = async (id: string) => {
      const { provider, model } = await catalogue.chat(id, never)
      await provider.streamChat({ model, messages: [] }, never, () => undefined)
    }
    await choices.change({ ids: ['ollama/gemma', 'openai/gpt-5'], contextTokens: 8192 })
    await ask('ollama/gemma')
    await ask('openai/gpt-5')
    await choices.change({ ids: ['ollama/gemma'], contextTokens: 0 })
    await ask('ollama/gemma')
    const plain = { model: 'gemma', messages: [] }
    expect(asked).toEqual([{ ...plain, num_ctx: 8192 }, plain])
    await choices.change({ ids: ['ollama/gemma'], contextTokens: 4096 })
    const again = createCatalogue({ providers, choices: (await open()).choices })
    expect((await again.list(never)).models.at(-1)).toMatchObject({ contextTokens: 4096 })
  })

  it('show an entered price in all lists, also after a restart, and restore the listed price', async () => {
    const { change, shown } = await open()
    const price = { currency: 'USD' as const, prompt: 1, completion: 2, cached: 0.5 }
    expect((await change({ ids: ['openai/gpt-5'], price })).status).toBe(204)
    const again = await open()
    expect((await again.catalogue.list(never)).models[0]).toMatchObject({
      price,
      isPriceEntered: true,
    })
    expect((await again.shown()).models[0]).toMatchObject({ price, isPriceEntered: true })
    await again.change({ ids: ['openai/gpt-5'], isFavourite: true })
    expect((await again.shown()).models[0]).toMatchObject({ price })
    await again.change({ ids: ['openai/gpt-5'], isFavourite: false, price: null })
    expect((await again.shown()).models[0]).not.toHaveProperty('price')
    expect((await shown()).models[0]).toHaveProperty('id', 'openai/gpt-5')
    expect(await store.db.select().from(rows)).toEqual([])
  })

  it.each([
    { currency: 'EUR', prompt: 1, completion: 1 },
    { currency: 'USD', prompt: -1, completion: 1 },
    { currency: 'USD', prompt: 1 },
  ])('reject the price %j', async (price) => {
    const { change } = await open()
    const asked = { ids: ['openai/gpt-5'], price } as unknown as ChangeModels
    expect((await change(asked)).status).toBe(400)
  })

  it('change thousands of models at once and keep their other settings', async () => {
    const { change, choices } = await open()
    await change({ ids: ['many/7'], name: 'Seven' })
    const ids = Array.from({ length: 3_000 }, (_, at) => `many/${at}`)
    await change({ ids, isOn: false })
    expect(choices.of('many/7')).toEqual({ isOff: true, name: 'Seven' })
    expect((await open()).choices.of('many/2999')).toEqual({ isOff: true })
    await change({ ids, isOn: true })
    expect(choices.of('many/7')).toEqual({ name: 'Seven' })
    expect(await store.db.select().from(rows)).toHaveLength(1)
  })

  it('are deleted only for the models of a deleted connection', async () => {
    const { change, choices } = await open()
    await change({ ids: ['one/a', 'one-more/a'], isOn: false })
    await choices.forget('one')
    expect(choices.of('one/a')).toBeUndefined()
    expect((await open()).choices.of('one-more/a')).toEqual({ isOff: true })
  })

  it('contain a default model per purpose until it is removed or its connection is deleted', async () => {
    const { setDefault, catalogue, choices, told } = await open()
    expect((await setDefault({ purpose: 'chat', modelId: 'openai/gpt-5' })).status).toBe(204)
    await setDefault({ purpose: 'titles', modelId: 'openai/gpt-5-mini' })
    await setDefault({ purpose: 'titles', modelId: 'other/small' })
    expect(told).toEqual(['models', 'models', 'models'])
    expect((await catalogue.list(never)).defaults).toEqual({
      chat: 'openai/gpt-5',
      titles: 'other/small',
    })
    expect((await open()).catalogue.defaultFor('titles')).toBe('other/small')
    await setDefault({ purpose: 'chat' })
    await choices.forget('other')
    expect((await catalogue.list(never)).defaults).toEqual({})
    expect((await open()).choices.defaults()).toEqual({})
  })

  it('reject one name for several models', async () => {
    const { change } = await open()
    const refused = await change({ ids: ['openai/gpt-5', 'openai/gpt-5-mini'], name: 'Both' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      message: 'name: Name one model at a time.',
    })
  })
})
