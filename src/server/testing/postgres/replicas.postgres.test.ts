import type { ServerResponse } from 'node:http'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunEvent, StartRun } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import {
  beginStream,
  createChunk,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import { createApp } from '../../app.ts'
import { readEnv } from '../../env.ts'
import { createPreviews } from '../../generation/previews.ts'
import { createKeyMeter } from '../../access/keys/key-meter.ts'
import { connectMeters } from '../../access/keys/shared-meters.ts'
import { claimTask, moveTask } from '../../generation/task-rows.ts'
import { log } from '../../observability/log.ts'
import { createServices, type Services } from '../../services.ts'
import { asServer } from '../../store/owner-scope.ts'
import { messages, runPieces, runs, tasks } from '../../store/schema.ts'
import { openListening, toPayloads } from '../../store/server/listen.ts'
import { makeTestDatabase } from './test-databases.ts'
import { openSharedBackends, type SharedBackends } from './two-servers.fixture.ts'

let ground: SharedBackends
let upstream: Upstream
let writing: ServerResponse | undefined
let [one, two]: Services[] = []

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    beginStream(response).write(createChunk({ role: 'assistant', content: '' }))
    writing = response
  })
  ground = await openSharedBackends()
  const connected = { BOZZETTO_OPENAI_URL: `${upstream.url}/v1` }
  one = await ground.open(connected)
  two = await ground.open(connected)
})
afterAll(async () => {
  await ground.close()
  await upstream.close()
})
beforeEach(() => {
  writing = undefined
})

const eventually = { interval: 20 }
const never = new AbortController().signal

async function ask(at = one!): Promise<{ conversationId: string; run: StartRun }> {
  const conversationId = newId()
  const run: StartRun = {
    runId: newId(),
    answerId: newId(),
    modelId: 'openai/writer',
    question: { id: newId(), text: 'Hello?' },
  }
  await at.chat.startRun(conversationId, run)
  await vi.waitFor(() => expect(writing).toBeDefined(), eventually)
  return { conversationId, run }
}

const leaseOfOne = (seconds: number) =>
  one!.store.executeSql(
    `insert into replicas (id, lease_until) values ($1, now() + $2 * interval '1 s')
     on conflict (id) do update set lease_until = excluded.lease_until`,
    [one!.store.replica.id, seconds],
  )

const say = (text: string) => writing?.write(createChunk({ content: text }))
const finish = () => writing?.end(`${createChunk({}, 'stop')}data: [DONE]\n\n`)

function follow(at: Services, runId: string) {
  const seen: { words: string; events: RunEvent[]; done: Promise<void> } = {
    words: '',
    events: [],
    done: Promise.resolve(),
  }
  seen.done = (async () => {
    const events = await at.chat.followRun(runId)
    for await (const { event } of events(never)) {
      seen.events.push(event)
      if (event.type === 'text-delta') seen.words += event.delta
    }
  })()
  return seen
}

describe('two servers on one database', () => {
  it('create one group when a directory sends the same group to both', async () => {
    for (const displayName of ['A', 'B', 'C', 'D', 'E']) {
      const made = await Promise.allSettled(
        [one!, two!].map(({ access: { scim } }) =>
          asServer(() => scim.inTurn(() => scim.putGroup(undefined, { displayName }))),
        ),
      )
      expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('stream each other’s answers word by word', async () => {
    const { run } = await ask()
    say('Good ')
    const here = follow(one!, run.runId)
    const there = follow(two!, run.runId)
    await vi.waitFor(() => expect(there.words).toBe('Good '), eventually)
    for (const word of ['day', ', ', 'you.']) {
      const words = there.words + word
      say(word)
      await vi.waitFor(() => expect(there.words).toBe(words), eventually)
    }
    finish()
    await Promise.all([here.done, there.done])
    expect(there.words).toBe(here.words)
    expect(there.events.at(-1)).toMatchObject({ type: 'run-end', run: { status: 'completed' } })
  })

  it('send received text again as reasoning when the model’s server reclassifies it', async () => {
    const { run } = await ask()
    const there = follow(two!, run.runId)
    say('I think')
    await vi.waitFor(() => expect(there.words).toBe('I think'), eventually)
    say(' so\n</think>\nYes.')
    finish()
    await there.done
    const restart = there.events.findIndex(({ type }) => type === 'run-restart')
    expect(restart).toBeGreaterThan(0)
    const after = there.events.slice(restart)
    const deltas = (type: string) =>
      after.map((event) => (event.type === type && 'delta' in event ? event.delta : '')).join('')
    expect([deltas('reasoning-delta'), deltas('text-delta')]).toEqual(['I think so', 'Yes.'])
  })

  it('stop each other’s answers and keep the text', async () => {
    const { run } = await ask()
    say('A long ')
    const there = follow(two!, run.runId)
    await vi.waitFor(() => expect(there.words).toBe('A long '), eventually)
    expect(await two!.chat.stopRun(run.runId)).toMatchObject({ status: 'stopped' })
    await there.done
    await vi.waitFor(() => expect(upstream.openCount()).toBe(0), eventually)
    const [answer] = await two!.store.db
      .select()
      .from(messages)
      .where(eq(messages.id, run.answerId))
    expect(answer?.text).toBe('A long ')
  })

  it('do not touch each other’s answers, and end those of a server whose lease has expired', async () => {
    const { run } = await ask()
    say('Half')
    await vi.waitFor(
      async () => expect(await two!.store.db.select().from(runPieces)).toHaveLength(1),
      eventually,
    )
    expect(await two!.chat.getRun(run.runId)).toMatchObject({ status: 'running' })
    // Sets the end of the first server's lease to the past.
    await leaseOfOne(-1)
    expect(await two!.chat.getRun(run.runId)).toMatchObject({ status: 'interrupted' })
    say(' more')
    finish()
    await vi.waitFor(() => expect(upstream.openCount()).toBe(0), eventually)
    await vi.waitFor(
      async () =>
        expect(await one!.chat.getRun(run.runId)).toMatchObject({ status: 'interrupted' }),
      eventually,
    )
    await leaseOfOne(25)
    const [answer] = await two!.store.db
      .select()
      .from(messages)
      .where(eq(messages.id, run.answerId))
    expect(answer?.text).toBe('Half')
    expect(await two!.store.db.select().from(runPieces)).toEqual([])
  })

  it('start an answer only once, even if both receive the request', async () => {
    const { conversationId, run } = await ask()
    await two!.chat.startRun(conversationId, run)
    const again = { ...run, runId: newId(), isContinuation: true }
    await expect(two!.chat.startRun(conversationId, again)).rejects.toThrow('still being written')
    expect(
      await two!.store.db.select().from(runs).where(eq(runs.answerId, run.answerId)),
    ).toHaveLength(1)
    finish()
  })

  it('notify each other’s pages of changes', async () => {
    const told: unknown[] = []
    const stop = two!.changes.listen((topic, id) => told.push([topic, id]))
    one!.changes.tell('chats', 'c1')
    await vi.waitFor(() => expect(told).toContainEqual(['chats', 'c1']), eventually)
    stop()
  })

  it('share changes of connections', async () => {
    const made = await one!.connections.create({
      kind: 'ollama',
      name: 'Mine',
      address: upstream.url,
      secrets: {},
    })
    await vi.waitFor(
      () =>
        expect(two!.connections.list().connections).toContainEqual(
          expect.objectContaining({ id: made.id }),
        ),
      eventually,
    )
    await one!.connections.remove(made.id)
    await vi.waitFor(
      () => expect(two!.connections.list().connections.map(({ id }) => id)).not.toContain(made.id),
      eventually,
    )
  })

  it('reject a person whose password was changed on the other server, and close open streams', async () => {
    const password = 'correct horse battery'
    const verified = one!.access.signInWith()
    expect(verified).toBe('link')
    const [here, there] = [createApp(one!), createApp(two!)]
    const host = '127.0.0.1:5310'
    const call = (app: typeof here, path: string, init: RequestInit & { cookie?: string } = {}) =>
      app.request(
        `http://${host}${path}`,
        { ...init, headers: { host, ...(init.cookie !== undefined && { cookie: init.cookie }) } },
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
      )
    const token = new URL(one!.addressToOpen(`http://${host}`)).searchParams.get('token')
    const opened = await call(there, `/?token=${token}`)
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await call(there, '/api/models', { cookie })).status).toBe(200)
    const stream = await call(there, '/api/changes', { cookie })
    // The stream may contain events of changes before it ends.
    const ended = stream.text()
    const set = await call(here, '/api/password', {
      method: 'PUT',
      cookie,
      body: JSON.stringify({ next: password }),
    })
    expect(set.status).toBeLessThan(300)
    await vi.waitFor(() => expect(two!.access.signInWith()).toBe('password'), eventually)
    const kept = set.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const signOut = await call(here, '/api/session', { method: 'DELETE', cookie: kept })
    expect(signOut.status).toBeLessThan(300)
    await ended
    expect((await call(there, '/api/models', { cookie: kept })).status).toBe(401)
    for (let guess = 0; guess < 5; guess++) {
      await call(here, '/api/session', {
        method: 'POST',
        body: JSON.stringify({ password: 'wrong horse battery' }),
      })
    }
    await vi.waitFor(async () => {
      const refused = await call(there, '/api/session', {
        method: 'POST',
        body: JSON.stringify({ password: 'wrong horse battery' }),
      })
      expect(refused.status).toBe(429)
    }, eventually)
  })
})

describe('server that is stopping', () => {
  it('refuses new answers and waits for running ones', async () => {
    const three = await ground.open({ BOZZETTO_OPENAI_URL: `${upstream.url}/v1` })
    const { conversationId, run } = await ask(three)
    const rest = vi.spyOn(three.chat, 'rest')
    const drained = three.drain(60_000)
    expect((await three.readiness()).isReady).toBe(false)
    await vi.waitFor(() => expect(rest).toHaveBeenCalled(), eventually)
    const another = { ...run, runId: newId(), answerId: newId() }
    await expect(three.chat.startRun(conversationId, another)).rejects.toThrow('is stopping')
    say('Done.')
    finish()
    await drained
    expect(await two!.chat.getRun(run.runId)).toMatchObject({ status: 'completed' })
  })
})

describe('setting BOZZETTO_ROLE', () => {
  it('requires a shared database and bucket', async () => {
    const variables = { ...(await ground.variables()), BOZZETTO_ROLE: 'web' }
    const alone: Record<string, string | undefined> = { ...variables, BOZZETTO_MASTER_KEY: '' }
    await expect(createServices(readEnv(alone))).rejects.toThrow('BOZZETTO_ROLE can be web only')
  })
})

describe('tasks of two servers', () => {
  it('stay with the server that claimed them and can be cancelled from the other server', async () => {
    const web = await ground.open({ BOZZETTO_ROLE: 'web' })
    const id = newId()
    const { store } = two!
    await asServer(() =>
      store.db.insert(tasks).values({
        ownerId: 'owner',
        id,
        modelId: 'local/image-to-3d',
        provider: 'local',
        params: {},
        status: 'running',
        replicaId: web.store.replica.id,
        attempts: 1,
        eventSeq: 1,
      }),
    )
    await two!.tasks.takeUp()
    expect((await two!.tasks.find(id))?.status).toBe('running')
    const moves: string[] = []
    const stop = new AbortController()
    const following = (async () => {
      for await (const { event } of await web.tasks.follow(id, { signal: stop.signal })) {
        moves.push(event.type)
      }
    })()
    expect((await two!.tasks.cancel(id))?.status).toBe('cancelled')
    await following
    expect(moves.at(-1)).toBe('task-end')
    const attempt = { id, attempts: 1, replicaId: web.store.replica.id }
    expect(await moveTask(web.store, attempt, { progress: 0.5 })).toBeUndefined()
  })

  it('show their previews on both servers', async () => {
    const [here, there] = [createPreviews(one!.store), createPreviews(two!.store)]
    const id = newId()
    here.put(id, Uint8Array.of(1, 2, 3))
    await vi.waitFor(async () => expect(await there.findVersion(id)).toBeDefined(), eventually)
    expect([...((await there.find(id)) ?? [])]).toEqual([1, 2, 3])
    here.drop(id)
    await vi.waitFor(async () => expect(await there.findVersion(id)).toBeUndefined(), eventually)
  })

  it('are limited per service across all servers', async () => {
    const { store } = two!
    const ids = [newId(), newId(), newId()]
    const row = {
      modelId: 'shared/model',
      provider: 'shared',
      params: {},
      status: 'queued' as const,
    }
    await asServer(() =>
      store.db.insert(tasks).values(ids.map((id) => ({ ...row, ownerId: 'owner', id }))),
    )
    const claimed = await Promise.all(
      ids.map((id, at) =>
        asServer(() => claimTask([one!, two!][at % 2]!.store, id, { atOnceMax: () => 2 })),
      ),
    )
    expect(claimed.filter((outcome) => outcome === 'full')).toHaveLength(1)
    await asServer(() => store.db.delete(tasks).where(inArray(tasks.id, ids)))
  })
})

const admitted = async (call: (at: number) => Promise<unknown>) =>
  (await Promise.allSettled(Array.from({ length: 200 }, (_, at) => call(at)))).filter(
    ({ status }) => status === 'fulfilled',
  ).length

describe('API key', () => {
  it('has the same limits whether two servers or only one receive its calls', async () => {
    const id = newId()
    const limits = { requestsPerMinute: 60, streams: 7 }
    const ends: (() => void)[] = []
    const open = (at: Services) => {
      const key = { id, limits, meter: createKeyMeter(Date.now) }
      const shared = connectMeters(at.store, () => [key])
      ends.push(() => shared?.stop())
      return {
        request: async () =>
          shared?.within(key, 'work', () => key.meter.countRequest('work', limits)),
        stream: async () =>
          shared?.within(key, 'streams', () => ends.push(key.meter.openStream(limits))),
      }
    }
    const servers = [open(one!), open(two!)]
    expect(await admitted((at) => servers[at % 2]!.request())).toBe(60)
    // All streams are opened on one server, because the other server has not used the API key for
    // streams.
    expect(await admitted(() => servers[1]!.stream())).toBeLessThanOrEqual(7)
    await vi.waitFor(async () => {
      await admitted(() => servers[1]!.stream())
      expect(ends).toHaveLength(2 + 7)
    }, eventually)
    expect(await admitted((at) => servers[at % 2]!.stream())).toBe(0)
    ends.forEach((end) => end())
  })
})

describe('notifications between servers', () => {
  it('cause a warning in the log if Postgres does not deliver them', async () => {
    const warned: unknown[] = []
    const spy = vi.spyOn(log(), 'warn').mockImplementation((...said) => void warned.push(said))
    const other = await makeTestDatabase()
    const wake = await openListening({
      replicaId: 'one',
      url: other.url,
      client: { query: async () => ({ rows: [], fields: [] }) },
    })
    await wake.close()
    spy.mockRestore()
    await other.drop()
    expect(JSON.stringify(warned)).toContain('DATABASE_DIRECT_URL')
  })

  it('are combined into few payloads that Postgres accepts', () => {
    const topics = new Set(Array.from({ length: 2_000 }, () => `run:${newId()}`))
    const payloads = toPayloads('a replica', topics)
    expect(payloads.every((payload) => Buffer.byteLength(payload) < 8_000)).toBe(true)
    expect(payloads.flatMap((payload) => payload.split('\n').slice(1))).toEqual([...topics])
    expect(toPayloads('a', new Set(['x'.repeat(9_000)]))).toEqual(['a\n*'])
  })
})
