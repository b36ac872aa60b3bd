import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fields } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import {
  openAiKey,
  startOpenAi,
  type OpenAiServer,
  type OpenAiScript,
} from '../../../providers/openai/responses/openai.fixture.ts'
import { createOpenAiProvider } from '../../../providers/openai/openai-provider.ts'
import { vendors } from '../../../providers/openai/vendors.ts'
import type { Store } from '../../../store/store.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import {
  openChatApp,
  createQuestion,
  readRunEvents,
  textIn,
  type ChatApp,
} from '../../chat-app.fixture.ts'

let store: Store
let server: OpenAiServer
let app: ChatApp
const open = () =>
  openChatApp(store, {
    providers: [
      createOpenAiProvider({
        service: {
          id: 'openai',
          title: 'OpenAI',
          addressSetting: '',
          addressExample: '',
          keySetting: '',
        },
        baseUrl: `${server.url}/v1`,
        apiKey: openAiKey,
        quirks: vendors.find(({ id }) => id === 'openai')?.quirks,
        knownAs: 'openai',
      }),
    ],
  })
beforeAll(async () => {
  store = await openTestStore()
  server = await startOpenAi()
  app = await open()
})
beforeEach(() => {
  server.asked.length = 0
})
afterAll(async () => {
  await app.close()
  await Promise.all([server.close(), store.close()])
})

function chatWith(modelId: string, settings: object) {
  const id = newId()
  return {
    id,
    ask: async (text: string, parentId?: string) => {
      const request = createQuestion(text, { settings, modelId, ...(parentId && { parentId }) })
      const reads = await readRunEvents(
        await app.call(`/api/conversations/${id}/runs`, 'POST', request),
      )
      return { reads, answerId: request.answerId }
    },
  }
}

const answerWith = (...scripts: OpenAiScript['output'][]) => {
  server.answer = () => ({ output: scripts.shift() ?? [{ text: 'Yes.' }] })
}
const inputAt = (at: number) => (server.asked[at]?.body['input'] ?? []) as Fields[]
const kindsAt = (at: number) => inputAt(at).map(({ type, role }) => role ?? type)

describe('answer of a model that uses the Responses API', () => {
  it('sends its reasoning back with each tool call and question, also after a restart', async () => {
    const settings = { tools: ['calculate'], allowedTools: ['calculate'] }
    const chat = chatWith('openai/gpt-6.2-sol', settings)
    answerWith(
      [
        { reasoning: 'Two products.' },
        { text: 'Let me see. ', phase: 'commentary' },
        { call: 'call_1', name: 'calculate', input: { expression: '6*7' } },
        { call: 'call_2', name: 'calculate', input: { expression: '2*4' } },
      ],
      [{ reasoning: 'Done.' }, { text: 'It is 42 and 8.', phase: 'final_answer' }],
    )
    const first = await chat.ask('6*7 and 2*4?')
    expect(textIn(first.reads)).toBe('Let me see. \n\nIt is 42 and 8.')
    expect(kindsAt(1)).toEqual([
      'user',
      'reasoning',
      'assistant',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
    ])

    await app.close()
    app = await open()
    const second = await chat.ask('Sure?', first.answerId)
    expect(textIn(second.reads)).toBe('Yes.')
    expect(kindsAt(2)).toEqual([...kindsAt(1), 'reasoning', 'assistant', 'user'])
    expect(inputAt(2).slice(0, 7)).toEqual(inputAt(1))
    expect(inputAt(2)[8]).toMatchObject({
      phase: 'final_answer',
      content: [{ type: 'output_text', text: 'It is 42 and 8.' }],
    })
  })

  it('sends its reasoning back with the next question if it used no tools, and to no other model', async () => {
    const chat = chatWith('openai/gpt-6-sol', {})
    answerWith([{ reasoning: 'Easy.' }, { text: 'Blue.' }])
    const first = await chat.ask('Which colour?')
    await chat.ask('Why?', first.answerId)
    expect(kindsAt(1)).toEqual(['user', 'reasoning', 'assistant', 'user'])
    const request = createQuestion('And you?', {
      modelId: 'openai/gpt-5.4',
      parentId: first.answerId,
    })
    await readRunEvents(await app.call(`/api/conversations/${chat.id}/runs`, 'POST', request))
    expect(kindsAt(2)).toEqual(['user', 'assistant', 'user'])
  })

  it('shows a refusal as its text', async () => {
    const chat = chatWith('openai/gpt-6-sol', {})
    answerWith([{ refusal: 'I cannot help with that.' }])
    expect(textIn((await chat.ask('Please')).reads)).toBe('I cannot help with that.')
  })

  it('lists the request fields that were left out, so that the page can show them', async () => {
    const params = { temperature: 0.2, stop: ['END'], reasoning_effort: 'minimal' }
    const chat = chatWith('openai/gpt-6-sol', { params })
    answerWith([{ text: 'Fine.' }])
    const { answerId } = await chat.ask('Hi')
    const page = await app.call(`/api/conversations/${chat.id}`)
    const { messages } = (await page.json()) as {
      messages: { id: string; run?: { leftOut?: object[] } }[]
    }
    expect(messages.find(({ id }) => id === answerId)?.run?.leftOut).toEqual([
      { field: 'reasoning_effort', sent: 'low' },
      { field: 'stop' },
      { field: 'temperature' },
    ])
  })
})
