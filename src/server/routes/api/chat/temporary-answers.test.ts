import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { openChatApp, readRunEvents, type ChatApp } from '../../../chat/chat-app.fixture.ts'
import { createTemporaryAnswers } from '../../../chat/temporary/temporary-answers.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store)
})
afterEach(() => app.close())

async function storedText(): Promise<string> {
  const { rows: tables } = await store.executeSql(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const all: unknown[] = []
  for (const { name } of tables as { name: string }[]) {
    all.push((await store.executeSql(`select * from "${name}"`)).rows)
  }
  return JSON.stringify(all)
}

const getEvents = async (response: Response) =>
  (await readRunEvents(response)).map(({ event }) => event)

type Said = { role: string; text: string; pictures?: string[] }

const ask = (messages: Said[], init: RequestInit = {}, settings?: object) =>
  app.call(
    '/api/temporary-answers',
    'POST',
    { modelId: 'scripted/writer', messages, settings },
    init,
  )

describe('an answer of a temporary chat', () => {
  it('is streamed with the earlier messages as context, and is not stored', async () => {
    const said = [
      { role: 'user', text: 'zanzibar one' },
      { role: 'assistant', text: 'zanzibar two' },
      { role: 'user', text: 'zanzibar three' },
    ]
    const events = ask(said).then(getEvents)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.say({ reasoning: 'zanzibar four' }, 'zanzibar five')
    await vi.waitFor(async () => expect(await storedText()).not.toContain('zanzibar'))
    app.provider.finish()
    expect(await events).toMatchObject([
      { type: 'run-start' },
      { type: 'reasoning-delta', delta: 'zanzibar four' },
      { type: 'text-delta', delta: 'zanzibar five' },
      { type: 'run-end', run: { status: 'completed' } },
    ])
    expect(app.provider.requests[0]?.messages).toEqual(
      said.map(({ role, text }) => ({ role, content: text })),
    )
    expect(await storedText()).not.toContain('zanzibar')
  })

  it('follows the instructions and params of its chat, and an invalid param is rejected', async () => {
    const said = [{ role: 'user', text: 'Hi' }]
    const settings = { systemPrompt: 'zanzibar six', params: { temperature: 0.3, unknown: 1 } }
    const events = ask(said, {}, settings).then(getEvents)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.finish()
    await events
    expect(app.provider.requests[0]).toMatchObject({
      temperature: 0.3,
      messages: [
        { role: 'system', content: 'zanzibar six' },
        { role: 'user', content: 'Hi' },
      ],
    })
    expect(app.provider.requests[0]).not.toHaveProperty('unknown')
    expect(await storedText()).not.toContain('zanzibar')
    const refused = await ask(said, {}, { params: { temperature: 9 } })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('temperature')
  })

  it('joins two questions if the answer between them was stopped before its first word', async () => {
    const events = ask(['One?', 'Two?'].map((text) => ({ role: 'user', text }))).then(getEvents)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.finish()
    await events
    expect(app.provider.requests[0]?.messages).toEqual([{ role: 'user', content: 'One?\n\nTwo?' }])
  })

  it('receives the pictures of the questions, while other files are rejected', async () => {
    const url = `data:image/jpeg;base64,${Buffer.from('zanzibar picture').toString('base64')}`
    const events = ask([{ role: 'user', text: 'What is it?', pictures: [url] }]).then(getEvents)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.finish()
    await events
    expect(app.provider.requests[0]?.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ])
    expect(await storedText()).not.toContain(url)
    for (const pictures of [
      ['https://a.example/b.png'],
      ['data:text/html;base64,YQ=='],
      Array(5).fill(url),
    ]) {
      expect((await ask([{ role: 'user', text: 'Hi', pictures }])).status).toBe(400)
    }
    expect((await ask([{ role: 'user', text: '' }])).status).toBe(400)
  })

  it('is refused before the request if the question has a picture and the model does not accept pictures', async () => {
    const [writer] = await app.provider.listModels()
    app.provider.listModels = async () => [{ ...writer!, canSee: false }]
    const response = await ask([
      { role: 'user', text: 'Hi', pictures: ['data:image/png;base64,YQ=='] },
    ])
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('writer cannot see the pictures of this chat')
    expect(app.provider.requests).toHaveLength(0)
  })

  it('stops when its reader disconnects', async () => {
    const reader = new AbortController()
    const response = ask([{ role: 'user', text: 'Hi' }], { signal: reader.signal })
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.say('Hello')
    await response
    reader.abort()
    await vi.waitFor(() => expect(app.provider.signals[0]?.aborted).toBe(true))
  })

  it('is not written if its reader disconnects before the model is asked', async () => {
    const gone = new AbortController()
    const answers = createTemporaryAnswers({
      catalogue: {
        chat: async (_, signal) => {
          if (signal === gone.signal) gone.abort()
          return { provider: app.provider, model: 'writer' }
        },
      },
      readDefaults: async () => ({ instructions: [], params: {} }),
    })
    const question = {
      modelId: 'scripted/writer',
      messages: [{ role: 'user' as const, text: 'Hi' }],
    }
    await expect(answers.begin(question, gone.signal)).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(app.provider.requests).toHaveLength(0)
    const follow = await answers.begin(question, new AbortController().signal)
    for await (const _ of follow(AbortSignal.abort()));
    await vi.waitFor(() => expect(app.provider.signals).toHaveLength(1))
    expect(app.provider.signals[0]?.aborted).toBe(true)
  })

  it('reports errors of the service, and invalid requests are rejected', async () => {
    const events = ask([{ role: 'user', text: 'Hi' }]).then(getEvents)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.say(new Error('Broken'))
    expect((await events).at(-1)).toMatchObject({ type: 'run-end', run: { status: 'failed' } })
    expect((await ask([])).status).toBe(400)
    const unknown = await app.call('/api/temporary-answers', 'POST', {
      modelId: `nobody/${newId()}`,
      messages: [{ role: 'user', text: 'Hi' }],
    })
    expect(unknown.status).toBe(404)
  })
})
