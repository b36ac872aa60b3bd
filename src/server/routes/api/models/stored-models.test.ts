import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  downloadListSchema,
  downloadsAtOnceMax,
  downloadSchema,
  storedModelListSchema,
} from '#contract/stored-models.ts'
import { createChanges } from '../../../changes/changes.ts'
import {
  createLiveConnections,
  type LiveConnections,
} from '../../../connections/live-connections.ts'
import {
  createStorageService,
  type StorageService,
} from '../../../connections/storage/storage-service.ts'
import { ollamaKind } from '../../../providers/ollama/ollama-kind.ts'
import { startOllama } from '../../../providers/ollama/ollama.fixture.ts'
import { answerError } from '../../answer-error.ts'
import { storedModelRoutes } from './stored-models.ts'

let ollama: Awaited<ReturnType<typeof startOllama>>
let storage: StorageService
let live: LiveConnections
let told: string[]
let app: Hono

beforeAll(async () => {
  ollama = await startOllama()
})
afterAll(() => ollama.close())
beforeEach(() => {
  Object.assign(ollama.world, { models: [], loaded: {}, pull: {} })
  const changes = createChanges()
  told = []
  changes.listen((topic) => told.push(topic))
  live = createLiveConnections({
    builtIn: { chat: [], generation: [] },
    environment: [],
    importedOf: () => [],
    onStatus: () => {},
  })
  live.put({
    id: 'mine',
    kind: ollamaKind,
    name: 'Mine',
    address: ollama.url,
    source: 'settings',
    isOn: true,
    hints: [],
    settings: {
      service: {
        id: 'mine',
        title: 'Mine',
        addressSetting: 'its address',
        addressExample: '',
        keySetting: 'its key',
      },
      baseUrl: ollama.url,
      secrets: {},
      allowedHosts: [],
    },
  })
  storage = createStorageService({ live, changes })
  app = new Hono().route('/', storedModelRoutes({ storage }))
  app.onError((error, c) => answerError(c, error, 'request'))
})

const post = (path: string, model: string) =>
  app.request(path, { method: 'POST', body: JSON.stringify({ model }) })
const begin = async (model: string) =>
  downloadSchema.parse(await (await post('/mine/downloads', model)).json())
const downloads = async () =>
  downloadListSchema.parse(await (await app.request('/downloads')).json()).downloads
const getState = async (id: string) => (await downloads()).find((one) => one.id === id)?.state
const models = () => live.providers.chat()[0]?.listModels(AbortSignal.timeout(300_000))
const never = new Promise<void>(() => {})

describe('models on the disk of a connected server', () => {
  it('are downloaded in the background and available immediately afterwards', async () => {
    ollama.world.pull['qwen3:4b'] = {
      lines: [{ status: 'a', digest: 'a', total: 9, completed: 4 }],
    }
    expect(await models()).toEqual([])
    const { id } = await begin('qwen3:4b')
    await expect.poll(() => getState(id)).toBe('done')
    expect((await models())?.map((model) => model.id)).toEqual(['mine/qwen3:4b'])
    expect(told).toEqual(expect.arrayContaining(['downloads', 'models', 'connections']))
    const stored = storedModelListSchema.parse(
      await (await app.request('/mine/stored-models')).json(),
    )
    expect(stored.models.map(({ name }) => name)).toEqual(['qwen3:4b'])
  })

  it('are downloaded once for repeated requests, and a download can be cancelled', async () => {
    ollama.world.pull['big'] = { lines: [], release: never }
    const { id } = await begin('big')
    expect((await begin('big')).id).toBe(id)
    expect(await downloads()).toHaveLength(1)
    expect((await app.request(`/downloads/${id}`, { method: 'DELETE' })).status).toBe(204)
    await expect.poll(() => getState(id)).toBe('cancelled')
    await app.request(`/downloads/${id}`, { method: 'DELETE' })
    expect(await downloads()).toEqual([])
  })

  it('report why a download failed, and the download can be retried', async () => {
    const { id } = await begin('nowhere')
    await expect.poll(() => getState(id)).toBe('failed')
    expect((await downloads())[0]?.failure?.message).toContain('no model named nowhere')
    const again = await begin('nowhere')
    expect((await downloads()).map((one) => one.id)).toEqual([again.id])
    await expect.poll(() => getState(again.id)).toBe('failed')
  })

  it('are downloaded up to a maximum number at the same time', async () => {
    const names = Array.from({ length: downloadsAtOnceMax + 1 }, (_, at) => `m${at}`)
    for (const name of names) ollama.world.pull[name] = { lines: [], release: never }
    const answers = await Promise.all(
      names.map(async (name) => (await post('/mine/downloads', name)).status),
    )
    expect(answers).toEqual([202, 202, 202, 202, 409])
    storage.removeOf('mine')
    expect(await downloads()).toEqual([])
    await expect.poll(() => ollama.openCount()).toBe(0)
  })

  it('can be unloaded and deleted', async () => {
    ollama.world.models = [{ name: 'old', model: 'old', details: {} }]
    expect((await post('/mine/stored-models/unload', 'old')).status).toBe(204)
    expect((await post('/mine/stored-models/delete', 'old')).status).toBe(204)
    expect(ollama.world.models).toEqual([])
    expect((await post('/mine/stored-models/delete', 'old')).status).toBe(404)
  })

  it.each(['', '  ', 'two words', '../../etc', 'a\nb', '-rf'])(
    'are not downloaded for the invalid model name %j',
    async (name) => {
      expect((await post('/mine/downloads', name)).status).toBe(400)
    },
  )

  it('return 404 for a connection that does not exist', async () => {
    expect((await app.request('/other/stored-models')).status).toBe(404)
  })
})
