// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { chatKeys } from './chat-keys.ts'
import { holdRefresh, keepFresh } from './keep-fresh.ts'
import { modelsQuery } from './models.ts'

type Open = { tell: (topic: string, id?: string) => void; cut: () => void; isClosed: () => boolean }

function serve() {
  const server = { modelReads: 0, streams: [] as Open[] }
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    if (path === '/api/models') {
      server.modelReads++
      return Promise.resolve(Response.json({ models: [], problems: [] }))
    }
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        signal?.addEventListener('abort', () => {
          controller.error(new DOMException('Aborted', 'AbortError'))
        })
        server.streams.push({
          tell: (topic, id) =>
            controller.enqueue(encoder.encode(`data: ${JSON.stringify({ topic, id })}\n\n`)),
          cut: () => controller.close(),
          isClosed: () => signal?.aborted ?? false,
        })
      },
    })
    return Promise.resolve(new Response(body))
  })
  return server
}

const [id, otherId] = [newId(), newId()]

let gone: AbortController
let isHidden = false
const show = (shown: boolean) => {
  isHidden = !shown
  document.dispatchEvent(new Event('visibilitychange'))
}
const settle = () => vi.advanceTimersByTimeAsync(20)

async function open() {
  const server = serve()
  const client = new QueryClient()
  const stop = new QueryObserver(client, modelsQuery()).subscribe(() => {})
  gone.signal.addEventListener('abort', stop)
  keepFresh(client, gone.signal)
  await settle()
  return { ...server, modelReads: () => server.modelReads, client }
}

beforeEach(() => {
  vi.useFakeTimers()
  gone = new AbortController()
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  gone.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('keepFresh reloads only the queries that the server reports as changed', async () => {
  const server = await open()
  expect(server.modelReads()).toBe(1)
  server.streams[0]?.tell('connections')
  await settle()
  expect(server.modelReads()).toBe(1)
  server.streams[0]?.tell('models')
  await settle()
  expect(server.modelReads()).toBe(2)
})

it('keepFresh reloads nothing until an answer has started', async () => {
  const server = await open()
  const word = new EventTarget()
  holdRefresh(
    server.client,
    new Promise((resolve) => word.addEventListener('first', () => resolve())),
  )
  server.streams[0]?.tell('models')
  await settle()
  server.streams[0]?.tell('models')
  await settle()
  expect(server.modelReads()).toBe(1)
  word.dispatchEvent(new Event('first'))
  await settle()
  expect(server.modelReads()).toBe(2)
})

it('keepFresh reloads the conversation that an event names, and the lists of chats', async () => {
  const server = await open()
  const reads: string[] = []
  const client = server.client
  for (const queryKey of [chatKeys.conversation(id), chatKeys.conversation(otherId)]) {
    const queryFn = () => reads.push(queryKey[2])
    gone.signal.addEventListener(
      'abort',
      new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {}),
    )
  }
  const queryFn = () => reads.push('list')
  const list = { queryKey: [...chatKeys.conversations, 'pages', 'active'], queryFn }
  gone.signal.addEventListener(
    'abort',
    new QueryObserver(client, list).subscribe(() => {}),
  )
  await settle()
  reads.length = 0
  server.streams[0]?.tell('chats', id)
  await settle()
  expect(reads.toSorted((a, b) => a.localeCompare(b))).toEqual([id, 'list'])
  server.streams[0]?.tell('chats')
  await settle()
  expect(reads).toHaveLength(5)
})

it('keepFresh reloads once for several changes, when the page is idle', async () => {
  const idle = vi.fn<(work: () => void) => void>()
  vi.stubGlobal('requestIdleCallback', idle)
  const server = await open()
  for (let times = 0; times < 3; times++) server.streams[0]?.tell('models')
  await settle()
  expect(server.modelReads()).toBe(1)
  expect(idle).toHaveBeenCalledOnce()
  idle.mock.calls[0]?.[0]()
  await settle()
  expect(server.modelReads()).toBe(2)
})

it('keepFresh disconnects while the page is hidden and reloads everything when it is shown', async () => {
  const server = await open()
  show(false)
  expect(server.streams[0]?.isClosed()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.streams).toHaveLength(1)
  show(true)
  await settle()
  expect(server.streams).toHaveLength(2)
  expect(server.modelReads()).toBe(2)
})

it('keepFresh reconnects with increasing delays and reloads the queries that may have changed meanwhile', async () => {
  const server = await open()
  server.streams[0]?.cut()
  await vi.advanceTimersByTimeAsync(450)
  expect(server.streams).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(server.streams).toHaveLength(2)
  expect(server.modelReads()).toBe(2)
  server.streams[1]?.cut()
  await vi.advanceTimersByTimeAsync(900)
  expect(server.streams).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(150)
  expect(server.streams).toHaveLength(3)
})

it('keepFresh disconnects when the page closes', async () => {
  const server = await open()
  gone.abort()
  expect(server.streams[0]?.isClosed()).toBe(true)
  show(false)
  show(true)
  await settle()
  expect(server.streams).toHaveLength(1)
})
