import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import {
  startAnthropic,
  testKey,
  thought,
  type AnthropicServer,
} from '../../../providers/anthropic/anthropic.fixture.ts'
import {
  anthropicFlavour,
  createAnthropicProvider,
} from '../../../providers/anthropic/anthropic-provider.ts'
import type { Store } from '../../../store/store.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import {
  openChatApp,
  createQuestion,
  readRunEvents,
  textIn,
  type ChatApp,
} from '../../chat-app.fixture.ts'
import { createKeeper } from './kept-step.ts'

let store: Store
let server: AnthropicServer
let app: ChatApp
const open = () =>
  openChatApp(store, {
    providers: [
      createAnthropicProvider({
        service: {
          id: 'anthropic',
          title: 'Anthropic',
          addressSetting: '',
          addressExample: '',
          keySetting: '',
        },
        baseUrl: server.url,
        flavour: anthropicFlavour,
        apiKey: testKey,
      }),
    ],
  })
beforeAll(async () => {
  store = await openTestStore()
  server = await startAnthropic()
  app = await open()
})
afterAll(async () => {
  await app.close()
  await Promise.all([server.close(), store.close()])
})

const call = (id: string, expression: string) => ({
  type: 'tool_use',
  id,
  name: 'calculate',
  input: { expression },
})

describe('signed reasoning of an answer with tool calls', () => {
  it('is sent back to its service, also after a restart, and to no other service', async () => {
    const id = newId()
    const settings = { tools: ['calculate'], allowedTools: ['calculate'] }
    const ask = async (text: string, more: object) => {
      const request = createQuestion(text, { settings, modelId: 'anthropic/new', ...more })
      const asked = app.call(`/api/conversations/${id}/runs`, 'POST', request)
      return { request, reads: await readRunEvents(await asked) }
    }
    const answers = [
      [thought('I calculate.'), { type: 'text', text: 'Let me see. ' }, call('toolu_1', '6*7')],
      [thought('That was it.'), { type: 'text', text: 'It is 42.' }],
    ]
    server.answer = () => ({ blocks: answers.shift() ?? [{ type: 'text', text: 'Yes.' }] })
    // The fake service refuses reasoning that it has not signed, and tool calls without results.
    const first = await ask('6*7?', {})
    expect(textIn(first.reads)).toBe('Let me see. \n\nIt is 42.')

    await app.close()
    app = await open()
    const second = await ask('Sure?', { parentId: first.request.answerId })
    expect(textIn(second.reads)).toBe('Yes.')
    const messages = (server.asked[2]?.['messages'] ?? []) as object[]
    expect(messages.slice(1, 4)).toEqual([
      {
        role: 'assistant',
        content: [
          thought('I calculate.'),
          { type: 'text', text: 'Let me see. ' },
          call('toolu_1', '6*7'),
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [{ type: 'text', text: '6*7 = 42' }],
          },
        ],
      },
      {
        role: 'assistant',
        content: [thought('That was it.'), { type: 'text', text: '\n\nIt is 42.' }],
      },
    ])

    const other = ask('And you?', {
      parentId: first.request.answerId,
      modelId: 'scripted/writer',
    })
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.say('No.')
    app.provider.finish()
    await other
    expect(JSON.stringify(app.provider.requests[0])).toContain('toolu_1')
    expect(JSON.stringify(app.provider.requests[0])).not.toContain('thinking_blocks')
  })
})

const piece = (index: number, more: object) => ({
  extra: { reasoning_details: [{ type: 'reasoning.text', index, ...more }], refusal: 'x' },
})

describe('createKeeper', () => {
  it('joins pieces of the same field or block', () => {
    const keeper = createKeeper(['reasoning_details', 'reasoning_content'])
    keeper.add(piece(0, { text: 'One ', format: 'a' }))
    keeper.add({ ...piece(0, { text: 'thought', format: 'a' }), reasoning: 'One ' })
    keeper.add({ ...piece(0, { signature: 's' }), reasoning: 'thought' })
    keeper.add(piece(1, { text: 'Another' }))
    const extra = { extra_content: { google: { thought_signature: 'g' } } }
    const asked = { upstreamId: 'c', name: 'f', arguments: '{}' }
    expect(keeper.end([asked, { ...asked, extra }])).toEqual({
      message: {
        reasoning_content: 'One thought',
        reasoning_details: [
          { type: 'reasoning.text', index: 0, text: 'One thought', format: 'a', signature: 's' },
          { type: 'reasoning.text', index: 1, text: 'Another' },
        ],
      },
      calls: [null, extra],
    })
  })

  it('keeps nothing for services that expect nothing back', () => {
    const keeper = createKeeper([])
    keeper.add({ reasoning: 'Hm', extra: { reasoning_details: [{ index: 0 }] } })
    expect(keeper.end([{ upstreamId: 'c', name: 'f', arguments: '{}' }])).toBeUndefined()
  })
})
