import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HttpError } from '../../errors/http-error.ts'
import type { ChatDelta, ChatRequest } from '../../ports/chat-provider.ts'
import { createWholeCompletion } from '../../chat/completions/completion.ts'
import { startUpstream } from '../openai/upstream.fixture.ts'
import {
  refuse,
  startAnthropic,
  testKey,
  thought,
  type AnthropicServer,
} from './anthropic.fixture.ts'
import {
  anthropicFlavour,
  compatibleFlavour,
  createAnthropicProvider,
} from './anthropic-provider.ts'

const service = {
  id: 'anthropic',
  title: 'Anthropic',
  addressSetting: 'its address in Settings',
  addressExample: 'https://api.anthropic.com',
  keySetting: 'its key in Settings',
}
const never = new AbortController().signal

let server: AnthropicServer
beforeEach(async () => {
  server = await startAnthropic()
})
afterEach(() => server.close())

const providerAt = (baseUrl: string, flavour = anthropicFlavour, apiKey = testKey) =>
  createAnthropicProvider({ service, baseUrl, flavour, apiKey })

const leftOutIn = (deltas: readonly ChatDelta[]) => deltas.flatMap(({ leftOut = [] }) => leftOut)

async function ask(request: Partial<ChatRequest> = {}, provider = providerAt(server.url)) {
  const deltas: ChatDelta[] = []
  const whole = createWholeCompletion({ id: 'c', created: 0, model: 'm' })
  const asked = { model: 'new', messages: [{ role: 'user', content: 'Hi' }], ...request }
  let error: HttpError | undefined
  await provider
    .streamChat(asked, never, (delta) => {
      deltas.push(delta)
      whole.add(delta)
      return undefined
    })
    .catch((thrown: unknown) => {
      error = thrown as HttpError
    })
  const answer = whole.end() as {
    choices: [{ message: Record<string, unknown>; finish_reason: string }]
    usage: unknown
  }
  const [choice] = answer.choices
  return {
    deltas,
    message: choice.message,
    finish: choice.finish_reason,
    usage: answer.usage,
    error,
  }
}

describe('createAnthropicProvider', () => {
  it('sends the API key and version, and converts the answer and its token counts to OpenAI’s format', async () => {
    const { message, finish, usage, error } = await ask()
    expect(error).toBeUndefined()
    expect(message['content']).toBe('Hello there')
    expect(finish).toBe('stop')
    expect(usage).toEqual({
      prompt_tokens: 100,
      completion_tokens: 12,
      total_tokens: 112,
      prompt_tokens_details: { cached_tokens: 70, cache_write_tokens: 20 },
    })
    expect(server.requests.at(-1)?.headers).toMatchObject({
      'x-api-key': testKey,
      'anthropic-version': '2026-10-21',
    })
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization')
    expect(server.asked).toEqual([
      {
        model: 'new',
        max_tokens: 32_000,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
        cache_control: { type: 'ephemeral' },
        stream: true,
      },
    ])
  })

  it('sends system texts, pictures, PDFs, tools and stop sequences, but no sampling params', async () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    const { error } = await ask({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'In German.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'image_url', image_url: { url: picture } },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            {
              type: 'file',
              file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
            },
          ],
        },
        { role: 'user', content: 'What is it?' },
      ],
      temperature: 1.7,
      top_p: 0.5,
      stop: 'END',
      max_completion_tokens: 500,
      user: 'u1',
      tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
      tool_choice: 'required',
      parallel_tool_calls: false,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'a', schema: { type: 'object' } },
      },
    })
    expect(error).toBeUndefined()
    expect(server.asked[0]).toEqual({
      model: 'new',
      max_tokens: 500,
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'In German.' },
      ],
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
            },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
              title: 'a.pdf',
            },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
      stop_sequences: ['END'],
      metadata: { user_id: 'u1' },
      cache_control: { type: 'ephemeral' },
      stream: true,
    })
  })

  it('refuses audio input with a readable error and sends no request', async () => {
    const { error } = await ask({
      messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }],
    })
    expect(error).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('input_audio'),
    })
    expect(server.asked).toEqual([])
  })

  it('sends signed thinking blocks back unchanged, before the tool calls of the same turn', async () => {
    const calls = [
      { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1, b: 'zwölf "12"' } },
      { type: 'tool_use', id: 'toolu_2', name: 'now', input: {} },
    ]
    const hidden = { type: 'redacted_thinking', data: 'ZW5jcnlwdGVk' }
    server.answer = () => ({
      blocks: [thought('First I add.'), hidden, { type: 'text', text: 'Wait.' }, ...calls],
    })
    const first = await ask()
    expect(first.finish).toBe('tool_calls')
    expect(first.message).toMatchObject({
      content: 'Wait.',
      reasoning_content: 'First I add.',
      thinking_blocks: [thought('First I add.'), hidden],
      tool_calls: [
        { id: 'toolu_1', function: { name: 'add', arguments: '{"a":1,"b":"zwölf \\"12\\""}' } },
        { id: 'toolu_2', function: { name: 'now', arguments: '{}' } },
      ],
    })
    server.answer = () => ({ blocks: [{ type: 'text', text: 'Done.' }] })
    const { error } = await ask({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', ...first.message },
        { role: 'tool', tool_call_id: 'toolu_1', content: '13' },
        { role: 'tool', tool_call_id: 'toolu_2', content: '' },
        { role: 'user', content: 'Go on.' },
      ],
    })
    expect(error).toBeUndefined()
    expect(server.asked[1]?.['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      {
        role: 'assistant',
        content: [thought('First I add.'), hidden, { type: 'text', text: 'Wait.' }, ...calls],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: '13' }] },
          { type: 'tool_result', tool_use_id: 'toolu_2' },
          { type: 'text', text: 'Go on.' },
        ],
      },
    ])
  })

  it.each([
    [
      'new',
      'max',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    ],
    [
      'new',
      'minimal',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
    ],
    ['new', 'none', { thinking: { type: 'disabled' } }],
    ['old', 'high', { thinking: { type: 'enabled', budget_tokens: 24_000 } }],
    ['old', 'low', { thinking: { type: 'enabled', budget_tokens: 4_096 } }],
    ['plain', 'high', {}],
    [
      'claude-opus-5-5',
      'xhigh',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'xhigh' } },
    ],
    [
      'claude-opus-5-5',
      'none',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
    ],
    [
      'claude-sonnet-5-5',
      'none',
      { thinking: { type: 'between_tools' }, output_config: { effort: 'low' } },
    ],
    [
      'claude-opus-5-5',
      undefined,
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: undefined },
    ],
  ])(
    'sends only thinking fields that the model supports (model %s, effort %s)',
    async (model, effort, fields) => {
      const { error } = await ask({ model, reasoning_effort: effort })
      expect(error).toBeUndefined()
      const { thinking, output_config } = server.asked[0] ?? {}
      expect({ thinking, output_config }).toEqual({
        thinking: undefined,
        output_config: undefined,
        ...fields,
      })
    },
  )

  const forced = {
    tools: [{ type: 'function', function: { name: 'look' } }],
    tool_choice: { type: 'function', function: { name: 'look' } },
  }

  it.each(['claude-opus-5-5', 'claude-sonnet-5-5'])(
    'makes a forced tool choice optional for the model %s, and reports the change',
    async (model) => {
      const { error, deltas } = await ask({ model, reasoning_effort: 'high', ...forced })
      expect(error).toBeUndefined()
      expect(server.asked[0]).toMatchObject({
        thinking: { type: 'adaptive' },
        output_config: { effort: 'high' },
        tool_choice: { type: 'auto' },
      })
      expect(leftOutIn(deltas)).toEqual([{ field: 'tool_choice', sent: 'auto' }])
    },
  )

  it.each<[string, object]>([
    ['claude-opus-5-5', { tool_choice: { type: 'auto' }, thinking: { type: 'adaptive' } }],
    ['claude-haiku-5-5', { tool_choice: { type: 'tool' }, thinking: { type: 'disabled' } }],
    ['claude-fable-5', { tool_choice: { type: 'tool' }, thinking: { type: 'adaptive' } }],
    ['claude-fable-5-2', { tool_choice: { type: 'auto' }, thinking: { type: 'adaptive' } }],
  ])(
    'applies the built-in thinking rules if the model list does not describe the model %s',
    async (model, fields) => {
      const { toMessagesRequest } = await import('./messages-request.ts')
      const request = { model, messages: [], reasoning_effort: 'high', ...forced }
      expect(toMessagesRequest(request, anthropicFlavour, undefined).fields).toMatchObject(fields)
    },
  )

  it.each<[string, Partial<ChatRequest>, object[]]>([
    ['new', { reasoning_effort: 'max' }, [{ field: 'reasoning_effort', sent: 'high' }]],
    ['plain', { reasoning_effort: 'high' }, [{ field: 'reasoning_effort' }]],
    ['claude-opus-5-5', { reasoning_effort: 'none' }, [{ field: 'reasoning_effort', sent: 'low' }]],
    ['new', { temperature: 0.2, seed: 1, n: 1 }, [{ field: 'temperature' }, { field: 'seed' }]],
    ['new', { constructor: 1, toString: 2 }, [{ field: 'constructor' }, { field: 'toString' }]],
    ['new', { response_format: { type: 'json_object' } }, [{ field: 'response_format' }]],
    ['new', { reasoning_effort: 'high', stop: ['x'], user: 'u', store: true }, []],
  ])(
    'reports which request fields were omitted (model %s, request %j)',
    async (model, request, leftOut) => {
      const { deltas, error } = await ask({ model, ...request })
      expect(error).toBeUndefined()
      expect(leftOutIn(deltas)).toEqual(leftOut)
    },
  )

  it('disables thinking if a tool call is forced', async () => {
    const { error } = await ask({
      reasoning_effort: 'high',
      tools: [{ type: 'function', function: { name: 'look' } }],
      tool_choice: { type: 'function', function: { name: 'look' } },
    })
    expect(error).toBeUndefined()
    expect(server.asked[0]).toMatchObject({
      thinking: { type: 'disabled' },
      tool_choice: { type: 'tool', name: 'look' },
    })
  })

  it('converts stop reasons to OpenAI’s finish reasons', async () => {
    server.answer = () => ({
      blocks: [{ type: 'text', text: 'I' }],
      stop: 'refusal',
      stopDetails: { type: 'refusal', category: 'bio', explanation: 'Not this.' },
    })
    expect(await ask()).toMatchObject({
      finish: 'content_filter',
      message: { refusal: 'Not this.' },
    })
    for (const stop of ['model_context_window_exceeded', 'pause_turn']) {
      server.answer = () => ({ blocks: [], stop })
      expect((await ask()).finish).toBe('length')
    }
  })

  it('reports why an answer ended early, and keeps the received text', async () => {
    server.answer = () => ({
      blocks: [{ type: 'text', text: 'Half of' }],
      breaksWith: { type: 'overloaded_error', message: 'Overloaded' },
    })
    const { message, error } = await ask()
    expect(message['content']).toBe('Half of')
    expect(error).toMatchObject({
      code: 'provider_failed',
      message: 'Anthropic stopped the answer. Try again. It says: “Overloaded”',
    })
  })

  it.each([
    [402, 'billing_error', 'Out of credit', 'provider_refused', 'no balance left'],
    [403, 'permission_error', 'No access', 'provider_refused', 'have no access'],
    [404, 'not_found_error', 'model: nope', 'unknown_model', 'does not have this model'],
    [413, 'request_too_large', 'Too big', 'provider_refused', 'too large'],
    [429, 'rate_limit_error', 'Slow down', 'rate_limited', 'Try again in 7 s'],
    [500, 'api_error', 'Internal', 'provider_failed', 'having problems (500)'],
    [504, 'timeout_error', 'Late', 'timed_out', 'waited too long'],
    [529, 'overloaded_error', 'Overloaded', 'provider_failed', 'having problems (529)'],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low',
      'provider_refused',
      'no balance',
    ],
  ])(
    'does not retry a request that is refused with %i %s',
    async (status, type, words, code, sentence) => {
      let count = 0
      const refusing = await startUpstream((request, response) => {
        if (request.method === 'POST') count++
        response.setHeader('request-id', 'req_9')
        response.setHeader('retry-after', '7')
        refuse(response, status, type, words)
      })
      const { error } = await ask({}, providerAt(refusing.url))
      await refusing.close()
      expect(error).toMatchObject({
        code,
        message: expect.stringContaining(sentence),
        upstreamRequestId: 'req_9',
      })
      expect(count).toBe(1)
    },
  )

  it('retries without the optional fields that the service refuses, and omits them from later requests', async () => {
    const bodies: Record<string, unknown>[] = []
    const picky = await startUpstream((request, response, text) => {
      if (request.method !== 'POST') return void response.writeHead(404).end()
      const body = JSON.parse(text) as Record<string, unknown>
      bodies.push(body)
      const refused = ['temperature', 'top_p'].find((name) => name in body)
      if (refused !== undefined) {
        const words = `${refused}: Extra inputs are not permitted`
        return refuse(response, 400, 'invalid_request_error', words)
      }
      if ('max_tokens' in body && body['max_tokens'] === 9) {
        return refuse(response, 400, 'invalid_request_error', 'max_tokens: not allowed')
      }
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(
        JSON.stringify({ content: [{ type: 'text', text: 'Yes.' }], stop_reason: 'end_turn' }),
      )
    })
    const provider = providerAt(picky.url, compatibleFlavour)
    const asked = { temperature: 0.5, top_p: 0.5, max_tokens: 50 }
    expect((await ask(asked, provider)).message['content']).toBe('Yes.')
    expect(bodies.map((body) => [body['temperature'], body['top_p']])).toEqual([
      [0.5, 0.5],
      [undefined, 0.5],
      [undefined, undefined],
    ])
    await ask(asked, provider)
    expect(bodies).toHaveLength(4)
    expect((await ask({ max_tokens: 9 }, provider)).error).toMatchObject({
      code: 'provider_refused',
    })
    expect(bodies).toHaveLength(5)
    await picky.close()
  })

  it('reports a wrong API key and names the setting that contains the key', async () => {
    const { error } = await ask({}, providerAt(server.url, anthropicFlavour, 'sk-ant-wrong'))
    expect(error).toMatchObject({
      isAboutKey: true,
      message:
        'Anthropic does not accept the key. Check its key in Settings. It says: “invalid x-api-key”',
    })
  })

  it('sends the API version 2023-06-01, sampling params and no cache markers to a compatible server', async () => {
    const { error } = await ask(
      { temperature: 1.7, top_p: 0.5, reasoning_effort: 'low', model: 'old' },
      providerAt(server.url, compatibleFlavour),
    )
    expect(error).toBeUndefined()
    expect(server.asked[0]).toMatchObject({ temperature: 1, top_p: 0.5 })
    expect(server.asked[0]).not.toHaveProperty('cache_control')
    expect(server.requests.at(-1)?.headers).toMatchObject({
      authorization: `Bearer ${testKey}`,
      'anthropic-version': '2023-06-01',
    })
  })

  it('reads an answer that the server sends whole instead of streaming it', async () => {
    server.answer = () => ({ blocks: [] })
    const whole = await startUpstream((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      const blocks = [
        thought('Hm.'),
        { type: 'text', text: 'All at ' },
        { type: 'text', text: 'once' },
        { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
      ]
      const usage = { input_tokens: 3, output_tokens: 4 }
      const answer = { type: 'message', content: blocks, stop_reason: 'tool_use', usage }
      response.end(JSON.stringify(request.method === 'GET' ? { data: [] } : answer))
    })
    const { message, finish, usage } = await ask({}, providerAt(whole.url, compatibleFlavour))
    await whole.close()
    expect(message).toMatchObject({
      content: 'All at once',
      reasoning_content: 'Hm.',
      thinking_blocks: [thought('Hm.')],
      tool_calls: [{ id: 't', function: { name: 'f', arguments: '{"a":1}' } }],
    })
    expect(finish).toBe('tool_calls')
    expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4 })
  })

  it('lists the models of all pages of the model list, with their abilities', async () => {
    const models = await providerAt(server.url).listModels(never)
    expect(models).toHaveLength(5)
    expect(models[0]).toEqual({
      id: 'anthropic/new',
      name: 'Claude new',
      provider: 'anthropic',
      description: '',
      kind: 'chat',
      contextTokens: 200_000,
      answerTokensMax: 64_000,
      createdAt: 1_782_777_600,
      canSee: true,
      inputs: ['image', 'pdf'],
      efforts: ['low', 'medium', 'high'],
      canUseTools: true,
      canReason: true,
    })
    expect(models[1]).toMatchObject({ id: 'anthropic/old', endsOn: '2027-01-22' })
    expect(models[2]).toMatchObject({ id: 'anthropic/plain', canReason: false })
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/models?limit=1000',
      '/v1/models?limit=1000&after_id=old',
      '/v1/models?limit=1000&after_id=gone',
    ])
  })
})
