import { serve, type ServerType } from '@hono/node-server'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import {
  startAnthropic,
  testKey,
  thought,
  type AnthropicServer,
} from '../../providers/anthropic/anthropic.fixture.ts'
import {
  anthropicFlavour,
  createAnthropicProvider,
} from '../../providers/anthropic/anthropic-provider.ts'
import { createOpenAiProvider } from '../../providers/openai/openai-provider.ts'
import {
  beginStream,
  createChunk,
  createCompletion,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import { createLlmApp } from './llm-app.fixture.ts'

type Fields = Record<string, unknown>

const apiKey = 'sa-ours-and-not-theirs'
const createService = (id: string) => ({
  id,
  title: 'The service',
  addressSetting: 'its address',
  addressExample: 'http://…',
  keySetting: 'its key',
})

let openai: Upstream
let anthropic: AnthropicServer
let asked: Fields[]
let answer: string[]
let server: ServerType
let origin: string

beforeAll(async () => {
  openai = await startUpstream((request, response, body) => {
    if (request.method === 'GET') return void response.end('{"data":[{"id":"writer"}]}')
    asked.push(JSON.parse(body) as Fields)
    beginStream(response).end(answer.join(''))
  })
  anthropic = await startAnthropic()
  const catalogue = createCatalogue({
    providers: fixedProviders({
      chat: [
        createOpenAiProvider({ baseUrl: `${openai.url}/v1`, service: createService('deep') }),
        createAnthropicProvider({
          service: createService('anthropic'),
          baseUrl: anthropic.url,
          flavour: anthropicFlavour,
          apiKey: testKey,
        }),
      ],
    }),
  })
  const keyCheck = createKeyCheck([apiKey], { limits: { requestsPerMinute: 1_000, streams: 4 } })
  const app = createLlmApp({ catalogue, keyCheck })
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`
      resolve()
    })
  })
})
afterAll(async () => {
  server.close()
  await Promise.all([openai.close(), anthropic.close()])
})
beforeEach(() => {
  asked = []
  anthropic.asked.length = 0
  anthropic.requests.length = 0
  answer = createCompletion(['Hel', 'lo'])
})

const post = (path: string, body: Fields) =>
  fetch(`${origin}/llm${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify(body),
  })
const question = {
  model: 'deep/writer',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hi' }],
}
const ask = async (body: Fields = {}) =>
  (await (await post('/v1/messages', { ...question, ...body })).json()) as Fields

async function getEvents(response: Response): Promise<Fields[]> {
  const events: Fields[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const fields = JSON.parse(data) as Fields
      expect(event).toBe(fields['type'])
      events.push(fields)
    },
  })
  parser.feed(await response.text())
  return events
}

const usage = {
  prompt_tokens: 90,
  completion_tokens: 7,
  prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
}
const call = (index: number, more: Fields) => createChunk({ tool_calls: [{ index, ...more }] })

describe('/messages for a model with OpenAI’s protocol', () => {
  it('converts an answer from OpenAI’s format to Anthropic’s', async () => {
    answer = [
      createChunk({ reasoning_content: 'Hm.' }),
      createChunk({ content: 'Sure.' }),
      call(0, { id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }),
      createChunk({}, 'tool_calls', { usage }),
      'data: [DONE]\n\n',
    ]
    expect(await ask()).toEqual({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model: 'deep/writer',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: '' },
        { type: 'text', text: 'Sure.' },
        { type: 'tool_use', id: 'c1', name: 'add', input: { a: 1 } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: 20,
        cache_creation_input_tokens: 10,
        cache_read_input_tokens: 60,
        output_tokens: 7,
      },
    })
  })

  it('streams content blocks sequentially, even if tool calls arrive interleaved', async () => {
    answer = [
      createChunk({ reasoning: 'Hm.' }),
      createChunk({ content: 'Su' }),
      createChunk({ content: 're' }),
      call(0, { id: 'c1', function: { name: 'add', arguments: '' } }),
      call(1, { id: 'c2', function: { name: 'sub', arguments: '{"b"' } }),
      call(0, { function: { arguments: '{"a"' } }),
      call(1, { function: { arguments: ':2}' } }),
      call(0, { function: { arguments: ':1}' } }),
      createChunk({}, 'tool_calls', { usage }),
      'data: [DONE]\n\n',
    ]
    const response = await post('/anthropic/v1/messages', { ...question, stream: true })
    const events = await getEvents(response)
    expect(
      events.map(({ type, index }) =>
        index === undefined ? type : `${type as string} ${index as number}`,
      ),
    ).toEqual([
      'message_start',
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'content_block_start 1',
      'content_block_delta 1',
      'content_block_delta 1',
      'content_block_stop 1',
      'content_block_start 2',
      'content_block_delta 2',
      'content_block_delta 2',
      'content_block_stop 2',
      'content_block_start 3',
      'content_block_delta 3',
      'content_block_stop 3',
      'message_delta',
      'message_stop',
    ])
    const json = (index: number) =>
      events
        .filter((event) => event['index'] === index && event['delta'])
        .map(({ delta }) => (delta as Fields)['partial_json'])
        .join('')
    expect([json(2), json(3)]).toEqual(['{"a":1}', '{"b":2}'])
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'tool_use' },
      usage: { input_tokens: 20, output_tokens: 7 },
    })
    const { message } = events[0] as { message: { usage: Record<string, number> } }
    expect(message.usage['input_tokens']).toBeGreaterThan(10)
    expect(message.usage['output_tokens']).toBe(0)
  })

  it('converts a request to OpenAI’s format', async () => {
    const picture = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
    await ask({
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: picture },
            { type: 'text', text: 'What?' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: '' },
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id: 't1', name: 'look', input: { at: 'it' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'A cat' }] },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
      tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      thinking: { type: 'enabled', budget_tokens: 16_000 },
      stop_sequences: ['END'],
      temperature: 0.5,
    })
    expect(asked[0]).toEqual({
      model: 'writer',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
            { type: 'text', text: 'What?' },
          ],
        },
        {
          role: 'assistant',
          content: 'Let me look.',
          tool_calls: [
            { id: 't1', type: 'function', function: { name: 'look', arguments: '{"at":"it"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 't1', content: 'A cat' },
        { role: 'user', content: [{ type: 'text', text: 'Well?' }] },
      ],
      max_tokens: 100,
      tools: [
        {
          type: 'function',
          function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
        },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
      reasoning_effort: 'medium',
      temperature: 0.5,
      stop: ['END'],
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('asks the service to count tokens, or estimates the number, and charges nothing', async () => {
    const count = async (model: string) => {
      const body = { model, messages: [{ role: 'user', content: 'How many is this?' }] }
      const response = await post('/v1/messages/count_tokens', body)
      expect(response.status).toBe(200)
      return ((await response.json()) as { input_tokens: number }).input_tokens
    }
    expect(await count('anthropic/new')).toBe(14)
    anthropic.counts = false
    for (const model of ['anthropic/new', 'deep/writer']) {
      expect(await count(model)).toBeGreaterThan(10)
    }
    anthropic.counts = true
    expect(asked).toEqual([])
    const nobody = await post('/v1/messages/count_tokens', { model: 'nobody', messages: [] })
    expect(nobody.status).toBe(404)
    expect(await nobody.json()).toMatchObject({ type: 'error' })
  })

  it('reports an error during the stream in Anthropic’s format', async () => {
    answer = [createChunk({ content: 'Half' }), 'data: {"error":{"message":"Too hot"}}\n\n']
    const events = await getEvents(await post('/v1/messages', { ...question, stream: true }))
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: {
        type: 'api_error',
        message: 'The service stopped the answer. Try again. It says: “Too hot”',
      },
    })
  })

  it.each<[string, Fields, number, string]>([
    ['without a limit', { max_tokens: undefined }, 400, 'max_tokens: Field required'],
    ['without messages', { messages: [] }, 400, 'messages: must contain at least one message'],
    [
      'with a tool of Anthropic’s',
      { tools: [{ type: 'web_search_20250305', name: 'w' }] },
      400,
      'web_search_20250305',
    ],
    ['for a model that is not there', { model: 'nobody' }, 404, 'No chat model is called'],
  ])('rejects a request %s', async (_what, more, status, words) => {
    const response = await post('/v1/messages', { ...question, ...more })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      type: 'error',
      error: {
        type: status === 404 ? 'not_found_error' : 'invalid_request_error',
        message: expect.stringContaining(words),
      },
    })
    expect(asked).toEqual([])
  })
})

describe('/messages for a model of Anthropic', () => {
  it('forwards requests unchanged, with the server’s API key', async () => {
    const body = {
      ...question,
      model: 'anthropic/new',
      temperature: 0.3,
      thinking: { type: 'adaptive' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    }
    anthropic.answer = () => ({ blocks: [thought('Hm.'), { type: 'text', text: 'Yes' }] })
    const whole = (await (await post('/v1/messages', body)).json()) as Fields
    expect(whole).toMatchObject({ content: [thought('Hm.'), { type: 'text', text: 'Yes' }] })
    expect(anthropic.asked).toEqual([{ ...body, model: 'new' }])
    expect(anthropic.requests.at(-1)?.headers).toMatchObject({
      'x-api-key': testKey,
      'anthropic-version': '2023-06-01',
    })
    const events = await getEvents(await post('/messages', { ...body, model: 'new', stream: true }))
    expect(events.at(-1)).toEqual({ type: 'message_stop' })
  })

  it('also answers in OpenAI’s format, with reasoning that the client can send back', async () => {
    anthropic.answer = () => ({ blocks: [thought('Hm.'), { type: 'text', text: 'Yes' }] })
    const response = await post('/chat/completions', { ...question, model: 'anthropic/new' })
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          finish_reason: 'stop',
          message: { content: 'Yes', reasoning_content: 'Hm.', thinking_blocks: [thought('Hm.')] },
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 12 },
    })
  })
})

const list = async (query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${origin}/llm/v1/models${query}`, {
    headers: { 'x-api-key': apiKey, ...headers },
  })
  return (await response.json()) as { data: Fields[]; has_more: boolean; last_id: string }
}

describe('list of models in Anthropic’s format', () => {
  const theirs = { 'anthropic-version': '2023-06-01' }

  it('is sent in pages to clients that send the header anthropic-version', async () => {
    const ids: unknown[] = []
    let page = await list('?limit=1', theirs)
    while (page.has_more) {
      expect(page.data).toHaveLength(1)
      ids.push(page.last_id)
      page = await list(`?limit=1&after_id=${encodeURIComponent(page.last_id)}`, theirs)
    }
    ids.push(page.last_id)
    const whole = await list('', theirs)
    expect(whole.data.map(({ id }) => id)).toEqual(ids)
    expect(whole.data).toContainEqual(
      expect.objectContaining({ type: 'model', id: 'deep/writer', display_name: 'writer' }),
    )
    const back = await list(`?limit=1&before_id=${encodeURIComponent(String(ids[1]))}`, theirs)
    expect(back).toMatchObject({ data: [{ id: ids[0] }], has_more: false })
    expect(await list('/deep/writer', theirs)).toMatchObject({ type: 'model', id: 'deep/writer' })
  })

  it('is not sent to other clients, which get OpenAI’s format', async () => {
    expect(await list('')).toMatchObject({ object: 'list' })
  })
})
