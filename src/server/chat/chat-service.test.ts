import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunEvent, StartRun } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { createCatalogue } from '../models/catalogue.ts'
import { fixedProviders } from '../ports/providers.ts'
import { messages, pastOrders, runPieces } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createChatService, type ChatService } from './chat-service.ts'
import type { SentRunEvent } from './runs/live/live-run.ts'
import { ScriptedProvider } from './scripted-provider.fixture.ts'

let store: Store
let provider: ScriptedProvider
let chat: ChatService
const never = new AbortController().signal

let changed: (string | undefined)[] = []

const serviceOn = (upstream: ScriptedProvider) =>
  createChatService({
    store,
    changed: (id) => changed.push(id),
    catalogue: createCatalogue({ providers: fixedProviders({ chat: [upstream] }) }),
  })

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(() => {
  provider = new ScriptedProvider()
  changed = []
  chat = serviceOn(provider)
})

const listed = async () =>
  (await chat.listConversations({ view: 'active', limit: 500 })).conversations

const createQuestion = (text: string, parentId?: string): StartRun => ({
  runId: newId(),
  answerId: newId(),
  modelId: 'scripted/writer',
  question: { id: newId(), text },
  ...(parentId !== undefined && { parentId }),
})

async function begin(request = createQuestion('What?'), conversationId = newId()) {
  const asked = provider.requests.length
  await chat.startRun(conversationId, request)
  await vi.waitFor(() => expect(provider.requests.length).toBe(asked + 1))
  return { conversationId, request, runId: request.runId }
}

async function readAll(runId: string, lastEventId?: string) {
  const events: SentRunEvent[] = []
  const follow = await chat.followRun(runId, lastEventId)
  for await (const event of follow(new AbortController().signal)) events.push(event)
  return events
}
const wordsIn = (events: SentRunEvent[], type: RunEvent['type'] = 'text-delta') =>
  events.map(({ event }) => (event.type === type && 'delta' in event ? event.delta : '')).join('')
const getEnd = (events: SentRunEvent[]) => {
  const last = events.at(-1)?.event
  return last?.type === 'run-end' ? last.run : undefined
}
const answerIn = async (conversationId: string, answerId: string) =>
  (await chat.getConversation(conversationId)).messages.find(({ id }) => id === answerId)

describe('chat run', () => {
  it('is marked in the list of chats until its answer is complete', async () => {
    const { conversationId, runId } = await begin()
    const isAnswering = async () =>
      (await listed()).find(({ id }) => id === conversationId)?.isAnswering
    expect(await isAnswering()).toBe(true)
    provider.say('So.')
    provider.finish()
    await readAll(runId)
    expect(await isAnswering()).toBeUndefined()
  })

  it('stores the question and the answer, and streams the answer to a follower', async () => {
    const { conversationId, request, runId } = await begin(
      createQuestion('  Why is\nthe sky blue?'),
    )
    const follow = await chat.followRun(runId)
    const reader = follow(never)[Symbol.asyncIterator]()
    const next = async () => (await reader.next()).value

    expect((await next())?.event).toMatchObject({ type: 'run-start', answerId: request.answerId })
    provider.say({ reasoning: 'Hm.' })
    expect(await next()).toEqual({ id: '3.0', event: { type: 'reasoning-delta', delta: 'Hm.' } })
    provider.say('Light ')
    expect(await next()).toEqual({ id: '3.6', event: { type: 'text-delta', delta: 'Light ' } })
    provider.say('scatters.', { usage: { prompt_tokens: 4, completion_tokens: 2 } })
    expect(await next()).toEqual({ id: '3.15', event: { type: 'text-delta', delta: 'scatters.' } })
    provider.finish()
    expect((await next())?.event).toMatchObject({
      type: 'run-end',
      run: { status: 'completed', usage: { promptTokens: 4, completionTokens: 2 } },
    })
    expect((await reader.next()).done).toBe(true)

    const detail = await chat.getConversation(conversationId)
    expect(detail.conversation).toMatchObject({ title: 'Why is the sky blue?' })
    expect(detail.messages).toMatchObject([
      { id: request.question?.id, role: 'user', text: '  Why is\nthe sky blue?' },
      {
        id: request.answerId,
        parentId: request.question?.id,
        role: 'assistant',
        text: 'Light scatters.',
        reasoning: 'Hm.',
        run: {
          status: 'completed',
          modelId: 'scripted/writer',
          reasoningMs: expect.any(Number),
        },
      },
    ])
    expect(await store.db.select().from(runPieces)).toEqual([])
  })

  it('sends all text so far at once to a late reader, then each new piece of text', async () => {
    const { runId } = await begin()
    const early = readAll(runId)
    provider.say('One ', 'two ', 'three ')
    await vi.waitFor(async () => {
      const detail = await chat.getConversation((await listed())[0]!.id)
      expect(detail.messages[1]?.text).toBe('One two three ')
    })
    const reader = (await chat.followRun(runId))(never)[Symbol.asyncIterator]()
    await reader.next()
    expect((await reader.next()).value?.event).toMatchObject({ delta: 'One two three ' })
    provider.say('four')
    expect((await reader.next()).value?.event).toMatchObject({ delta: 'four' })
    provider.finish()
    expect(wordsIn(await early)).toBe('One two three four')
  })

  it('can be followed from every position, during the run and afterwards', async () => {
    const text = 'Ein 🧊 Wort.'
    const { runId } = await begin()
    provider.say({ reasoning: 'Nun ja' }, ...text.match(/.{1,3}/gu)!)
    const reading = Array.from({ length: text.length + 1 }, (_, at) => readAll(runId, `6.${at}`))
    provider.finish()
    for (const [at, events] of (await Promise.all(reading)).entries()) {
      expect(wordsIn(events)).toBe(text.slice(at))
      expect(wordsIn(await readAll(runId, `6.${at}`))).toBe(text.slice(at))
    }
    expect(wordsIn(await readAll(runId, '2.0'), 'reasoning-delta')).toBe('n ja')
    expect(wordsIn(await readAll(runId, 'nonsense'), 'reasoning-delta')).toBe('Nun ja')
  })

  it('sends a slow reader larger pieces of text instead of queueing small ones', async () => {
    const { runId } = await begin()
    const reader = (await chat.followRun(runId))(never)[Symbol.asyncIterator]()
    await reader.next()
    provider.say(...Array.from({ length: 500 }, () => 'word '))
    provider.finish()
    await readAll(runId)
    expect((await reader.next()).value?.event).toMatchObject({ delta: 'word '.repeat(500) })
    expect((await reader.next()).value?.event).toMatchObject({ type: 'run-end' })
  })

  it('continues when the reader disconnects', async () => {
    const { runId, conversationId, request } = await begin()
    const leave = new AbortController()
    const follow = await chat.followRun(runId)
    const reading = (async () => {
      for await (const _ of follow(leave.signal));
    })()
    leave.abort()
    await reading
    provider.say('Still here.')
    provider.finish()
    await readAll(runId)
    expect(await answerIn(conversationId, request.answerId)).toMatchObject({ text: 'Still here.' })
  })

  it('starts once if the same request arrives several times', async () => {
    const request = createQuestion('Twice?')
    const conversationId = newId()
    await Promise.all([
      chat.startRun(conversationId, request),
      chat.startRun(conversationId, request),
    ])
    await chat.startRun(conversationId, request)
    await vi.waitFor(() => expect(provider.requests).toHaveLength(1))
    const both = [readAll(request.runId), readAll(request.runId)]
    provider.say('Once.')
    provider.finish()
    expect((await Promise.all(both)).map((events) => wordsIn(events))).toEqual(['Once.', 'Once.'])
    await chat.startRun(conversationId, request)
    expect(provider.requests).toHaveLength(1)
    expect((await chat.getConversation(conversationId)).messages).toHaveLength(2)
  })

  it('is not paid again if it was submitted between a backup and the restore of that backup', async () => {
    const request = createQuestion('Paid?')
    await store.db.insert(pastOrders).values({ id: request.runId })
    await expect(chat.startRun(newId(), request)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/not asked again/),
    })
    expect(provider.requests).toEqual([])
  })

  it('sends the model only the branch that contains the question', async () => {
    const first = await begin(createQuestion('A'))
    provider.say('a')
    provider.finish()
    await readAll(first.runId)
    const other = await begin(createQuestion('B', first.request.answerId), first.conversationId)
    provider.say('b')
    provider.finish()
    await readAll(other.runId)
    await begin(createQuestion('C', first.request.answerId), first.conversationId)
    expect(provider.requests.at(-1)).toEqual({
      model: 'writer',
      messages: [
        { role: 'user', content: 'A' },
        { role: 'assistant', content: 'a' },
        { role: 'user', content: 'C' },
      ],
    })
  })

  it('answers a stored question again without storing the question twice', async () => {
    const first = await begin(createQuestion('A'))
    provider.say('a')
    provider.finish()
    await readAll(first.runId)
    const parentId = first.request.question!.id
    const again = { runId: newId(), answerId: newId(), modelId: 'scripted/writer', parentId }
    await begin(again, first.conversationId)
    provider.say('another a')
    provider.finish()
    await readAll(again.runId)
    const { messages: all } = await chat.getConversation(first.conversationId)
    expect(all.map(({ text }) => text)).toEqual(['A', 'a', 'another a'])
    expect(all.map((message) => message.parentId)).toEqual([undefined, parentId, parentId])
  })

  it('keeps its text and aborts the provider when a person stops it', async () => {
    const { runId, conversationId, request } = await begin()
    provider.say('Half a ')
    const follow = await chat.followRun(runId)
    for await (const { event } of follow(never)) {
      if (event.type === 'text-delta') break
    }
    expect(await chat.stopRun(runId)).toMatchObject({ status: 'stopped' })
    expect(provider.signals[0]?.aborted).toBe(true)
    expect(await answerIn(conversationId, request.answerId)).toMatchObject({
      text: 'Half a ',
      run: { status: 'stopped' },
    })
    expect(await chat.stopRun(runId)).toMatchObject({ status: 'stopped' })
  })

  it('keeps its text and the error when the provider fails', async () => {
    const { runId, conversationId, request } = await begin()
    const broken = new HttpError('provider_failed', 'It broke.', { upstreamRequestId: 'up-1' })
    provider.say('Half', broken)
    const failure = { code: 'provider_failed', message: 'It broke.', upstreamRequestId: 'up-1' }
    expect(getEnd(await readAll(runId))).toMatchObject({ status: 'failed', failure })
    expect(await answerIn(conversationId, request.answerId)).toMatchObject({
      text: 'Half',
      run: { status: 'failed', failure },
    })
  })

  it('ends with an error message when the answer is empty', async () => {
    const { runId } = await begin()
    provider.finish()
    expect(getEnd(await readAll(runId))).toMatchObject({
      status: 'failed',
      failure: { message: expect.stringContaining('empty answer') },
    })
  })

  it('stops when the answer exceeds the size limit', async () => {
    const { runId } = await begin()
    provider.say(...Array.from({ length: 5 }, () => 'x'.repeat(1024 * 1024)))
    expect(getEnd(await readAll(runId))).toMatchObject({
      status: 'failed',
      failure: { code: 'too_large' },
    })
    expect(provider.signals[0]?.aborted).toBe(true)
  })
})

describe('chat run after a crash', () => {
  it('is marked as interrupted with all stored text, and followers receive an end event', async () => {
    const { runId, conversationId, request } = await begin()
    provider.say({ reasoning: 'Hm' }, 'Kept ')
    await vi.waitFor(async () => {
      const rows = await store.db.select().from(runPieces).where(eq(runPieces.runId, runId))
      expect(rows).toHaveLength(1)
    })
    provider.say('words 🧊')
    await vi.waitFor(async () => {
      const rows = await store.db.select().from(runPieces).where(eq(runPieces.runId, runId))
      expect(rows.map(({ text }) => text)).toEqual(['Kept ', 'words 🧊'])
    })
    chat = serviceOn(new ScriptedProvider())
    await chat.recoverRuns()
    expect(await answerIn(conversationId, request.answerId)).toMatchObject({
      text: 'Kept words 🧊',
      reasoning: 'Hm',
      run: { status: 'interrupted', failure: { code: 'interrupted' } },
    })
    const events = await readAll(runId, '2.5')
    expect(wordsIn(events)).toBe('words 🧊')
    expect(getEnd(events)).toMatchObject({ status: 'interrupted' })
    expect(await store.db.select().from(runPieces).where(eq(runPieces.runId, runId))).toEqual([])
  })

  it('ends when the first reader requests it, if recovery has not run yet', async () => {
    const { runId } = await begin()
    chat = serviceOn(new ScriptedProvider())
    expect(getEnd(await readAll(runId))).toMatchObject({ status: 'interrupted' })
  })

  it('keeps all text when the server shuts down', async () => {
    const { conversationId, request, runId } = await begin()
    const reading = readAll(runId)
    provider.say('All of it')
    await vi.waitFor(async () => {
      expect((await answerIn(conversationId, request.answerId))?.text).toBe('All of it')
    })
    await chat.close()
    expect(getEnd(await reading)).toMatchObject({ status: 'interrupted' })
    await expect(chat.startRun(newId(), createQuestion('Late'))).rejects.toMatchObject({
      code: 'interrupted',
    })
    expect(await answerIn(conversationId, request.answerId)).toMatchObject({ text: 'All of it' })
  })
})

describe('startRun', () => {
  it.each<[string, Partial<StartRun>, string]>([
    ['for an unknown model', { modelId: 'nobody' }, 'unknown_model'],
    [
      'for a message of more than 1 MB',
      { question: { id: newId(), text: 'ä'.repeat(600_000) } },
      'too_large',
    ],
    ['after a message that is not there', { parentId: newId() }, 'bad_request'],
  ])('refuses a request %s, and stores nothing', async (_case, change, code) => {
    const conversationId = newId()
    const refused = chat.startRun(conversationId, { ...createQuestion('Hm?'), ...change })
    await expect(refused).rejects.toMatchObject({ code })
    await expect(chat.getConversation(conversationId)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses a question that is already being answered', async () => {
    const { request, conversationId } = await begin()
    const second = { ...request, runId: newId(), answerId: newId() }
    await expect(chat.startRun(conversationId, second)).rejects.toMatchObject({
      code: 'rate_limited',
    })
  })

  it('refuses a run id that belongs to another answer', async () => {
    const { request, conversationId } = await begin()
    await expect(
      chat.startRun(conversationId, { ...request, answerId: newId() }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('conversation list', () => {
  it('lists conversations newest first, renames them, and deletes them together with their runs', async () => {
    const older = await begin()
    provider.say('x')
    provider.finish()
    await readAll(older.runId)
    const newer = await begin()
    const all = await listed()
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([
      newer.conversationId,
      older.conversationId,
    ])
    expect(await chat.changeConversation(newer.conversationId, { title: 'Mine' })).toMatchObject({
      title: 'Mine',
    })
    await chat.deleteForever(newer.conversationId)
    expect(provider.signals.at(-1)?.aborted).toBe(true)
    await expect(chat.getConversation(newer.conversationId)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(chat.followRun(newer.runId)).rejects.toMatchObject({ code: 'not_found' })
    const left = await store.db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, newer.conversationId))
    expect(left).toEqual([])
  })
})

describe('emptyTrash', () => {
  it('deletes the conversations in the trash and no others', async () => {
    const [kept, doomed] = [await begin(), await begin()]
    await chat.deleteConversation(doomed.conversationId)
    await chat.emptyTrash()
    expect(changed.at(-1)).toBeUndefined()
    expect((await chat.listConversations({ view: 'trash', limit: 500 })).conversations).toEqual([])
    await expect(chat.getConversation(doomed.conversationId)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await listed()).map(({ id }) => id)).toContain(kept.conversationId)
  })
})

describe('reasoning in tags', () => {
  it('is stored and streamed as reasoning', async () => {
    const { conversationId, request, runId } = await begin()
    provider.say('<th', 'ink>Hm, cl', 'ay.</thi', 'nk>\n\nClay is ', 'earth.')
    provider.finish()
    const events = await readAll(runId)
    expect(wordsIn(events, 'reasoning-delta')).toBe('Hm, clay.')
    expect(wordsIn(events)).toBe('Clay is earth.')
    expect(await answerIn(conversationId, request.answerId)).toMatchObject({
      reasoning: 'Hm, clay.',
      text: 'Clay is earth.',
    })
  })

  it('is streamed again as reasoning when a closing tag without an opening tag arrives, also after a crash within the answer', async () => {
    const { conversationId, request, runId } = await begin()
    const follow = await chat.followRun(runId)
    const reader = follow(never)[Symbol.asyncIterator]()
    const next = async () => (await reader.next()).value?.event
    provider.say('Hm, clay.\n')
    expect(await next()).toMatchObject({ type: 'run-start' })
    expect(await next()).toEqual({ type: 'text-delta', delta: 'Hm, clay.\n' })
    const storedPieces = () => store.db.select().from(runPieces).where(eq(runPieces.runId, runId))
    await vi.waitFor(async () => expect(await storedPieces()).toHaveLength(1))
    provider.say('</think>\n\nClay is')
    expect(await next()).toEqual({ type: 'run-restart' })
    expect(await next()).toEqual({ type: 'reasoning-delta', delta: 'Hm, clay.' })
    expect(await next()).toEqual({ type: 'text-delta', delta: 'Clay is' })
    await vi.waitFor(async () =>
      expect(await storedPieces()).toMatchObject([{ reasoning: 'Hm, clay.', text: 'Clay is' }]),
    )
    provider.say(' earth.')
    provider.finish()
    await readAll(runId)
    expect(await answerIn(conversationId, request.answerId)).toMatchObject({
      reasoning: 'Hm, clay.',
      text: 'Clay is earth.',
    })
  })
})

describe('change notifications', () => {
  it('are sent for a question, for the end of its answer, and for changes by people', async () => {
    const { conversationId, runId } = await begin()
    expect(changed).toEqual([conversationId])
    await chat.stopRun(runId)
    expect(changed).toEqual([conversationId, conversationId])
    await chat.changeConversation(conversationId, { title: 'Kilns' })
    await chat.putSettings(conversationId, { systemPrompt: 'Be brief.' })
    await chat.deleteConversation(conversationId)
    await chat.restoreConversation(conversationId)
    await chat.deleteForever(conversationId)
    expect(changed).toEqual(Array(7).fill(conversationId))
  })

  it('startRun refuses a question if newer messages follow its parent message, and explains why', async () => {
    const { conversationId, request, runId } = await begin()
    await chat.stopRun(runId)
    const next = { ...createQuestion('Here', request.answerId), isNext: true }
    const { runId: nextRunId } = await begin(next, conversationId)
    await chat.stopRun(nextRunId)
    const late = { ...createQuestion('There', request.answerId), isNext: true }
    await expect(chat.startRun(conversationId, late)).rejects.toMatchObject({ code: 'outdated' })
    const { messages: stored } = await chat.getConversation(conversationId)
    expect(stored.map(({ text }) => text)).not.toContain('There')
    // The server still accepts a second model for the same question, and a new branch.
    const same = { ...next, runId: newId(), answerId: newId() }
    await begin(same, conversationId)
    await begin({ ...late, isNext: false }, conversationId)
  })
})
