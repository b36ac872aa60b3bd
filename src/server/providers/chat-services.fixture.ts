import type { ChatProvider } from '../ports/chat-provider.ts'
import type { UpstreamService } from '../ports/upstream-service.ts'
import { compatibleFlavour, createAnthropicProvider } from './anthropic/anthropic-provider.ts'
import { createGatewayChatProvider } from './gateway/chat.ts'
import { createOllamaProvider } from './ollama/ollama-provider.ts'
import { createOpenAiProvider } from './openai/openai-provider.ts'
import type { ClientTimeouts } from './openai/openai-client.ts'

/** The answer format of one chat service. Tests run once per service. */
export type ChatServiceFixture = {
  name: string
  route: string
  contentType: string
  begin: readonly string[]
  say: (words: string) => string
  end: readonly string[]
  fail: (message: string) => string
  refuse: (message: string) => object
  connect: (origin: string, timeouts: Partial<ClientTimeouts>) => ChatProvider
}

/** The key that tests look for in all output, where it must never appear. */
export const chatKey = 'sk-nobody-may-read-this-7Qx'

const service = (title: string): UpstreamService => ({
  id: 'mine',
  title,
  addressSetting: 'its address in Settings',
  addressExample: 'https://api.example.com/v1',
  keySetting: 'its key in Settings',
})

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const event = (value: { type: string; [field: string]: unknown }) =>
  `event: ${value.type}\n${data(value)}`
const line = (value: object) => `${JSON.stringify(value)}\n`

const openAi = {
  contentType: 'text/event-stream',
  begin: [data({ id: 'c1', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] })],
  say: (content: string) => data({ id: 'c1', choices: [{ index: 0, delta: { content } }] }),
  end: [
    data({ id: 'c1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    'data: [DONE]\n\n',
  ],
  fail: (message: string) => data({ error: { message, type: 'server_error', code: 500 } }),
  refuse: (message: string) => ({ error: { message, type: 'invalid_request_error' } }),
}

export const chatServices: readonly ChatServiceFixture[] = [
  {
    ...openAi,
    name: 'an OpenAI-compatible service',
    route: 'POST /v1/chat/completions',
    connect: (origin, timeouts) =>
      createOpenAiProvider({
        service: service('Mine'),
        baseUrl: `${origin}/v1`,
        apiKey: chatKey,
        timeouts,
      }),
  },
  {
    name: 'OpenAI’s Responses',
    route: 'POST /v1/responses',
    contentType: 'text/event-stream',
    begin: [
      event({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } }),
      event({
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'message', id: 'm1' },
      }),
    ],
    say: (delta) => event({ type: 'response.output_text.delta', output_index: 0, delta }),
    end: [
      event({ type: 'response.completed', response: { id: 'r1', status: 'completed', usage: {} } }),
    ],
    fail: (message) =>
      event({ type: 'response.failed', response: { error: { code: 'server_error', message } } }),
    refuse: (message) => ({ error: { message, type: 'invalid_request_error' } }),
    connect: (origin, timeouts) =>
      createOpenAiProvider({
        service: service('Mine'),
        baseUrl: `${origin}/v1`,
        apiKey: chatKey,
        quirks: { responses: {} },
        chatApi: 'responses',
        timeouts,
      }),
  },
  {
    name: 'Anthropic',
    route: 'POST /v1/messages',
    contentType: 'text/event-stream',
    begin: [
      event({ type: 'message_start', message: { id: 'm1', usage: { input_tokens: 3 } } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text' } }),
    ],
    say: (text) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    end: [
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} }),
      event({ type: 'message_stop' }),
    ],
    fail: (message) => event({ type: 'error', error: { type: 'overloaded_error', message } }),
    refuse: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
    connect: (origin, timeouts) =>
      createAnthropicProvider({
        service: service('Mine'),
        baseUrl: origin,
        apiKey: chatKey,
        flavour: compatibleFlavour,
        timeouts,
      }),
  },
  {
    name: 'Ollama',
    route: 'POST /api/chat',
    contentType: 'application/x-ndjson',
    begin: [],
    say: (content) => line({ message: { role: 'assistant', content }, done: false }),
    end: [line({ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' })],
    fail: (error) => line({ error }),
    refuse: (error) => ({ error }),
    connect: (origin, timeouts) =>
      createOllamaProvider({ service: service('Mine'), origin, apiKey: chatKey, timeouts }),
  },
  ...['a gateway', 'another Bozzetto'].map((name) => ({
    ...openAi,
    name,
    route: 'POST /llm/chat/completions',
    connect: (origin: string, timeouts: Partial<ClientTimeouts>) =>
      createGatewayChatProvider({
        service: service('Mine'),
        baseUrl: origin,
        apiKey: chatKey,
        timeouts,
      }),
  })),
]
