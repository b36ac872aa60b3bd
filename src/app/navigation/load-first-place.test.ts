// @vitest-environment jsdom
import { once } from 'node:events'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { modelsQuery } from '#queries/models.ts'
import { loadFirstPlace } from './load-first-place.ts'
import { placeLoaders } from './place-loaders.ts'

type Load = () => Promise<unknown>

vi.mock('./place-loaders.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  placeLoaders: { chat: vi.fn<Load>(), settings: vi.fn<Load>() },
}))

const Page = () => null
const models = { models: [], problems: [] }

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(placeLoaders.chat).mockResolvedValue(Page as never)
  vi.mocked(placeLoaders.settings).mockResolvedValue(Page as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it('loadFirstPlace waits for the models that a chat shows at first', async () => {
  const client = new QueryClient()
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return new Response(JSON.stringify(models))
  })
  const loaded = loadFirstPlace('/chat', client)
  await vi.advanceTimersByTimeAsync(100)
  await loaded
  expect(client.getQueryData(modelsQuery().queryKey)).toEqual(models)
})

it('loadFirstPlace does not wait long for a slow server, and ignores its failure', async () => {
  const client = new QueryClient()
  const held = new AbortController()
  vi.stubGlobal('fetch', async () => {
    await once(held.signal, 'abort')
    throw new Error('gone')
  })
  const loaded = loadFirstPlace('/chat', client)
  await vi.advanceTimersByTimeAsync(1_000)
  await loaded
  held.abort()
  expect(client.getQueryData(modelsQuery().queryKey)).toBeUndefined()
})

it('loadFirstPlace waits for a slow server while the shell shows the first view', async () => {
  document.body.innerHTML = '<div id="root"><main><div><p>Welcome</p></div></main></div>'
  const client = new QueryClient()
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return new Response(JSON.stringify(models))
  })
  const loaded = loadFirstPlace('/chat', client)
  await vi.advanceTimersByTimeAsync(2_100)
  await loaded
  expect(client.getQueryData(modelsQuery().queryKey)).toEqual(models)
})

it('loadFirstPlace waits until the first view of the shell is painted', async () => {
  document.body.innerHTML = '<div id="root"><main><div><p>Welcome</p></div></main></div>'
  let paint: (() => void) | undefined
  class Observer {
    static supportedEntryTypes = ['paint']
    constructor(report: (entries: { getEntriesByName: (name: string) => string[] }) => void) {
      paint = () => report({ getEntriesByName: (name) => [name] })
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(models)))
  const onLoaded = vi.fn<() => void>()
  const loaded = loadFirstPlace('/chat', new QueryClient()).then(onLoaded)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onLoaded).not.toHaveBeenCalled()
  paint?.()
  await loaded
  expect(onLoaded).toHaveBeenCalledOnce()
})

it('loadFirstPlace requests no models for the settings', async () => {
  const fetch = vi.fn<() => Promise<Response>>()
  vi.stubGlobal('fetch', fetch)
  await loadFirstPlace('/settings', new QueryClient())
  expect(fetch).not.toHaveBeenCalled()
})
