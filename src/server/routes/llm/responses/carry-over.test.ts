import { expect, it } from 'vitest'
import type { Fields } from '#lib/fields.ts'
import { createKeyCheck } from '../../../access/keys/api-keys.ts'
import { createCatalogue } from '../../../models/catalogue.ts'
import type { ChatDelta, ChatProvider, ChatRequest } from '../../../ports/chat-provider.ts'
import { fixedProviders } from '../../../ports/providers.ts'
import { createLlmApp } from '../llm-app.fixture.ts'
import { packCarryOver, unpackCarryOver } from './carry-over.ts'

const deltas: ChatDelta[] = [
  { reasoning: 'Hm.' },
  { extra: { thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }] } },
  {
    toolCalls: [
      {
        index: 0,
        id: 'c1',
        function: { name: 'look', arguments: '{}' },
        extra_content: { google: { thought_signature: 'mark' } },
      },
    ],
    finishReason: 'tool_calls',
  },
]

async function ask(provider: string, body: Fields, asked: ChatRequest[]) {
  const chat = (id: string): ChatProvider => ({
    id,
    handsBack: ['thinking_blocks'],
    listModels: () => Promise.resolve([]),
    streamChat: (request, _signal, take) => {
      asked.push(request)
      for (const delta of deltas) void take(delta)
      return Promise.resolve()
    },
  })
  const app = createLlmApp({
    catalogue: createCatalogue({ providers: fixedProviders({ chat: [chat('one'), chat('two')] }) }),
    keyCheck: createKeyCheck(['sa-test-key-1']),
  })
  const response = await app.request('/llm/v1/responses', {
    method: 'POST',
    headers: { Authorization: 'Bearer sa-test-key-1' },
    body: JSON.stringify({ model: `${provider}/m`, store: false, ...body }),
  })
  return (await response.json()) as { output: Fields[] }
}

it('an answer’s extra fields are sent back to the service that created them and to no other service', async () => {
  const tools = [{ type: 'function', name: 'look', parameters: {} }]
  const { output } = await ask('one', { input: 'Hi', tools }, [])
  const input = [
    { role: 'user', content: 'Hi' },
    ...output,
    { type: 'function_call_output', call_id: 'c1', output: 'A cat' },
  ]
  const asked: ChatRequest[] = []
  await ask('one', { input, tools }, asked)
  await ask('two', { input, tools }, asked)
  const [own, other] = asked.map(({ messages }) => messages[1])
  expect(own).toMatchObject({
    role: 'assistant',
    thinking_blocks: [{ signature: 'sig' }],
    tool_calls: [{ id: 'c1', extra_content: { google: { thought_signature: 'mark' } } }],
  })
  expect(JSON.stringify(other)).not.toMatch(/sig|mark/)
})

it.each([undefined, 'gAAAAother', 'bz1.', 'bz1.!!', 'bz1.eyJhIjoxfQ'])(
  'unpackCarryOver ignores %s',
  (packed) => {
    expect(unpackCarryOver(packed, 'one')).toBeUndefined()
  },
)

it('packCarryOver omits fields of several megabytes', () => {
  const message = { thinking_blocks: ['x'.repeat(2e6)] }
  expect(packCarryOver({ provider: 'one', message, calls: {} })).toBeUndefined()
})
