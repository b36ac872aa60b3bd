import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ne } from 'drizzle-orm'
import type { SetLimit } from '#contract/spending.ts'
import { newId } from '#lib/id.ts'
import { createApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { png } from '../generation/tasks.fixture.ts'
import { createServicesOn, type Services } from '../services.ts'
import {
  conversations,
  documents,
  files,
  messages as messageRows,
  purchases,
  spendingLimits,
  tasks,
  usageDays,
} from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'

const origin = 'http://127.0.0.1:5310'
const password = 'correct horse battery staple'
const model = 'openai/echo'

let folder: string
let store: Store
let services: Services
let app: ReturnType<typeof createApp>
let upstream: Server
let cookie: string
let key: { secret: string; key: { id: string } }
let answered = 0

const usage = { prompt_tokens: 600, completion_tokens: 400, total_tokens: 1000, cost: 0.5 }
const chunk = (more: object) => `data: ${JSON.stringify({ id: 'c', ...more })}\n\n`

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-doors-'))
  upstream = createServer((request, response) => {
    request.resume()
    if (request.url?.endsWith('/models')) {
      response.setHeader('content-type', 'application/json')
      response.end('{"object":"list","data":[{"id":"echo","object":"model"}]}')
      return
    }
    answered++
    if (request.url?.endsWith('/embeddings')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [], model: 'echo', usage }))
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    response.end(
      chunk({ choices: [{ index: 0, delta: { content: 'Hi' } }] }) +
        chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }) +
        'data: [DONE]\n\n',
    )
  })
  await once(upstream.listen(0, '127.0.0.1'), 'listening')
  const { port } = upstream.address() as AddressInfo
  store = await openTestStore()
  services = await createServicesOn(
    store,
    readEnv({
      BOZZETTO_DATA: folder,
      BOZZETTO_PASSWORD: password,
      BOZZETTO_OPENAI_URL: `http://127.0.0.1:${port}/v1`,
    }),
  )
  app = createApp(services)
  const signedIn = await call('POST', '/api/session', { password })
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const limits = { requestsPerMinute: 1_000, streams: 8 }
  key = await services.apiKeys.create({ name: 'test', limits })
})
afterAll(async () => {
  await services.close()
  upstream.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await services.spending.flush()
  await store.db.delete(purchases)
  await store.db.delete(usageDays)
  await store.db.delete(spendingLimits)
  answered = 0
})

const call = async (method: string, target: string, body?: unknown, withKey = false) =>
  app.request(
    origin + target,
    {
      method,
      headers: {
        host: '127.0.0.1:5310',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(withKey ? { authorization: `Bearer ${key.secret}` } : cookie && { cookie }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )

const setLimit = async (limit: Partial<SetLimit>) => {
  const whole = { scope: 'server', period: 'month', ...limit }
  expect((await call('PUT', '/api/limits', whole)).status).toBe(200)
}
const messages = [{ role: 'user', content: 'Hello' }]
const stateNow = async () => {
  await services.spending.flush()
  const answer = await call('GET', '/api/spending')
  return ((await answer.json()) as { limits: { used: number; reserved: number }[] }).limits[0]
}

async function askInChat(): Promise<string> {
  const conversation = newId()
  const [runId, answerId] = [newId(), newId()]
  const question = { id: newId(), text: 'Hello' }
  const started = await call('POST', `/api/conversations/${conversation}/runs`, {
    runId,
    answerId,
    modelId: model,
    question,
  })
  return `${started.status} ${await started.text()}`
}

const chatDoors: Record<string, () => Promise<string>> = {
  'a chat': askInChat,
  'a temporary chat': async () => {
    const body = { modelId: model, messages: [{ role: 'user', text: 'Hello' }] }
    return (await call('POST', '/api/temporary-answers', body)).text()
  },
  '/llm/chat/completions': async () => {
    const answer = await call('POST', '/llm/chat/completions', { model, messages }, true)
    return `${answer.status} ${await answer.text()}`
  },
  '/llm/chat/completions as a stream': async () => {
    const body = { model, messages, stream: true }
    const answer = await call('POST', '/llm/chat/completions', body, true)
    return `${answer.status} ${await answer.text()}`
  },
  '/llm/messages': async () => {
    const body = { model, messages, max_tokens: 100 }
    const answer = await call('POST', '/llm/messages', body, true)
    return `${answer.status} ${await answer.text()}`
  },
  '/llm/embeddings': async () => {
    const answer = await call('POST', '/llm/embeddings', { model: 'echo', input: 'Hello' }, true)
    return `${answer.status} ${await answer.text()}`
  },
}

/** Matches the error response of each endpoint in the format that its clients expect. */
const shapes: Record<string, RegExp> = {
  '/llm/chat/completions': /^429 .*"code":"quota_exceeded"/,
  '/llm/chat/completions as a stream': /^429 .*"code":"quota_exceeded"/,
  '/llm/messages': /^429 .*"type":"rate_limit_error"/,
  '/llm/embeddings': /^429 .*"code":"quota_exceeded"/,
}

describe('limit in dollars', () => {
  it.each(Object.entries(chatDoors))('counts usage and stops requests at %s', async (door, ask) => {
    await ask()
    await vi.waitFor(async () => {
      await services.spending.flush()
      const [row] = await store.db.select().from(usageDays).where(ne(usageDays.modelId, ''))
      expect(row).toMatchObject({ usd: 0.5, tokens: 1000 })
    })
    await setLimit({ measure: 'usd', amount: 1 })
    await ask()
    await vi.waitFor(async () => expect(await stateNow()).toMatchObject({ used: 1, reserved: 0 }))
    const before = answered
    const refused = await ask()
    expect(refused).toContain('You have reached this server’s limit of $1.00 a month.')
    expect(refused).toMatch(shapes[door] ?? /^/)
    expect(answered).toBe(before)
    expect(await stateNow()).toMatchObject({ used: 1, reserved: 0 })
  })
})

const params = async () => {
  const { id } = await services.files.upload(await png(), 'a.png')
  return { file: { type: 'png', file_token: id } }
}
const picture = async () => (await png()).toString('base64')

describe('limit on created 3D models', () => {
  const doors: Record<string, () => Promise<string>> = {
    '/api/tasks': async () => {
      const body = { id: newId(), modelId: 'local/image-to-3d', params: await params() }
      const answer = await call('POST', '/api/tasks', body)
      return `${answer.status} ${await answer.text()}`
    },
    '/model': async () => {
      const body = { model: 'local/image-to-3d', input: [{ params: await params() }] }
      const answer = await call('POST', '/model/v1/generation', body, true)
      return `${answer.status} ${await answer.text()}`
    },
    '/model/v1/queue': async () => {
      const answer = await call('POST', '/model/v1/queue/local/image-to-3d', await params(), true)
      return `${answer.status} ${await answer.text()}`
    },
    '/mcp': async () => {
      const args = { picture_base64: await picture() }
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'bozzetto_make_3d_model', arguments: args },
      }
      return (await call('POST', '/mcp', body, true)).text()
    },
  }

  it.each(Object.entries(doors))(
    'stops requests at %s without creating a task',
    async (_door, order) => {
      await setLimit({ measure: 'models', amount: 1 })
      await services.spending.spend({ amounts: { usd: 0, tokens: 0, models: 1, bytes: 0 } })
      const before = await services.tasks.list(100)
      expect(await order()).toContain('You have reached this server’s limit of 1 3D model a month.')
      expect((await services.tasks.list(100)).tasks).toHaveLength(before.tasks.length)
    },
  )
})

const post = async (target: string, body: unknown) => {
  const answer = await call('POST', target, body)
  return `${answer.status} ${await answer.text()}`
}
const bytesUsed = async () => (await stateNow())?.used ?? 0

describe('limit on stored bytes', () => {
  let chat: string
  beforeEach(async () => {
    chat = newId()
    await store.db.insert(conversations).values({ id: chat, title: 'Kept' })
  })
  const keepers: Record<string, () => Promise<string>> = {
    'a question': askInChat,
    'a message': () =>
      post(`/api/conversations/${chat}/messages`, {
        id: newId(),
        role: 'user',
        text: 'Kept words',
      }),
    'a document': () => post('/api/documents?name=a.txt', `A text of its own: ${newId()}`),
    'chats of elsewhere': () =>
      post('/api/import', [
        {
          conversation_id: newId(),
          title: 'Foreign',
          create_time: 1_700_000_000,
          mapping: {
            a: {
              id: 'a',
              message: {
                id: 'a',
                author: { role: 'user' },
                content: { content_type: 'text', parts: [`Words ${newId()}`] },
              },
              children: [],
            },
          },
        },
      ]),
    'a picture': async () => {
      const color = `#00ff${(count++ % 256).toString(16).padStart(2, '0')}`
      return services.files.upload(await png(color), 'a.png').then(() => '201', String)
    },
    'a 3D model': async () =>
      post('/api/tasks', { id: newId(), modelId: 'local/image-to-3d', params: file }),
  }
  let count = 0
  let file: Awaited<ReturnType<typeof params>>
  beforeAll(async () => {
    file = await params()
  })
  it.each(Object.entries(keepers))(
    'counts %s and rejects more bytes than the limit',
    async (what, keep) => {
      await setLimit({ measure: 'bytes', amount: 100_000 })
      await keep()
      // A 3D model is counted only when it is finished.
      const least = what === 'a 3D model' ? 0 : 5
      await vi.waitFor(async () => expect(await bytesUsed()).toBeGreaterThanOrEqual(least))
      const bytes = 100_000 - (await bytesUsed())
      await services.spending.spend({ amounts: { usd: 0, tokens: 0, models: 0, bytes } })
      const rows = await countRows()
      expect(await keep()).toContain('You have reached this server’s limit of 100 KB a month.')
      expect(await countRows()).toEqual(rows)
    },
  )

  it('counts an answer even beyond the limit, because a running answer is not stopped', async () => {
    await setLimit({ measure: 'bytes', amount: 10 })
    expect(await askInChat()).toContain('Hi')
    await vi.waitFor(async () => expect(await bytesUsed()).toBe('Hello'.length + 'Hi'.length))
  })

  it('does not count a picture that could not be stored', async () => {
    await setLimit({ measure: 'bytes', amount: 100_000 })
    const put = vi.spyOn(services.blobs, 'put').mockRejectedValue(new Error('The disk is full.'))
    await expect(services.files.upload(await png('#314159'), 'a.png')).rejects.toThrow(/full/)
    put.mockRestore()
    expect(await stateNow()).toMatchObject({ used: 0, reserved: 0 })
  })

  it('does not count data that was not stored', async () => {
    await setLimit({ measure: 'bytes', amount: 1000 })
    const to = `/api/conversations/${newId()}/messages`
    const body = { id: newId(), role: 'user', text: 'Nowhere' }
    expect((await call('POST', to, body)).status).toBe(404)
    expect(await stateNow()).toMatchObject({ used: 0, reserved: 0 })
  })
})

const countRows = () =>
  Promise.all([messageRows, documents, files, tasks].map((table) => store.db.$count(table)))

it('a limit on an alias also stops requests to the models of the alias', async () => {
  const alias = { name: 'fast', targets: [model], timeoutSeconds: 30 }
  expect((await call('PUT', '/api/models/aliases', alias)).status).toBe(200)
  await setLimit({ scope: 'model', subject: 'alias/fast', measure: 'usd', amount: 0.5 })
  const ask = async () => {
    const body = { model: 'alias/fast', messages }
    const answer = await call('POST', '/llm/chat/completions', body, true)
    return `${answer.status} ${await answer.text()}`
  }
  expect(await ask()).toMatch(/^200/)
  await vi.waitFor(async () => expect(await stateNow()).toMatchObject({ used: 0.5, reserved: 0 }))
  expect(await ask()).toContain('You have reached this model’s limit of $0.50 a month.')
  expect(answered).toBe(1)
})

it('a limit of an API key stops only that key, and the error contains the key’s name', async () => {
  await setLimit({ scope: 'key', subject: key.key.id, measure: 'usd', amount: 0.4 })
  await chatDoors['/llm/chat/completions']?.()
  expect(await chatDoors['/llm/chat/completions']?.()).toContain('this key’s limit of $0.40')
  expect(await askInChat()).toContain('Hi')
  const all = (await (await call('GET', '/api/limits')).json()) as { limits: object[] }
  expect(all.limits).toMatchObject([{ name: 'test', used: 0.5 }])
})
