import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StartRun } from '#contract/chat/chat.ts'
import { chatDefaultListSchema } from '#contract/chat/chat-defaults.ts'
import { newId } from '#lib/id.ts'
import type { ChatRequest } from '../../ports/chat-provider.ts'
import { assistants, chatDefaults, conversations, schedules } from '../../store/schema.ts'
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
  for (const table of [chatDefaults, assistants, schedules, conversations]) {
    await store.db.delete(table)
  }
})

const writer = 'scripted/writer'
const put = (body: object) =>
  app.call('/api/chat/defaults', 'PUT', { instructions: '', params: {}, ...body })
const read = async (response: Response) => chatDefaultListSchema.parse(await response.json())

const setUsual = async () => {
  expect((await put({ instructions: 'Use metric units.' })).status).toBe(200)
  const params = { temperature: 0.2, max_tokens: 500 }
  expect((await put({ modelId: writer, instructions: 'Be brief.', params })).status).toBe(200)
}

function answer(): void {
  app.provider.say('Hello')
  app.provider.finish()
}

async function ask(more: Partial<StartRun> = {}, chat = newId()) {
  answer()
  const question = createQuestion('Hi', more)
  const response = await app.call(`/api/conversations/${chat}/runs`, 'POST', question)
  expect(response.status).toBe(200)
  await readRunEvents(response)
  return lastRequest()
}

const lastRequest = () => {
  const request: Partial<ChatRequest> = app.provider.requests.at(-1) ?? {}
  const { messages = [], temperature, max_tokens: longest } = request
  const [system] = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  return { system, temperature, longest }
}

const later = 'If instructions contradict each other, follow those that come later:'

describe('instructions and params for all chats', () => {
  it('are sent with the question of a new chat, those for the model after those for all chats', async () => {
    expect(await ask()).toEqual({ system: undefined, temperature: undefined, longest: undefined })
    await setUsual()
    expect(await ask()).toEqual({
      system: 'Use metric units.\n\nBe brief.',
      temperature: 0.2,
      longest: 500,
    })
  })

  it('are overridden by the assistant, and both by the settings of the chat', async () => {
    await setUsual()
    const id = newId()
    const made = await app.call(`/api/assistants/${id}`, 'PUT', {
      name: 'Potter',
      description: '',
      modelId: writer,
      starters: [],
      settings: { systemPrompt: 'Talk about clay.', params: { temperature: 0.7 } },
    })
    expect(made.status).toBe(200)
    const modelId = `assistant/${id}`
    expect(await ask({ modelId })).toEqual({
      system: `Use metric units.\n\nBe brief.\n\n${later}\n\nTalk about clay.`,
      temperature: 0.7,
      longest: 500,
    })
    const settings = { systemPrompt: 'Rhyme.', params: { temperature: 1.1 } }
    expect(await ask({ modelId, settings })).toEqual({
      system: `Use metric units.\n\nBe brief.\n\n${later}\n\nTalk about clay.\n\nRhyme.`,
      temperature: 1.1,
      longest: 500,
    })
  })

  it('apply to each compared model, to schedules and to temporary chats', async () => {
    await setUsual()
    const usual = { system: 'Use metric units.\n\nBe brief.', temperature: 0.2, longest: 500 }
    const chat = newId()
    const question = { id: newId(), text: 'Compare' }
    expect(await ask({ question }, chat)).toEqual(usual)
    expect(await ask({ question, isNext: true }, chat)).toEqual(usual)

    answer()
    const scheduleId = newId()
    const scheduled = await app.call(`/api/schedules/${scheduleId}`, 'PUT', {
      name: 'News',
      question: 'What is new?',
      modelId: writer,
      timing: { kind: 'daily', time: '08:00' },
      timeZone: 'UTC',
    })
    expect(scheduled.status).toBe(200)
    await app.call(`/api/schedules/${scheduleId}/runs`, 'POST', { id: newId() })
    await expect
      .poll(async () => {
        await app.scheduleRunner.look()
        return app.provider.requests.length
      })
      .toBe(3)
    expect(lastRequest()).toEqual(usual)

    answer()
    const messages = [{ role: 'user', text: 'Hi' }]
    const response = await app.call('/api/temporary-answers', 'POST', { modelId: writer, messages })
    await readRunEvents(response)
    expect(lastRequest()).toEqual(usual)
  })

  it('precede the instructions of the assistant in a temporary chat', async () => {
    await put({ instructions: 'Answer in German.' })
    const id = newId()
    const poet = { name: 'Poet', description: '', modelId: writer, starters: [] }
    const settings = { systemPrompt: 'Answer in English.' }
    expect((await app.call(`/api/assistants/${id}`, 'PUT', { ...poet, settings })).status).toBe(200)
    answer()
    const messages = [{ role: 'user', text: 'Hi' }]
    const modelId = `assistant/${id}`
    await readRunEvents(await app.call('/api/temporary-answers', 'POST', { modelId, messages }))
    expect(lastRequest().system).toBe(`Answer in German.\n\n${later}\n\nAnswer in English.`)
  })

  it('may contain characters that the database cannot store', async () => {
    expect((await put({ instructions: 'Be\u0000 brief \ud83d.' })).status).toBe(200)
  })

  it('are deleted by empty instructions and params', async () => {
    await setUsual()
    const left = await read(await put({ modelId: writer }))
    expect(left.defaults).toEqual([{ instructions: 'Use metric units.', params: {} }])
    expect((await read(await put({}))).defaults).toEqual([])
    expect(await ask()).toEqual({ system: undefined, temperature: undefined, longest: undefined })
  })

  it('are refused for an unknown model, with params without a model, and outside the limits', async () => {
    const hot = await put({ modelId: writer, params: { temperature: 9 } })
    expect(hot.status).toBe(400)
    expect(await hot.text()).toContain('temperature')
    expect((await put({ params: { temperature: 1 } })).status).toBe(400)
    expect((await put({ modelId: 'nobody/none', instructions: 'Hi' })).status).toBe(404)
    expect((await put({ instructions: 'x'.repeat(32_001) })).status).toBe(400)
  })
})
