import { serve, type ServerType } from '@hono/node-server'
import { createParser } from 'eventsource-parser'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  conversationDetailSchema,
  conversationListSchema,
  conversationSchema,
  runEventSchema,
  runSchema,
  type RunEvent,
} from '#contract/chat/chat.ts'
import { modelListSchema } from '#contract/models.ts'
import { newId } from '#lib/id.ts'
import { createChatService } from '../../../chat/chat-service.ts'
import { ScriptedProvider } from '../../../chat/scripted-provider.fixture.ts'
import { toHttpError } from '../../../errors/http-error.ts'
import { createCatalogue } from '../../../models/catalogue.ts'
import { fixedProviders } from '../../../ports/providers.ts'
import { createGuideProvider } from '../../../providers/guide/guide-provider.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { conversationRoutes } from './conversations.ts'
import { modelRoutes } from '../models/models.ts'
import { runRoutes } from './runs.ts'

let store: Store
let server: ServerType
let origin: string
let provider: ScriptedProvider
let app: Hono

beforeAll(async () => {
  store = await openTestStore()
  await new Promise<void>((resolve) => {
    server = serve({ fetch: (request) => app.fetch(request), port: 0 }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`
      resolve()
    })
  })
})
afterAll(async () => {
  server.close()
  await store.close()
})
beforeEach(() => {
  provider = new ScriptedProvider()
  const catalogue = createCatalogue({
    providers: fixedProviders({ chat: [provider, createGuideProvider({ wordDelayMs: 0 })] }),
  })
  const chat = createChatService({ store, catalogue })
  app = new Hono()
    .route('/api/conversations', conversationRoutes({ chat }))
    .route('/api/runs', runRoutes({ chat }))
    .route('/api/models', modelRoutes({ catalogue }))
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    return c.json(error.toBody(), error.status)
  })
})

const call = (path: string, method = 'GET', body?: unknown, init: RequestInit = {}) =>
  fetch(origin + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...init,
  })

const createStart = (text: string) => ({
  runId: newId(),
  answerId: newId(),
  modelId: 'scripted/writer',
  question: { id: newId(), text },
})

type Read = { id: string | undefined; event: RunEvent }

async function readEvents(response: Response, isEnough?: (read: Read) => boolean): Promise<Read[]> {
  const reads: Read[] = []
  const parser = createParser({
    onEvent: ({ id, data }) => reads.push({ id, event: runEventSchema.parse(JSON.parse(data)) }),
  })
  const decoder = new TextDecoder()
  for await (const bytes of response.body!) {
    const known = reads.length
    parser.feed(decoder.decode(bytes, { stream: true }))
    const enough = reads.findIndex((read, at) => at >= known && isEnough?.(read))
    if (enough >= 0) return reads.slice(0, enough + 1)
  }
  return reads
}
const textIn = (reads: Read[]) =>
  reads.map(({ event }) => (event.type === 'text-delta' ? event.delta : '')).join('')

describe('conversation routes', () => {
  it('streams the answer to a posted question', async () => {
    const conversationId = newId()
    const start = createStart('Hello?')
    const response = await call(`/api/conversations/${conversationId}/runs`, 'POST', start)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reading = readEvents(response)
    provider.say('Hello', ' there', '.')
    provider.finish()
    const reads = await reading
    expect(reads[0]).toMatchObject({
      id: undefined,
      event: { type: 'run-start', answerId: start.answerId, conversation: { id: conversationId } },
    })
    expect(textIn(reads)).toBe('Hello there.')
    expect(reads.at(-2)?.id).toBe('0.12')
    expect(reads.at(-1)?.event).toMatchObject({ type: 'run-end', run: { status: 'completed' } })

    const detail = conversationDetailSchema.parse(
      await (await call(`/api/conversations/${conversationId}`)).json(),
    )
    expect(detail.messages.map(({ text }) => text)).toEqual(['Hello?', 'Hello there.'])
  })

  it('sends each event of an answer exactly once when the connection breaks at any position', async () => {
    const conversationId = newId()
    const start = createStart('Count!')
    const words = Array.from({ length: 60 }, (_, count) => `${count} 🧊 `)
    let reads = await readEvents(
      await call(`/api/conversations/${conversationId}/runs`, 'POST', start),
      ({ event }) => event.type === 'run-start',
    )
    let text = ''
    let lastId: string | undefined
    for (const [count, word] of words.entries()) {
      provider.say(word)
      if (count % 3 > 0) continue
      const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
      const response = await call(`/api/runs/${start.runId}/events`, 'GET', undefined, { headers })
      reads = await readEvents(response, ({ event }) => event.type === 'text-delta')
      text += textIn(reads)
      lastId = reads.at(-1)?.id
    }
    provider.finish()
    reads = await readEvents(await call(`/api/runs/${start.runId}/events?after=${lastId}`))
    expect(text + textIn(reads)).toBe(words.join(''))
  })

  it('stops an answer and reports how it ended', async () => {
    const start = createStart('Stop?')
    const response = await call(`/api/conversations/${newId()}/runs`, 'POST', start)
    const reading = readEvents(response)
    provider.say('Half')
    await vi.waitFor(async () => {
      const following = await call(`/api/runs/${start.runId}/events`)
      const [, first] = await readEvents(following, ({ event }) => event.type === 'text-delta')
      expect(first?.event).toMatchObject({ delta: 'Half' })
    })
    const stopped = await call(`/api/runs/${start.runId}/stop`, 'POST')
    expect(runSchema.parse(((await stopped.json()) as { run: unknown }).run).status).toBe('stopped')
    expect((await reading).at(-1)?.event).toMatchObject({ run: { status: 'stopped' } })
  })

  it('lists, renames and deletes a conversation', async () => {
    const conversationId = newId()
    const start = { ...createStart('How do I back up my data?'), modelId: 'bozzetto/guide' }
    const reads = await readEvents(
      await call(`/api/conversations/${conversationId}/runs`, 'POST', start),
    )
    expect(textIn(reads)).toContain('data folder')
    const path = `/api/conversations/${conversationId}`
    const renamed = await call(path, 'PATCH', { title: ' Backups ' })
    expect(conversationSchema.parse(await renamed.json()).title).toBe('Backups')
    const listed = conversationListSchema.parse(await (await call('/api/conversations')).json())
    expect(listed.conversations[0]).toMatchObject({ title: 'Backups', modelId: 'bozzetto/guide' })
    expect((await call(path, 'DELETE')).status).toBe(204)
    const trashed = conversationDetailSchema.parse(await (await call(path)).json())
    expect(trashed.conversation.deletedAt).toBeDefined()
    expect((await call(`${path}?forever=1`, 'DELETE')).status).toBe(204)
    expect((await call(path)).status).toBe(404)
  })

  it.each([
    ['POST', '/api/conversations/nope/runs', createStart('x'), 400, 'bad_request'],
    ['POST', `/api/conversations/${newId()}/runs`, { runId: 'x' }, 400, 'bad_request'],
    [
      'POST',
      `/api/conversations/${newId()}/runs`,
      { ...createStart('x'), modelId: 'nobody/at-all' },
      404,
      'unknown_model',
    ],
    ['GET', `/api/runs/${newId()}/events`, undefined, 404, 'not_found'],
    ['POST', `/api/runs/${newId()}/stop`, undefined, 404, 'not_found'],
    ['PATCH', `/api/conversations/${newId()}`, { title: 'x' }, 404, 'not_found'],
    ['PATCH', `/api/conversations/${newId()}`, { title: ' ' }, 400, 'bad_request'],
    ['DELETE', `/api/conversations/${newId()}`, undefined, 404, 'not_found'],
  ])(
    'responds to an invalid request with an error status: %s %s',
    async (method, path, body, status, code) => {
      const response = await call(path, method, body)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ code })
    },
  )

  it('lists the available models', async () => {
    const list = modelListSchema.parse(await (await call('/api/models')).json())
    expect(list.models.map(({ id }) => id)).toEqual(['scripted/writer', 'bozzetto/guide'])
    expect(list.problems).toEqual([])
  })
})
