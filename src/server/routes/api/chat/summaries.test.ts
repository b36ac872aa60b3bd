import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversationDetailSchema, type StartRun } from '#contract/chat/chat.ts'
import { chatSummarySchema, type ChatSummary } from '#contract/chat/summaries.ts'
import { newId } from '#lib/id.ts'
import {
  createQuestion,
  openChatApp,
  readRunEvents,
  type ChatApp,
} from '../../../chat/chat-app.fixture.ts'
import { conversations, summarySettings } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

let store: Store
let app: ChatApp
let chat = ''
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store)
  chat = newId()
})
afterEach(async () => {
  await app.close()
  await store.db.delete(conversations)
  await store.db.delete(summarySettings)
})

async function ask(text: string, answer: string, parentId?: string): Promise<string> {
  app.provider.say(answer)
  app.provider.finish()
  const question = createQuestion(text, parentId === undefined ? {} : { parentId })
  const response = await app.call(`/api/conversations/${chat}/runs`, 'POST', question)
  expect(response.status).toBe(200)
  await readRunEvents(response)
  return question.answerId
}

async function summarise(untilId: string, text = 'Clay A won.'): Promise<ChatSummary> {
  app.provider.say(text, { usage: { prompt_tokens: 1_000_000, completion_tokens: 0 } })
  app.provider.finish()
  const wanted = { id: newId(), untilId, modelId: 'scripted/writer' }
  const response = await app.call(`/api/conversations/${chat}/summaries`, 'POST', wanted)
  expect(response.status).toBe(201)
  return chatSummarySchema.parse(await response.json())
}

const lastMessages = () => app.provider.requests.at(-1)?.messages
const read = async () =>
  conversationDetailSchema.parse(await (await app.call(`/api/conversations/${chat}`)).json())

describe('summaries of a chat', () => {
  it('replace older answers in requests to the model, while the stored chat keeps all messages', async () => {
    const first = await ask('Which clay?', 'A long answer about clay.')
    const second = await ask('And glaze?', 'A long answer about glaze.', first)
    const summary = await summarise(second)
    expect(summary).toMatchObject({
      untilId: second,
      text: 'Clay A won.',
      modelId: 'scripted/writer',
      cost: { amount: 1, currency: 'USD' },
    })
    const [asked] = lastMessages() ?? []
    expect(asked?.content).toMatch(/Person: Which clay\?[^]*Assistant: A long answer about glaze/)

    await ask('Thanks. And the kiln?', 'Electric.', second)
    expect(lastMessages()).toEqual([
      { role: 'user', content: 'Which clay?\n\nAnd glaze?' },
      { role: 'assistant', content: 'Summary of my answers so far:\n\nClay A won.' },
      { role: 'user', content: 'Thanks. And the kiln?' },
    ])
    const detail = await read()
    expect(detail.messages.map(({ text }) => text)).toContain('A long answer about clay.')
    expect(detail.summaries).toEqual([summary])
  })

  it('are paid for once if the request is repeated, and refuse the id of another summary', async () => {
    const first = await ask('Which clay?', 'Stoneware.')
    const summary = await summarise(first)
    const asked = app.provider.requests.length
    const path = `/api/conversations/${chat}/summaries`
    const repeated = { id: summary.id, untilId: first, modelId: 'scripted/writer' }
    expect(await (await app.call(path, 'POST', repeated)).json()).toEqual(summary)
    const second = await ask('Why?', 'Because.', first)
    const other = await app.call(path, 'POST', { ...repeated, untilId: second })
    expect(other.status).toBe(409)
    expect(app.provider.requests).toHaveLength(asked + 1)
  })

  it('do not apply to another branch', async () => {
    const first = await ask('Which clay?', 'Stoneware.')
    const second = await ask('And glaze?', 'Celadon.', first)
    await summarise(second)
    await ask('And the kiln?', 'Electric.', first)
    expect(lastMessages()).toEqual([
      { role: 'user', content: 'Which clay?' },
      { role: 'assistant', content: 'Stoneware.' },
      { role: 'user', content: 'And the kiln?' },
    ])
  })

  it('continue an earlier summary', async () => {
    const first = await ask('Which clay?', 'Stoneware.')
    await summarise(first, 'Stoneware it is.')
    const second = await ask('And glaze?', 'Celadon.', first)
    await summarise(second, 'Stoneware with celadon.')
    const [asked] = lastMessages() ?? []
    expect(asked?.content).toContain('Summary of what came before:\nStoneware it is.')
    expect(asked?.content).not.toContain('Which clay?')
    await ask('Thanks.', 'Good.', second)
    expect(lastMessages()?.[1]?.content).toContain('Stoneware with celadon.')
  })

  it('can be edited and undone', async () => {
    const first = await ask('Which clay?', 'Stoneware.')
    const { id } = await summarise(first)
    const path = `/api/conversations/${chat}/summaries/${id}`
    expect((await app.call(path, 'PUT', { text: ' ' })).status).toBe(400)
    expect((await app.call(path, 'PUT', { text: 'Mine.' })).status).toBe(200)
    const second = await ask('Why?', 'Because.', first)
    expect(lastMessages()?.[1]?.content).toContain('Mine.')
    expect((await app.call(path, 'DELETE')).status).toBe(204)
    expect((await app.call(path, 'DELETE')).status).toBe(404)
    await ask('Really?', 'Yes.', second)
    expect(lastMessages()?.[1]).toEqual({ role: 'assistant', content: 'Stoneware.' })
    expect((await read()).summaries).toBeUndefined()
  })

  it('are written piece by piece if the chat exceeds the model’s context', async () => {
    app.provider.facts = { contextTokens: 1_000 }
    const first = await ask('Which clay?', 'word '.repeat(500))
    const writing = summarise(first, 'One.')
    await expect.poll(() => app.provider.requests.length).toBe(3)
    app.provider.say('Both.')
    app.provider.finish()
    expect((await writing).text).toBe('Both.')
    expect(lastMessages()?.[0]?.content).toContain('Summary of what came before:\nOne.')
  })

  it('store nothing if the model fails, or writes nothing', async () => {
    const first = await ask('Which clay?', 'Stoneware.')
    const wanted = { id: newId(), untilId: first, modelId: 'scripted/writer' }
    app.provider.say(' ')
    app.provider.finish()
    const response = await app.call(`/api/conversations/${chat}/summaries`, 'POST', wanted)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('wrote no summary'),
    })
    for (const wrong of [
      { ...wanted, untilId: newId() },
      { ...wanted, modelId: 'gone/model' },
    ]) {
      const refused = await app.call(`/api/conversations/${chat}/summaries`, 'POST', wrong)
      expect(refused.status).toBe(404)
    }
    expect((await read()).summaries).toBeUndefined()
  })
})

const configure = async (wanted: object) =>
  expect((await app.call('/api/chat/summaries', 'PUT', wanted)).status).toBe(200)

async function reply(...texts: string[]): Promise<void> {
  const before = app.provider.requests.length
  for (const [at, text] of texts.entries()) {
    await expect.poll(() => app.provider.requests.length).toBe(before + at + 1)
    app.provider.say(text)
    app.provider.finish()
  }
}

async function askNext(parentId: string, more: Partial<StartRun> = {}) {
  const question = createQuestion('And the kiln?', { parentId, ...more })
  return readRunEvents(await app.call(`/api/conversations/${chat}/runs`, 'POST', question))
}

describe('automatic summaries', () => {
  const long = 'word '.repeat(700)
  const settings = { isAutomatic: true, usdMax: 1 }

  async function fillChat(): Promise<string> {
    const first = await ask('Which clay?', long)
    const second = await ask('And glaze?', long, first)
    app.provider.facts = { contextTokens: 1_000 }
    return second
  }

  it('are off until the person turns them on', async () => {
    expect(await (await app.call('/api/chat/summaries')).json()).toEqual({
      isAutomatic: false,
      usdMax: 0.05,
    })
    const parentId = await fillChat()
    const asking = askNext(parentId)
    await reply('Electric.')
    await asking
    expect((await read()).summaries).toBeUndefined()
  })

  it('are written before the question is sent, and shown in the chat', async () => {
    await configure(settings)
    const parentId = await fillChat()
    const asking = askNext(parentId)
    await reply('One.', 'Clay A won.', 'Electric.')
    const states = (await asking).flatMap(({ event }) =>
      event.type === 'run-state' ? event.run.isSummarising : [],
    )
    expect(states).toEqual([true, false])
    expect(lastMessages()).toEqual([
      { role: 'user', content: 'Which clay?' },
      { role: 'assistant', content: 'Summary of my answers so far:\n\nClay A won.' },
      { role: 'user', content: 'And glaze?' },
      { role: 'assistant', content: long },
      { role: 'user', content: 'And the kiln?' },
    ])
    expect((await read()).summaries).toMatchObject([{ text: 'Clay A won.' }])
  })

  it.each([
    ['the chat has turned them off', settings, { settings: { summarises: false } }, {}],
    ['they would cost more than the limit', { ...settings, usdMax: 0.0001 }, {}, {}],
    ['the price of the model is not known', settings, {}, { price: undefined }],
    ['the chat fits the context', settings, {}, { contextTokens: 10_000 }],
  ])('are not written if %s', async (_case, wanted, more, facts) => {
    await configure(wanted)
    const parentId = await fillChat()
    Object.assign(app.provider.facts, facts)
    const asking = askNext(parentId, more)
    await reply('Electric.')
    await asking
    expect(lastMessages()?.[1]?.content).toBe(long)
    expect((await read()).summaries).toBeUndefined()
  })

  it('are written in a chat that has turned them on', async () => {
    await configure({ ...settings, isAutomatic: false })
    const parentId = await fillChat()
    const asking = askNext(parentId, { settings: { summarises: true } })
    await reply('One.', 'Clay A won.', 'Electric.')
    await asking
    expect((await read()).summaries).toHaveLength(1)
    expect((await read()).settings).toEqual({ summarises: true })
  })

  it('stop the question with a reason if the model cannot write them', async () => {
    await configure({ ...settings, modelId: 'gone/model' })
    const parentId = await fillChat()
    const end = (await askNext(parentId)).at(-1)?.event
    expect(end).toMatchObject({
      type: 'run-end',
      run: {
        status: 'failed',
        failure: { message: expect.stringMatching(/could not be summarised.*Settings › Memory/) },
      },
    })
  })
})
