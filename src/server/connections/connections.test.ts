import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectionListSchema,
  connectionSchema,
  testStepSchema,
  trialAnswerSchema,
  trialTokensMax,
  type Connection,
} from '#contract/connections.ts'
import { newId } from '#lib/id.ts'
import { createTestAudit } from '../audit/audit.fixture.ts'
import { noOnnxModels } from '../onnx-models/no-onnx-models.fixture.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import { readEnv } from '../env.ts'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { createCatalogue } from '../models/catalogue.ts'
import type { ChatDelta } from '../ports/chat-provider.ts'
import { modlyFixture } from '../providers/modly/modly.fixture.ts'
import { json, openService } from '../providers/service/service.fixture.ts'
import {
  beginStream,
  createCompletion,
  startUpstream,
  type Upstream,
} from '../providers/openai/upstream.fixture.ts'
import { answerError } from '../routes/answer-error.ts'
import { asAdmin } from '../access/people/as-admin.fixture.ts'
import { connectionRoutes } from '../routes/api/connections.ts'
import { connections as rows, dataKeys, tasks } from '../store/schema.ts'
import { asServer, firstOwnerId } from '../store/owner-scope.ts'
import type { Store } from '../store/store.ts'
import { openTestStore } from '../store/store.fixture.ts'
import { openConnections } from './open-connections.ts'

const key = 'sk-a-key-that-nobody-knows-9Zq4'
const signal = () => AbortSignal.timeout(300_000)

let store: Store
let folder: string
let upstream: Upstream
let other: Upstream
let sent: (string | undefined)[]
let accepted: string
/** Received values of the custom header that the tests configure for a connection. */
let doors: (string | undefined)[]
let questions: unknown[]
let paths: (string | undefined)[]
let slow: Upstream
let letGo: () => void

const answer: Parameters<typeof startUpstream>[0] = (request, response, body) => {
  sent.push(request.headers.authorization)
  doors.push(request.headers['x-door']?.toString())
  if (request.headers.authorization !== `Bearer ${accepted}`) {
    response.writeHead(401, { 'Content-Type': 'application/json' })
    response.end('{"error":{"message":"Incorrect API key provided."}}')
  } else if (request.url?.endsWith('/models')) {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{"data":[{"id":"writer"},{"id":"thinker"}]}')
  } else {
    questions.push(JSON.parse(body))
    paths.push(request.url)
    beginStream(response).end(createCompletion(['Hello']).join(''))
  }
}

beforeAll(async () => {
  store = await openTestStore()
  upstream = await startUpstream(answer)
  other = await startUpstream(answer)
  const released = new Promise<void>((resolve) => (letGo = resolve))
  slow = await startUpstream((request, response, body) => {
    void released.then(() => answer(request, response, body))
  })
})
beforeEach(async () => {
  sent = []
  doors = []
  questions = []
  paths = []
  accepted = key
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-connections-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.db.delete(rows)
  await store.db.delete(dataKeys)
  await rm(folder, { recursive: true, force: true })
})
afterAll(async () => {
  await Promise.all([upstream.close(), other.close(), slow.close(), store.close()])
})

async function open(variables: Record<string, string> = {}) {
  const told: string[] = []
  const env = readEnv({ BOZZETTO_DATA: folder, ...variables })
  const engine = {} as EngineWorkers
  const opened = await openConnections(store, env, { engine, networks: noOnnxModels })
  opened.changes.listen((topic) => told.push(topic))
  const audit = createTestAudit()
  const app = new Hono()
    .use(asAdmin)
    .route('/api/connections', connectionRoutes({ ...opened, audit }))
  app.onError((error, c) => answerError(c, error, 'request'))
  const call = (method: string, at = '', body?: object) =>
    app.request(`/api/connections${at}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    ...opened,
    told,
    call,
    catalogue: createCatalogue({ providers: opened.live.providers }),
    list: async () => connectionListSchema.parse(await (await call('GET')).json()),
    create: (body: object = {}) =>
      read(
        call('POST', '', {
          kind: 'openai-compatible',
          name: 'Mine',
          address: `${upstream.url}/v1`,
          secrets: { key },
          ...body,
        }),
      ),
    change: (id: string, body: object) => read(call('PATCH', `/${id}`, body)),
  }
}

const read = async (response: Response | Promise<Response>): Promise<Connection> =>
  connectionSchema.parse(await (await response).json())

const getMessage = async (response: Response) =>
  ((await response.json()) as { message: string }).message

describe('a connection', () => {
  it('can be used immediately, and after a restart', async () => {
    const server = await open()
    const made = await server.create()
    expect(made).toMatchObject({ id: 'mine', source: 'settings', isOn: true })
    for (const now of [server, await open()]) {
      const { models } = await now.catalogue.list(signal())
      expect(models.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['mine/writer', 'mine/thinker']),
      )
      const { provider, model } = await now.catalogue.chat('mine/writer', signal())
      const deltas: ChatDelta[] = []
      const take = (delta: ChatDelta) => void deltas.push(delta)
      await provider.streamChat({ model, messages: [] }, signal(), take)
      expect(deltas.map(({ text = '' }) => text).join('')).toBe('Hello')
    }
    expect(server.told).toEqual(expect.arrayContaining(['connections', 'models']))
  })

  it('uses the selected chat API immediately and after a restart', async () => {
    const server = await open()
    const made = await server.create({ chatApi: 'responses' })
    expect(made.chatApi).toBe('responses')
    const getPath = async ({ catalogue }: typeof server) => {
      const { provider, model } = await catalogue.chat('mine/writer', signal())
      await provider.streamChat({ model, messages: [] }, signal(), () => undefined).catch(() => {})
      return paths.at(-1)
    }
    expect(await getPath(server)).toBe('/v1/responses')
    expect(await getPath(await open())).toBe('/v1/responses')
    expect((await server.change('mine', { name: 'Ours' })).chatApi).toBe('responses')
    await server.change('mine', { chatApi: 'chat' })
    expect(await getPath(server)).toBe('/v1/chat/completions')
    const anthropic = { kind: 'anthropic', secrets: { key }, chatApi: 'chat' }
    const refused = await server.call('POST', '', anthropic)
    expect(refused.status).toBe(400)
    expect(await getMessage(refused)).toBe('Anthropic has only one interface for chats.')
  })

  it('never returns its key or leaves it in a file', async () => {
    const server = await open()
    const response = await server.call('POST', '', {
      kind: 'openai-compatible',
      address: upstream.url,
      secrets: { key },
    })
    expect(await response.text()).not.toContain(key)
    const { connections } = await server.list()
    expect(connections[0]?.secrets).toMatchObject([{ id: 'key', hint: 'sk-…9Zq4' }])
    const [row] = await store.db.select().from(rows)
    expect(JSON.stringify(row)).not.toContain(key)
    for (const name of await readdir(folder)) {
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain(key)
    }
  })

  it('requires the key again when its address changes, and sends the old key nowhere', async () => {
    const server = await open()
    const { id } = await server.create()
    const elsewhere = { address: `${other.url}/v1` }
    const refused = await server.call('PATCH', `/${id}`, elsewhere)
    expect(refused.status).toBe(400)
    expect(await getMessage(refused)).toContain('Enter the key again')
    expect((await server.call('POST', `/${id}/test`, elsewhere)).status).toBe(400)
    expect(sent).toEqual([])
    const changed = await server.change(id, { ...elsewhere, secrets: { key } })
    expect(changed.address).toBe(`${other.url}/v1`)
    // Only the path of the address changes and the host stays, so the key stays.
    expect((await server.change(id, { address: `${other.url}/api/v1` })).secrets).toHaveLength(1)
  })

  it('treats headers like keys: encrypted, sent, never returned, and required again for another host', async () => {
    const headers = { 'X-Door': 'open-sesame-5678', 'X-Team': 'a-team-of-ours' }
    const server = await open()
    const response = await server.call('POST', '', {
      kind: 'openai-compatible',
      name: 'Mine',
      address: `${upstream.url}/v1`,
      secrets: { key },
      headers,
    })
    const text = await response.text()
    for (const secret of Object.values(headers)) expect(text).not.toContain(secret)
    expect(connectionSchema.parse(JSON.parse(text)).headers).toMatchObject([
      { id: 'X-Door', hint: 'ope…5678' },
      { id: 'X-Team', hint: 'a-t…ours' },
    ])
    const [row] = await store.db.select().from(rows)
    for (const secret of Object.values(headers)) expect(JSON.stringify(row)).not.toContain(secret)

    for (const now of [server, await open()]) {
      doors = []
      await now.catalogue.list(signal())
      expect(doors).toContain(headers['X-Door'])
    }
    const elsewhere = { address: `${other.url}/v1`, secrets: { key } }
    doors = []
    const refused = await server.call('PATCH', '/mine', elsewhere)
    expect(await getMessage(refused)).toContain('Enter the key and the headers again')
    expect((await server.call('POST', '/mine/test', elsewhere)).status).toBe(400)
    expect(doors).toEqual([])
    const moved = await server.change('mine', { ...elsewhere, headers })
    expect(moved.headers).toHaveLength(2)
    const changed = await server.change('mine', { headers: { 'X-Team': '' } })
    expect(changed.headers).toMatchObject([{ id: 'X-Door' }])
    expect(changed.secrets).toHaveLength(1)
    expect(await getSteps(server.call('POST', '/mine/test', {}))).toContain('key ok: Accepted.')
    expect(doors.at(-1)).toBe(headers['X-Door'])
  })

  it('cannot be redirected to another host by a change of its database row', async () => {
    const server = await open()
    const { id } = await server.create()
    await store.db
      .update(rows)
      .set({ address: `${other.url}/v1` })
      .where(eq(rows.id, id))
    const again = await open()
    const { connections } = await again.list()
    expect(connections[0]?.problem?.message).toContain('cannot be read')
    expect(
      (await again.catalogue.list(signal())).models.filter(({ provider }) => provider === id),
    ).toEqual([])
    expect(sent).toEqual([])
  })

  it('keeps a key that a change omits, and removes an empty key', async () => {
    const server = await open()
    const { id } = await server.create()
    const renamed = await server.change(id, { name: 'Ours' })
    expect(renamed).toMatchObject({ id, name: 'Ours', secrets: [{ hint: 'sk-…9Zq4' }] })
    expect((await server.change(id, { secrets: { key: '' } })).secrets).toEqual([])
  })

  it('can be switched off and on, and deleted', async () => {
    const server = await open()
    const { id } = await server.create()
    const ids = async () =>
      (await server.catalogue.list(signal())).models
        .filter(({ provider }) => provider === id)
        .map((model) => model.id)
    await server.change(id, { isOn: false })
    expect(await ids()).toEqual([])
    await server.change(id, { isOn: true })
    expect(await ids()).toHaveLength(2)
    expect((await server.call('DELETE', `/${id}`)).status).toBe(204)
    expect(await ids()).toEqual([])
    expect((await server.call('DELETE', `/${id}`)).status).toBe(404)
  })

  it.each(['changed', 'switched off', 'deleted'])(
    'completes a running answer with its old settings when it is %s during the answer',
    async (what) => {
      const goOn = new EventEmitter()
      const begun = once(goOn, 'begun')
      const writer = await startUpstream((request, response) => {
        sent.push(request.headers.authorization)
        const [first = '', ...rest] = createCompletion(['Hello', ' there'])
        beginStream(response).write(first)
        goOn.once('now', () => response.end(rest.join('')))
        goOn.emit('begun')
      })
      try {
        const server = await open()
        const { id } = await server.create({ address: `${writer.url}/v1` })
        const { provider, model } = await server.catalogue.chat(`${id}/writer`, signal())
        let text = ''
        const request = { model, messages: [{ role: 'user', content: 'Hi' }] }
        const answered = provider.streamChat(request, signal(), (delta: ChatDelta) => {
          text += delta.text ?? ''
          return undefined
        })
        await begun
        const to = { address: `${other.url}/v1`, secrets: { key: 'sk-another-key' } }
        if (what === 'changed') await server.change(id, to)
        else if (what === 'switched off') await server.change(id, { isOn: false })
        else await server.call('DELETE', `/${id}`)
        goOn.emit('now')
        await answered
        expect(text).toBe('Hello there')
        expect(sent).toEqual([`Bearer ${key}`])
      } finally {
        await writer.close()
      }
    },
  )

  it.each(['changed', 'switched off'])(
    'completes a running 3D task with its old settings when it is %s during the task',
    async (what) => {
      const [maker, elsewhere] = [await openService(), await openService()]
      try {
        modlyFixture.serve(maker, tinyGlb())
        const [, , done] = maker.answersOf(modlyFixture.routes.look!)
        maker.on(modlyFixture.routes.look!, done!)
        const server = await open()
        const { id } = await server.create({ kind: 'modly', address: maker.origin, secrets: {} })
        const { provider } = await server.catalogue.generation(`${id}/hunyuan3d-mini`, signal())
        const submitted = await provider.submit!(modlyFixture.request, signal())
        if (what === 'changed') await server.change(id, { address: elsewhere.origin })
        else await server.change(id, { isOn: false })
        const order = { ...modlyFixture.request, ...submitted }
        const { fileName } = await provider.produce(order, () => {}, signal())
        expect(fileName).toBe('model.glb')
        expect(elsewhere.calls).toEqual([])
        // The provider is kept without new tasks, so that interrupted tasks can continue after a
        // restart.
        const ids = server.live.providers.generationKept().map((kept) => kept.id)
        expect(ids).toContain(id)
      } finally {
        await Promise.all([maker.close(), elsewhere.close()])
      }
    },
  )

  it.each(['gateway', 'bozzetto-server'])(
    'of the kind %s offers chat and 3D models with one key, and shows its balance',
    async (kind) => {
      const far = await openService()
      try {
        far.on('GET /llm/v1/models', json({ data: [{ id: 'openai/writer', object: 'model' }] }))
        far.on(
          'GET /api/v1/user/balance',
          json({ data: { user_id: 1, available_balance: '12.5', currency: 'USD' } }),
        )
        const server = await open()
        const { id } = await server.create({ kind, address: far.origin })
        const { models } = await server.catalogue.list(signal())
        const own = models.filter(({ provider }) => provider === id)
        expect(new Set(own.map((model) => model.kind))).toEqual(new Set(['chat', '3d']))
        expect(own.map((model) => model.id)).toContain(`${id}/openai/writer`)
        const maker = server.live.providers.generation().find((one) => one.id === id)
        expect(await maker?.readAccount?.(signal())).toMatchObject({ balance: '12.5' })
        const keys = new Set(far.calls.map(({ headers }) => headers.authorization))
        expect([...keys]).toEqual([`Bearer ${key}`])
      } finally {
        await far.close()
      }
    },
  )

  it('cannot be deleted while it has tasks', async () => {
    const server = await open()
    const { id } = await server.create()
    const task = { modelId: `${id}/x`, provider: id, params: {}, status: 'running' as const }
    const taskId = newId()
    await asServer(() =>
      store.db.insert(tasks).values({ ...task, id: taskId, ownerId: firstOwnerId }),
    )
    try {
      const refused = await server.call('DELETE', `/${id}`)
      expect(refused.status).toBe(409)
      expect(await getMessage(refused)).toContain('A task is still under way on this connection.')
      expect((await server.list()).connections).toHaveLength(1)
    } finally {
      await asServer(() => store.db.delete(tasks))
    }
    expect((await server.call('DELETE', `/${id}`)).status).toBe(204)
  })

  it('may be one of several connections of the same kind', async () => {
    const server = await open()
    await server.create({ kind: 'openai', name: undefined, address: undefined })
    await server.create({ kind: 'openai', name: undefined, address: undefined })
    await server.create({ name: '工作' })
    const { connections } = await server.list()
    expect(connections.map(({ id, name }) => [id, name])).toEqual([
      ['openai', 'OpenAI'],
      ['openai-2', 'OpenAI 2'],
      ['openai-compatible', '工作'],
    ])
  })

  it.each([
    [{ kind: 'nothing' }, 'does not know'],
    [{ kind: 'openai', secrets: {}, address: undefined }, 'Enter the API key of OpenAI'],
    [{ kind: 'openai' }, 'is fixed'],
    [{ address: undefined }, 'Enter the address'],
    [{ address: 'ftp://example.com' }, 'http:// or https://'],
    [{ address: 'http://me:secret@example.com' }, 'without a name or password'],
    [{ secrets: { key: 'two words' } }, 'spaces'],
    [{ headers: { 'Two words': 'x' } }, 'only letters'],
    [{ headers: { Host: 'elsewhere.example' } }, 'sets Host'],
    [{ headers: { 'X-A': 'x', 'x-a': 'y' } }, 'once'],
    [{ headers: { 'X-A': 'naïve' } }, 'ASCII'],
    [
      { kind: 'openai', address: undefined, headers: { 'X-A': 'x' } },
      'OpenAI takes no headers of your own',
    ],
  ])('is refused with a reason: %j', async (body, reason) => {
    const server = await open()
    const given = { kind: 'openai-compatible', address: upstream.url, secrets: { key }, ...body }
    const response = await server.call('POST', '', given)
    expect(response.status).toBe(400)
    expect(await getMessage(response)).toContain(reason)
  })

  it('reports its last error until its service responds again', async () => {
    const server = await open()
    const { id } = await server.create()
    accepted = 'another'
    await expect(server.live.providers.chat().at(-1)?.listModels(signal())).rejects.toThrow('key')
    const problemNow = async () => (await server.list()).connections[0]?.problem?.message
    expect(await problemNow()).toContain(
      'Mine does not accept the key. Check its key in Settings. ',
    )
    expect(await problemNow()).toContain('Incorrect API key provided')
    accepted = key
    await server.change(id, { isOn: true })
    await server.catalogue.list(signal())
    expect(await problemNow()).toBeUndefined()
    expect((await server.list()).connections[0]).toMatchObject({ modelCount: 2 })
  })
})

async function openPage() {
  const server = await open()
  let shown: Connection | undefined
  server.changes.listen((topic) => {
    if (topic === 'connections') [shown] = server.connections.list().connections
  })
  return { ...server, shown: () => shown }
}

describe('a page that reloads connections after each notification', () => {
  it('ignores a late list of models that was requested with old settings', async () => {
    const page = await openPage()
    const letOldGo = new EventEmitter()
    let lists = 0
    const late = await startUpstream((request, response, body) => {
      if (lists++ > 0) answer(request, response, body)
      else letOldGo.once('now', () => answer(request, response, body))
    })
    try {
      const { id } = await page.create({ address: `${late.url}/v1` })
      const old = page.catalogue.listOf(id, signal())
      await vi.waitFor(() => expect(lists).toBe(1))
      await page.change(id, { name: 'Ours' })
      letOldGo.emit('now')
      await old
      expect(page.shown()).not.toHaveProperty('lastAnsweredAt')
      await page.catalogue.listOf(id, signal())
      expect(page.shown()).toMatchObject({ name: 'Ours', modelCount: 2 })
      expect(page.shown()).toHaveProperty('lastAnsweredAt')
    } finally {
      await late.close()
    }
  })

  it('shows a successful test before the models are requested', async () => {
    const page = await openPage()
    const { id } = await page.create()
    expect(page.shown()).not.toHaveProperty('lastAnsweredAt')
    await getSteps(page.call('POST', `/${id}/test`, {}))
    expect(page.shown()).toHaveProperty('lastAnsweredAt')
    await page.catalogue.list(signal())
    expect(page.shown()).toMatchObject({ modelCount: 2 })
  })

  it('shows the models of a connection that replaced another with the same name', async () => {
    const page = await openPage()
    for (let times = 0; times < 2; times++) {
      const { id } = await page.create()
      await page.catalogue.list(signal())
      expect(page.shown()).toMatchObject({ modelCount: 2 })
      await page.call('DELETE', `/${id}`)
    }
  })
})

const variables = () => ({ BOZZETTO_OPENAI_URL: `${upstream.url}/v1`, BOZZETTO_OPENAI_KEY: key })

describe('connections from the environment', () => {
  it('are shown and cannot be changed', async () => {
    const server = await open(variables())
    const { connections } = await server.list()
    expect(connections).toMatchObject([{ id: 'openai', source: 'environment' }])
    expect((await server.call('PATCH', '/openai', { isOn: false })).status).toBe(409)
    expect((await server.call('DELETE', '/openai')).status).toBe(409)
  })

  it('have the name of the service that usually is at their address', async () => {
    const server = await open({ BOZZETTO_OPENAI_URL: 'http://localhost:11434/v1' })
    expect((await server.list()).connections).toMatchObject([{ name: 'Ollama' }])
  })

  it('may come from a file whose keys are in environment variables, and never show a key', async () => {
    const file = path.join(folder, 'connections.json')
    vi.stubEnv('HOUSE_KEY', key)
    const house = {
      kind: 'openai-compatible',
      id: 'house',
      address: `${upstream.url}/v1`,
      secrets: { key: '${HOUSE_KEY}' },
    }
    await writeFile(file, JSON.stringify({ connections: [house] }))
    const server = await open({ BOZZETTO_CONNECTIONS: file })
    vi.unstubAllEnvs()
    const { models } = await server.catalogue.list(signal())
    expect(models.map(({ id }) => id)).toContain('house/writer')
    const { connections } = await server.list()
    expect(connections).toMatchObject([{ id: 'house', source: 'environment', secrets: [] }])
    expect(JSON.stringify(connections)).not.toContain(key)
    const refused = await server.call('PATCH', '/house', { isOn: false })
    expect(refused.status).toBe(409)
    const broken = path.join(folder, 'broken.json')
    await writeFile(broken, JSON.stringify({ connections: [{ ...house, kind: 'nobody' }] }))
    await expect(open({ BOZZETTO_CONNECTIONS: broken })).rejects.toThrow(
      /, line 1: There is no kind/,
    )
  })

  it('can be replaced in Settings by connections that get the same ids', async () => {
    const asked = 'openai/org/writer:latest'
    const before = await open({
      BOZZETTO_OPENAI_URL: `${upstream.url}/v1`,
      BOZZETTO_OPENAI_KEY: key,
    })
    expect((await before.catalogue.chat(asked, signal())).model).toBe('org/writer:latest')
    const gateway = { BOZZETTO_GATEWAY_URL: `${upstream.url}/llm`, BOZZETTO_GATEWAY_KEY: key }
    const bought = await open(gateway)
    expect((await bought.catalogue.chat('gateway/writer', signal())).provider.id).toBe('gateway')

    const after = await open()
    await after.create({ name: 'OpenAI' })
    await after.create({ name: 'Gateway', kind: 'gateway', address: upstream.url })
    expect(await after.catalogue.chat(asked, signal())).toMatchObject({
      provider: { id: 'openai' },
      model: 'org/writer:latest',
    })
    expect((await after.catalogue.chat('gateway/writer', signal())).provider.id).toBe('gateway')
  })

  it('take precedence over a stored connection with the same id', async () => {
    const without = await open()
    await without.create({ kind: 'openai', name: undefined, address: undefined })
    const server = await open(variables())
    const { models } = await server.catalogue.list(signal())
    expect(models.map(({ id }) => id)).toContain('openai/writer')
    expect((await server.list()).connections).toMatchObject([{ source: 'environment' }])
  })
})

const getSteps = async (response: Response | Promise<Response>) =>
  Array.from((await (await response).text()).matchAll(/^data: (.*)$/gm), ([, data = '']) => {
    const { step, state, message } = testStepSchema.parse(JSON.parse(data))
    return `${step} ${state}: ${message}`
  })
const draft = (more: object = {}) => ({
  kind: 'openai-compatible',
  name: 'Mine',
  address: `${upstream.url}/v1`,
  secrets: { key },
  ...more,
})

describe('a connection test', () => {
  it('reports the result of each step, and stores nothing', async () => {
    const server = await open()
    const host = new URL(upstream.url).host
    expect(await getSteps(server.call('POST', '/test', draft()))).toEqual([
      `reach ok: Answers at ${host}.`,
      'key ok: Accepted.',
      'models ok: Found 2 models.',
    ])
    expect((await server.list()).connections).toEqual([])
  })

  it('distinguishes a wrong key from a wrong address', async () => {
    const server = await open()
    const wrongKey = await getSteps(
      server.call('POST', '/test', draft({ secrets: { key: 'sk-x' } })),
    )
    expect(wrongKey[1]).toContain('key failed: Mine does not accept the key.')
    expect(wrongKey[2]).toBe('models skipped: Not tried.')
    const dead = draft({ address: 'http://127.0.0.1:9/v1' })
    expect(await getSteps(server.call('POST', '/test', dead))).toEqual([
      'reach failed: Mine is not running. Check the address.',
      'key skipped: Not tried.',
      'models skipped: Not tried.',
    ])
  })

  it('marks the connection as failing if the test fails before the models were requested', async () => {
    const server = await open()
    const { id } = await server.create({ address: 'http://127.0.0.1:9/v1' })
    await getSteps(server.call('POST', `/${id}/test`, {}))
    expect((await server.list()).connections[0]?.problem?.message).toContain('is not running')
  })

  it('lists the models again immediately when it succeeds', async () => {
    const server = await open()
    const { id } = await server.create()
    accepted = 'another'
    const own = async () =>
      (await server.catalogue.list(signal())).models.filter(({ provider }) => provider === id)
    expect(await own()).toEqual([])
    accepted = key
    await getSteps(server.call('POST', `/${id}/test`, {}))
    expect(await own()).toHaveLength(2)
    expect((await server.list()).connections[0]?.problem).toBeUndefined()
  })

  it('reports each step while the next step runs', async () => {
    const server = await open()
    const response = await server.call('POST', '/test', draft({ address: `${slow.url}/v1` }))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('"step":"reach","state":"ok"')
    letGo()
    let rest = ''
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      rest += piece.value
    }
    expect(rest).toMatch(/"step":"key".*\n.*\n.*"step":"models"/)
  })

  it('uses the stored key if the connection exists already', async () => {
    const server = await open()
    const { id } = await server.create()
    expect(await getSteps(server.call('POST', `/${id}/test`, {}))).toContain(
      'models ok: Found 2 models.',
    )
  })
})

describe('tryWord', () => {
  it('asks one model one short question, and reports the usage', async () => {
    const server = await open()
    const { id } = await server.create()
    const response = await server.call('POST', `/${id}/word`, { modelId: `${id}/writer` })
    expect(trialAnswerSchema.parse(await response.json())).toMatchObject({
      text: 'Hello',
      usage: { promptTokens: 5, completionTokens: 1 },
    })
    expect(questions).toMatchObject([{ model: 'writer', max_tokens: trialTokensMax }])
  })

  it('refuses a model of another connection, and returns a service’s refusal', async () => {
    const server = await open()
    const { id } = await server.create()
    const elsewhere = await server.call('POST', `/${id}/word`, { modelId: 'other/writer' })
    expect(elsewhere.status).toBe(404)
    expect(questions).toEqual([])
    accepted = 'another'
    const refused = await server.call('POST', `/${id}/word`, { modelId: `${id}/writer` })
    expect(await getMessage(refused)).toContain('Incorrect API key provided')
  })
})

describe('stored keys', () => {
  it('stay unchanged and are reported if the master key has changed', async () => {
    const before = await open()
    await before.create()
    const kept = await store.db.select().from(rows)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await open({ BOZZETTO_MASTER_KEY: 'x'.repeat(40) })
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('BOZZETTO_MASTER_KEY'))
    const { keysProblem, connections } = await server.list()
    expect(keysProblem).toContain('master key')
    expect(connections[0]?.problem?.message).toBe(keysProblem)
    expect(await store.db.select().from(rows)).toEqual(kept)
    expect(await server.change('mine', { name: 'Ours' })).toMatchObject({ name: 'Ours' })
    const again = await open()
    expect((await again.catalogue.list(signal())).models.map(({ id }) => id)).toContain(
      'mine/writer',
    )
  })

  it('are encrypted again when keys are rotated', async () => {
    const server = await open()
    await server.create()
    const [before] = await store.db.select().from(rows)
    await server.connections.rotateKeys()
    const [after] = await store.db.select().from(rows)
    expect(after?.secrets['key']?.sealed).not.toBe(before?.secrets['key']?.sealed)
    expect((await (await open()).catalogue.list(signal())).models.map(({ id }) => id)).toContain(
      'mine/writer',
    )
  })
})
