import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DownloadProgress, ModelStorage } from '../../ports/model-storage.ts'
import { createOllamaStorage } from './ollama-storage.ts'
import { startOllama, type OllamaWorld } from './ollama.fixture.ts'

let ollama: Awaited<ReturnType<typeof startOllama>>
let world: OllamaWorld
let storage: ModelStorage

const service = {
  id: 'ollama',
  title: 'Ollama',
  addressSetting: 'its address in Settings',
  addressExample: 'http://127.0.0.1:11434',
  keySetting: 'its key in Settings',
}
const signal = () => AbortSignal.timeout(300_000)

beforeAll(async () => {
  ollama = await startOllama()
  world = ollama.world
  storage = createOllamaStorage({ service, origin: ollama.url })
})
afterAll(() => ollama.close())
beforeEach(() => {
  world.models = ['qwen3:4b', 'nomic-embed-text'].map((name) => ({
    name,
    model: name,
    digest: name,
    size: 2_500_000_000,
    details: { parameter_size: '4.0B', quantization_level: 'Q4_K_M', context_length: 40_960 },
  }))
  world.loaded = { 'qwen3:4b': 8_192 }
  world.pull = {}
})

async function download(model: string, at = signal()) {
  const told: DownloadProgress[] = []
  await storage.download(model, at, (progress) => told.push(progress))
  return told
}

const layer = (digest: string, total: number, completed?: number) => ({
  status: `pulling ${digest}`,
  digest,
  total,
  ...(completed !== undefined && { completed }),
})

describe('createOllamaStorage', () => {
  it('lists models, and the context size of loaded models', async () => {
    const about = { details: '4.0B Q4_K_M', sizeBytes: 2_500_000_000, contextTokens: 40_960 }
    expect(await storage.list(signal())).toEqual([
      { name: 'qwen3:4b', ...about, loaded: { contextTokens: 8_192 } },
      { name: 'nomic-embed-text', ...about },
    ])
  })

  it('unloads and deletes models', async () => {
    await storage.unload('qwen3:4b', signal())
    await storage.remove('nomic-embed-text', signal())
    const models = await storage.list(signal())
    expect(models).toMatchObject([{ name: 'qwen3:4b' }])
    expect(models[0]?.loaded).toBeUndefined()
  })

  it('refuses to unload or delete a model that does not exist', async () => {
    await expect(storage.unload('gone', signal())).rejects.toMatchObject({ code: 'unknown_model' })
    await expect(storage.remove('gone', signal())).rejects.toMatchObject({ code: 'unknown_model' })
  })

  it('downloads a model and reports the total progress of all layers', async () => {
    world.pull['new'] = { lines: [layer('a', 100, 60), layer('a', 100, 100), layer('b', 50)] }
    const told = await download('new')
    expect(told).toEqual([
      { step: 'pulling manifest' },
      { step: 'pulling a', doneBytes: 60, totalBytes: 100 },
      { step: 'pulling a', doneBytes: 100, totalBytes: 100 },
      { step: 'pulling b', doneBytes: 100, totalBytes: 150 },
      { step: 'success', doneBytes: 100, totalBytes: 150 },
    ])
  })

  it.each([
    ['gone', undefined, 'no model named gone'],
    ['full', [{ error: 'write: no space left on device' }], 'no space left on device'],
    ['cut', [], 'cut off'],
  ])('reports why a download failed: %s', async (name, after, reason) => {
    if (after) world.pull[name] = { lines: [], after }
    await expect(download(name)).rejects.toThrow(reason)
  })

  it('stops a download when the signal is aborted', async () => {
    const stop = new AbortController()
    world.pull['huge'] = { lines: [{ status: 'pulling' }], release: new Promise(() => {}) }
    const work = storage.download('huge', stop.signal, ({ step }) => {
      if (step === 'pulling') stop.abort(new Error('enough'))
    })
    await expect(work).rejects.toThrow('enough')
    await expect.poll(() => ollama.openCount()).toBe(0)
  })

  it('throws if the server sends nothing for too long during a download', async () => {
    const hurried = createOllamaStorage({ service, origin: ollama.url, silenceMs: 50 })
    world.pull['slow'] = { lines: [], release: new Promise(() => {}) }
    await expect(hurried.download('slow', signal(), () => {})).rejects.toThrow('sent nothing')
  })
})
