import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { chatToolListSchema } from '#contract/chat/settings.ts'
import { memoriesMax, memoryStateSchema } from '#contract/chat/memory.ts'
import { newId } from '#lib/id.ts'
import { memories, memorySettings } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openChatApp, createQuestion, readRunEvents, type ChatApp } from '../chat-app.fixture.ts'

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store)
})
afterEach(async () => {
  await app.close()
  await store.db.delete(memories)
  await store.db.delete(memorySettings)
})

const call = async (path: string, method: string, body?: unknown) =>
  memoryStateSchema.parse(await (await app.call(`/api/memory${path}`, method, body)).json())
const turn = (isOn: boolean) => call('', 'PUT', { isOn })
const put = (id: string, text: string) => call(`/${id}`, 'PUT', { text })
const toolNames = async () => {
  const listed: unknown = await (await app.call('/api/chat/tools')).json()
  return chatToolListSchema.parse(listed).tools.map(({ name }) => name)
}

async function askedWith(systemPrompt?: string): Promise<unknown[]> {
  const before = app.provider.requests.length
  const request = createQuestion(
    'Hi',
    systemPrompt === undefined ? {} : { settings: { systemPrompt } },
  )
  const reading = app
    .call(`/api/conversations/${newId()}/runs`, 'POST', request)
    .then((response) => readRunEvents(response))
  await vi.waitFor(() => expect(app.provider.requests.length).toBeGreaterThan(before))
  app.provider.say('Hello')
  app.provider.finish()
  await reading
  const sent = app.provider.requests.at(-1)?.messages ?? []
  return sent.filter(({ role }) => role === 'system').map(({ content }) => content)
}

describe('memory', () => {
  it('is off by default, and precedes the instructions of every chat once it is on', async () => {
    expect(await call('', 'GET')).toEqual({ isOn: false, memories: [] })
    const id = newId()
    await put(id, 'I am a potter.')
    expect(await askedWith()).toEqual([])
    await turn(true)
    expect(await askedWith('Be brief.')).toEqual([
      'What the person wants you to keep in mind:\n- I am a potter.\n\nBe brief.',
    ])
    await turn(false)
    expect(await askedWith('Be brief.')).toEqual(['Be brief.'])
  })

  it('can be edited, and deleted one entry at a time or completely', async () => {
    const [first, second] = [newId(), newId()]
    await put(first, 'One')
    await put(second, 'Two')
    expect((await put(first, 'One more')).memories).toHaveLength(2)
    expect((await call(`/${second}`, 'DELETE')).memories).toMatchObject([{ text: 'One more' }])
    expect((await call('', 'DELETE')).memories).toEqual([])
  })

  it('refuses more entries than the limit', async () => {
    const rows = Array.from({ length: memoriesMax }, (_, at) => ({ id: newId(), text: `${at}` }))
    await store.db.insert(memories).values(rows)
    const refused = await app.call(`/api/memory/${newId()}`, 'PUT', { text: 'More' })
    expect(refused.status).toBe(409)
    const long = await app.call(`/api/memory/${newId()}`, 'PUT', { text: 'x'.repeat(501) })
    expect(long.status).toBe(400)
  })

  it('accepts entries from a model only while it is on and after a person has allowed the tool', async () => {
    expect(await toolNames()).not.toContain('remember')
    await turn(true)
    expect(await toolNames()).toContain('remember')
    const id = newId()
    const request = createQuestion('Remember that', { settings: { tools: ['remember'] } })
    const reading = app
      .call(`/api/conversations/${id}/runs`, 'POST', request)
      .then((response) => readRunEvents(response, (event) => event.type === 'run-state'))
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.say({
      toolCalls: [
        {
          index: 0,
          id: 'a',
          type: 'function',
          function: { name: 'remember', arguments: '{"fact":"Likes celadon."}' },
        },
      ],
    })
    app.provider.finish('tool_calls')
    await reading
    expect((await call('', 'GET')).memories).toEqual([])
    await app.call(`/api/runs/${request.runId}/tool-calls/0`, 'POST', { isAllowed: true })
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(2))
    expect((await call('', 'GET')).memories).toMatchObject([{ text: 'Likes celadon.' }])
    app.provider.say('Done')
    app.provider.finish()
  })
})
