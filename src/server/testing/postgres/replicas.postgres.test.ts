import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunEvent, StartRun } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import {
  beginStream,
  chunkOf,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import type { Services } from '../../services.ts'
import { messages, runPieces, runs } from '../../store/schema.ts'
import { openSharedGround, type SharedGround } from './two-servers.fixture.ts'

let ground: SharedGround
let upstream: Upstream
/** Of the answer that is being written. */
let writing: ServerResponse | undefined
let [one, two]: Services[] = []

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    beginStream(response).write(chunkOf({ role: 'assistant', content: '' }))
    writing = response
  })
  ground = await openSharedGround()
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

const eventually = { timeout: 8_000, interval: 20 }
const never = new AbortController().signal

/** Begins an answer at the first server. */
async function ask(): Promise<{ conversationId: string; run: StartRun }> {
  const conversationId = newId()
  const run: StartRun = {
    runId: newId(),
    answerId: newId(),
    modelId: 'openai/writer',
    question: { id: newId(), text: 'Hello?' },
  }
  await one!.chat.startRun(conversationId, run)
  await vi.waitFor(() => expect(writing).toBeDefined(), eventually)
  return { conversationId, run }
}

/** As if the first server had said nothing for long, or just now. */
const leaseOfOne = (seconds: number) =>
  one!.store.executeSql(
    `insert into replicas (id, lease_until) values ($1, now() + $2 * interval '1 s')
     on conflict (id) do update set lease_until = excluded.lease_until`,
    [one!.store.replica.id, seconds],
  )

const say = (text: string) => writing?.write(chunkOf({ content: text }))
const finish = () => writing?.end(`${chunkOf({}, 'stop')}data: [DONE]\n\n`)

/** What somebody sees who follows a run at a server; `words` grows. */
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
  it('show each other’s answers as they are written, word for word', async () => {
    const { run } = await ask()
    say('Good ')
    const here = follow(one!, run.runId)
    const there = follow(two!, run.runId)
    await vi.waitFor(() => expect(there.words).toBe('Good '), eventually)
    for (const word of ['day', ', ', 'you.']) {
      say(word)
      await wait(30)
    }
    await vi.waitFor(() => expect(there.words).toBe('Good day, you.'), eventually)
    finish()
    await Promise.all([here.done, there.done])
    expect(there.words).toBe(here.words)
    expect(there.events.at(-1)).toMatchObject({ type: 'run-end', run: { status: 'completed' } })
  })

  it('show what was taken for text as reasoning when it turns out to be that', async () => {
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

  it('stop each other’s answers, and keep the words', async () => {
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

  it('leave each other’s answers alone, and take up those of one that is gone', async () => {
    const { run } = await ask()
    say('Half')
    await vi.waitFor(
      async () => expect(await two!.store.db.select().from(runPieces)).toHaveLength(1),
      eventually,
    )
    expect(await two!.chat.getRun(run.runId)).toMatchObject({ status: 'running' })
    // Its lease runs out, though it does not know.
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

  it('write one answer once, whoever is asked', async () => {
    const { conversationId, run } = await ask()
    await two!.chat.startRun(conversationId, run)
    const again = { ...run, runId: newId(), isContinuation: true }
    await expect(two!.chat.startRun(conversationId, again)).rejects.toThrow('still being written')
    expect(
      await two!.store.db.select().from(runs).where(eq(runs.answerId, run.answerId)),
    ).toHaveLength(1)
    finish()
  })

  it('tell each other’s pages of changes', async () => {
    const told: unknown[] = []
    const stop = two!.changes.listen((topic, id) => told.push([topic, id]))
    one!.changes.tell('chats', 'c1')
    await vi.waitFor(() => expect(told).toContainEqual(['chats', 'c1']), eventually)
    stop()
  })

  it('know each other’s connections', async () => {
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
})
