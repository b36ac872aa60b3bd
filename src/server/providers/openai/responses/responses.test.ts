import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatApi } from '#contract/connections.ts'
import type { Fields } from '#lib/fields.ts'
import type { HttpError } from '../../../errors/http-error.ts'
import type { ChatDelta, ChatProvider, ChatRequest } from '../../../ports/chat-provider.ts'
import { withField } from '../chat-body.ts'
import { createOllamaProvider } from '../../ollama/ollama-provider.ts'
import { createOpenAiProvider } from '../openai-provider.ts'
import { beginStream, createCompletion, startUpstream } from '../upstream.fixture.ts'
import { vendors } from '../vendors.ts'
import { openAiKey, startOpenAi, type OpenAiServer, type OpenAiScript } from './openai.fixture.ts'
import { responseItemsField, type KeptItems } from './wire.ts'

let server: OpenAiServer
beforeEach(async () => {
  server = await startOpenAi()
})
afterEach(async () => server.close())

const service = {
  id: 'openai',
  title: 'OpenAI',
  addressSetting: 'its address',
  addressExample: 'https://…',
  keySetting: 'its key',
}
const createProvider = (chatApi: ChatApi = 'auto', vendor = 'openai', apiKey = openAiKey) =>
  createOpenAiProvider({
    baseUrl: `${server.url}/v1`,
    apiKey,
    service,
    quirks: vendors.find(({ id }) => id === vendor)?.quirks,
    chatApi,
    knownAs: vendor,
  })

type Heard = { deltas: ChatDelta[]; error: HttpError | undefined }
async function ask(
  request: Partial<ChatRequest>,
  provider: ChatProvider = createProvider(),
  signal = new AbortController().signal,
): Promise<Heard> {
  const deltas: ChatDelta[] = []
  let error: HttpError | undefined
  const asked = { model: 'gpt-6-sol', messages: [{ role: 'user', content: 'Hi' }], ...request }
  await provider
    .streamChat(asked, signal, (delta) => void deltas.push(delta))
    .catch((thrown: unknown) => (error = thrown as HttpError))
  return { deltas, error }
}

const joined = ({ deltas }: Heard, field: 'text' | 'reasoning') =>
  deltas.map((delta) => delta[field] ?? '').join('')
const getLast = ({ deltas }: Heard) => deltas.at(-1) ?? {}
const getLeftOut = ({ deltas }: Heard) => deltas.flatMap(({ leftOut }) => leftOut ?? [])
const script = (output: OpenAiScript['output'], more: Partial<OpenAiScript> = {}) => {
  server.answer = () => ({ output, ...more })
}
const sent = () => server.asked.at(-1)?.body ?? {}

const schema = { type: 'object', properties: { id: { type: 'string' } } }
const tool = (name: string) => ({ type: 'function', function: { name, parameters: schema } })

function getMessage({ deltas }: Heard): ChatRequest['messages'][number] {
  const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = []
  for (const part of deltas.flatMap(({ toolCalls }) => (toolCalls ?? []) as Fields[])) {
    const called = part['function'] as { name?: string; arguments: string }
    const call = calls[part['index'] as number]
    if (call) call.function.arguments += called.arguments
    else calls.push({ ...part, function: { name: '', ...called } } as never)
  }
  const extra = deltas.find((delta) => delta.extra?.[responseItemsField])?.extra
  const content = deltas.map(({ text = '' }) => text).join('')
  return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }), ...extra }
}

describe('toResponsesRequest', () => {
  it('converts texts, pictures, files and tools, and disables storage', async () => {
    const { error } = await ask({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
            {
              type: 'file',
              file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
            },
          ],
        },
      ],
      tools: [tool('look'), { type: 'function', function: { name: 'none' } }],
      tool_choice: { type: 'function', function: { name: 'look' } },
      parallel_tool_calls: true,
      max_tokens: 900,
      reasoning_effort: 'high',
      verbosity: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } },
    })
    expect(error).toBeUndefined()
    expect(server.asked[0]).toEqual({
      path: '/v1/responses',
      body: {
        model: 'gpt-6-sol',
        input: [
          { type: 'message', role: 'developer', content: 'Be brief.' },
          { type: 'message', role: 'user', content: 'Hi' },
          { type: 'message', role: 'assistant', content: 'Hello.' },
          {
            type: 'message',
            role: 'user',
            content: [
              { type: 'input_text', text: 'What is this?' },
              { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'low' },
              {
                type: 'input_file',
                filename: 'a.pdf',
                file_data: 'data:application/pdf;base64,AA==',
              },
            ],
          },
        ],
        tools: [
          { type: 'function', name: 'look', parameters: schema, strict: false },
          {
            type: 'function',
            name: 'none',
            parameters: { type: 'object', properties: {} },
            strict: false,
          },
        ],
        tool_choice: { type: 'function', name: 'look' },
        parallel_tool_calls: true,
        max_output_tokens: 900,
        reasoning: { effort: 'high', summary: 'auto' },
        text: {
          format: { type: 'json_schema', name: 'a', schema, strict: true },
          verbosity: 'low',
        },
        store: false,
        include: ['reasoning.encrypted_content'],
        stream: true,
        stream_options: { include_obfuscation: false },
      },
    })
  })

  it('refuses audio input with a readable error and sends no request', async () => {
    const content = [{ type: 'input_audio', input_audio: { data: '' } }]
    const { error } = await ask({ messages: [{ role: 'user', content }] })
    expect(error).toMatchObject({ code: 'bad_request' })
    expect(server.requests).toEqual([])
  })

  it('reports which omitted fields affect the answer', async () => {
    const heard = await ask({ stop: ['END'], seed: 7, frequency_penalty: 0, user: 'u1' })
    expect(heard.error).toBeUndefined()
    expect(getLeftOut(heard)).toEqual([{ field: 'stop' }, { field: 'seed' }])
    expect(heard.deltas[0]).toHaveProperty('leftOut')
  })

  it('retries without a refused field and omits it from later requests', async () => {
    const provider = createProvider()
    const first = await ask({ temperature: 0.2 }, provider)
    expect(first.error).toBeUndefined()
    expect(getLeftOut(first)).toEqual([{ field: 'temperature' }])
    expect(server.requests).toHaveLength(2)
    const second = await ask({ temperature: 0.2 }, provider)
    expect(getLeftOut(second)).toEqual([{ field: 'temperature' }])
    expect(server.requests).toHaveLength(3)
  })

  it.each([
    ['gpt-6-sol', 'minimal', 'low'],
    ['gpt-6.2-sol', 'none', 'low'],
    ['gpt-5.4', 'max', 'xhigh'],
  ])('sends to %s the nearest supported effort instead of %s', async (model, effort, nearest) => {
    const heard = await ask({ model, reasoning_effort: effort })
    expect(heard.error).toBeUndefined()
    expect(sent()['reasoning']).toMatchObject({ effort: nearest })
    expect(getLeftOut(heard)).toEqual([{ field: 'reasoning_effort', sent: nearest }])
  })

  it('reads the supported efforts of an unknown model from its refusal', async () => {
    const provider = createOpenAiProvider({
      baseUrl: `${server.url}/v1`,
      apiKey: openAiKey,
      service,
      quirks: { responses: {} },
      chatApi: 'responses',
    })
    const first = await ask({ reasoning_effort: 'minimal' }, provider)
    expect(getLeftOut(first)).toEqual([{ field: 'reasoning_effort', sent: 'low' }])
    await ask({ reasoning_effort: 'minimal' }, provider)
    expect(server.requests).toHaveLength(3)
  })
})

describe('createResponsesReader', () => {
  it('returns text, reasoning summaries, citations and all token counts', async () => {
    const citation = {
      type: 'url_citation',
      url: 'https://a.example',
      title: 'A',
      start_index: 0,
      end_index: 5,
    }
    script([{ reasoning: 'First.\n\nThen that.' }, { text: 'Here it is.', citation }])
    const heard = await ask({ reasoning_effort: 'low' })
    expect(joined(heard, 'reasoning')).toBe('First.\n\nThen that.')
    expect(joined(heard, 'text')).toBe('Here it is.')
    const { type: _, ...about } = citation
    expect(heard.deltas.find(({ extra }) => extra?.['annotations'])?.extra).toEqual({
      annotations: [{ type: 'url_citation', url_citation: about }],
    })
    expect(getLast(heard)).toMatchObject({
      finishReason: 'stop',
      usage: {
        prompt_tokens: 120,
        completion_tokens: 40,
        total_tokens: 160,
        prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 10 },
        completion_tokens_details: { reasoning_tokens: 30 },
      },
    })
  })

  it('returns parallel calls with their arguments', async () => {
    script([
      { call: 'call_a', name: 'look', input: { id: 'one' } },
      { call: 'call_b', name: 'look', input: {} },
      { customCall: 'call_c', name: 'patch', input: 'raw text' },
    ])
    const heard = await ask({ tools: [tool('look')] })
    const parts = heard.deltas.flatMap(({ toolCalls = [] }) => toolCalls as Fields[])
    const of = (index: number) => parts.filter((part) => part['index'] === index)
    expect(of(0)[0]).toMatchObject({ id: 'call_a', function: { name: 'look' } })
    const given = of(0).map((part) => (part['function'] as Fields)['arguments'])
    expect(given.join('')).toBe('{"id":"one"}')
    expect(
      of(1)
        .map((part) => (part['function'] as Fields)['arguments'])
        .join(''),
    ).toBe('{}')
    expect(of(2)[0]).toMatchObject({ id: 'call_c', type: 'custom', custom: { name: 'patch' } })
    expect(
      of(2)
        .map((part) => (part['custom'] as Fields)['input'])
        .join(''),
    ).toBe('raw text')
    expect(getLast(heard).finishReason).toBe('tool_calls')
  })

  it('returns a refusal in addition to the text', async () => {
    script([{ refusal: 'I will not.' }])
    const heard = await ask({})
    expect(
      joined(
        {
          ...heard,
          deltas: heard.deltas.map(({ extra }) => ({ text: extra?.['refusal'] as string })),
        },
        'text',
      ),
    ).toBe('I will not.')
    expect(joined(heard, 'text')).toBe('')
  })

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
    ['steered', 'steered'],
    ['constructor', 'constructor'],
  ])(
    'converts the reason %s of an incomplete response to the finish reason %s',
    async (incomplete, reason) => {
      script([{ text: 'Half' }], { incomplete })
      const heard = await ask({})
      expect(joined(heard, 'text')).toBe('Half')
      expect(getLast(heard).finishReason).toBe(reason)
    },
  )

  it.each<[string, Partial<OpenAiScript>, string, string]>([
    [
      'fails',
      { failed: { code: 'server_error', message: 'Oops.' } },
      'provider_failed',
      'It says: “Oops.”',
    ],
    [
      'is limited',
      { failed: { code: 'rate_limit_exceeded', message: 'Slow down.' } },
      'rate_limited',
      'Slow down.',
    ],
    [
      'breaks off with an error',
      { error: { code: 'server_error', message: 'Broken.' } },
      'provider_failed',
      'Broken.',
    ],
    ['ends without an end', { breaks: true }, 'provider_failed', 'cut off'],
  ])(
    'keeps the received text and reports the error of an answer that %s',
    async (_what, more, code, words) => {
      script([{ text: 'Half' }], more)
      const heard = await ask({})
      expect(joined(heard, 'text')).toBe('Half')
      expect(heard.error).toMatchObject({ code, message: expect.stringContaining(words) })
    },
  )

  it('accepts a whole response to a streaming request', async () => {
    script([{ reasoning: 'Hm.' }, { text: 'All.' }, { call: 'call_a', name: 'look', input: {} }])
    const { createResponsesReader } = await import('./responses-answer.ts')
    const response = await fetch(`${server.url}/v1/responses`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${openAiKey}` },
      body: JSON.stringify({ model: 'gpt-6-sol', input: 'Hi' }),
    })
    const reader = createResponsesReader({ service, secrets: [] }, 'gpt-6-sol')
    expect(reader.read({ data: await response.text() })).toMatchObject({
      text: 'All.',
      reasoning: 'Hm.',
      finishReason: 'tool_calls',
      toolCalls: [{ id: 'call_a' }, { function: { arguments: '{}' } }],
      extra: { [responseItemsField]: { model: 'gpt-6-sol' } },
    })
  })

  it('stops reading when the signal is aborted', async () => {
    const abort = new AbortController()
    server.hold = new Promise(() => {})
    const asking = ask({}, createProvider(), abort.signal)
    await expect.poll(() => server.asked.length).toBe(1)
    abort.abort(new Error('gone'))
    expect((await asking).error?.message).toBe('gone')
    await expect.poll(() => server.openCount()).toBe(0)
  })

  it('reports a refused API key without repeating the key', async () => {
    const { error } = await ask({}, createProvider('auto', 'openai', 'sk-proj-wrong-key-1234'))
    expect(error).toMatchObject({ isAboutKey: true })
    expect(error?.message).not.toContain(openAiKey)
  })
})

describe('reasoning in Responses requests', () => {
  const calling: OpenAiScript['output'] = [
    { reasoning: 'I look twice.' },
    { text: 'Let me look. ', phase: 'commentary' },
    { call: 'call_a', name: 'look', input: { id: '1' } },
    { call: 'call_b', name: 'look', input: { id: '2' } },
  ]
  const tools = [tool('look')]
  const results = [
    { role: 'tool', tool_call_id: 'call_a', content: 'one' },
    {
      role: 'tool',
      tool_call_id: 'call_b',
      content: [
        { type: 'text', text: 'two' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      ],
    },
  ]
  const question = { role: 'user', content: 'Hi' }

  async function firstRound() {
    script(calling)
    const first = await ask({ tools })
    script([{ text: 'Both.' }])
    return getMessage(first)
  }

  it('sends encrypted reasoning back unchanged, together with the items around it', async () => {
    const said = await firstRound()
    const second = await ask({ tools, messages: [question, said, ...results] })
    expect(second.error).toBeUndefined()
    expect(joined(second, 'text')).toBe('Both.')
    const { items } = said[responseItemsField] as KeptItems
    const input = sent()['input'] as Fields[]
    expect(input.slice(1, 5)).toEqual(
      items.map((item: Fields) => withField(item, 'status', undefined)),
    )
    expect(input[1]).toHaveProperty('encrypted_content')
    expect(input[2]).toMatchObject({ phase: 'commentary' })
    expect(input.slice(5)).toEqual([
      { type: 'function_call_output', call_id: 'call_a', output: 'one' },
      {
        type: 'function_call_output',
        call_id: 'call_b',
        output: [
          { type: 'input_text', text: 'two' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'auto' },
        ],
      },
    ])
  })

  it('sends reasoning only to the model that wrote it', async () => {
    const said = await firstRound()
    const other = await ask({
      model: 'gpt-5.6-sol',
      tools,
      messages: [question, said, ...results],
    })
    expect(other.error).toBeUndefined()
    expect(JSON.stringify(sent())).not.toContain('encrypted_content":"')
    expect((sent()['input'] as Fields[]).map(({ type }) => type)).toEqual([
      'message',
      'message',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
    ])
  })

  it('omits reasoning that the service cannot decrypt any more', async () => {
    const said = await firstRound()
    const kept = said[responseItemsField] as { model: string; items: Fields[] }
    for (const item of kept.items)
      if (item['type'] === 'reasoning') item['encrypted_content'] = 'AA'
    const second = await ask({ tools, messages: [question, said, ...results] })
    expect(second.error).toBeUndefined()
    expect(JSON.stringify(sent()['input'])).not.toMatch(/reasoning|"id":/)
  })

  it('sends the reasoning of an answer whose text was edited', async () => {
    const said = await firstRound()
    const changed = { ...said, content: 'I look again.' }
    expect((await ask({ tools, messages: [question, changed, ...results] })).error).toBeUndefined()
    expect((sent()['input'] as Fields[])[2]).toEqual({
      type: 'message',
      role: 'assistant',
      content: 'I look again.',
    })
  })

  it('does not send reasoning items to chat completions', async () => {
    const said = await firstRound()
    const provider = createProvider('chat')
    await ask({ model: 'gpt-4.1', tools, messages: [question, said, ...results] }, provider)
    expect(server.asked.at(-1)?.path).toBe('/v1/chat/completions')
    expect(JSON.stringify(sent())).not.toContain(responseItemsField)
  })
})

const paths = () => server.requests.map(({ path }) => path.replace('/v1/', ''))

describe('choice between chat completions and Responses', () => {
  const withTools = { tools: [tool('look')] }

  it.each([
    ['gpt-4.1', 'chat/completions'],
    ['gpt-5.4', 'responses'],
    ['gpt-5.6-sol', 'responses'],
    ['gpt-6-sol', 'responses'],
    ['gpt-6.2-sol', 'responses'],
    ['gpt-5.3-codex', 'responses'],
  ])('sends the first request for the model %s to the endpoint %s', async (model, path) => {
    expect((await ask({ model, ...withTools })).error).toBeUndefined()
    expect(paths()).toEqual([path])
  })

  it.each(['gpt-5.6-sol', 'gpt-6.2-sol', 'gpt-5.3-codex'])(
    'changes to Responses after an unknown service refused %s, and remembers the model',
    async (model) => {
      const provider = createProvider('auto', 'openai-compatible')
      const first = await ask({ model, reasoning_effort: 'high', ...withTools }, provider)
      expect(first.error).toBeUndefined()
      await ask({ model, ...withTools }, provider)
      expect(paths()).toEqual(['chat/completions', 'responses', 'responses'])
      await ask({ model: 'gpt-4.1' }, provider)
      expect(paths().at(-1)).toBe('chat/completions')
    },
  )

  it('does not remember a model whose refusal only quotes the path /v1/responses', async () => {
    const asked: (string | undefined)[] = []
    const upstream = await startUpstream((request, response, body) => {
      asked.push(request.url)
      const isQuoting = body.includes('/v1/responses')
      if (request.url === '/v1/chat/completions' && !isQuoting) {
        return beginStream(response).end(createCompletion(['Yes.']).join(''))
      }
      response
        .writeHead(request.url === '/v1/responses' ? 404 : 400)
        .end(`{"error":"${body.length} in /v1/responses"}`)
    })
    const quirks = { responses: {} }
    const provider = createOpenAiProvider({ baseUrl: `${upstream.url}/v1`, service, quirks })
    const messages = [{ role: 'user', content: 'What does /v1/responses do?' }]
    expect((await ask({ messages }, provider)).error).toMatchObject({ code: 'provider_refused' })
    expect(joined(await ask({}, provider), 'text')).toBe('Yes.')
    expect(asked).toEqual(['/v1/chat/completions', '/v1/responses', '/v1/chat/completions'])
    await upstream.close()
  })

  it('uses Ollama’s Responses endpoint without a context size if the user chose Responses', async () => {
    const provider = createOllamaProvider({
      service,
      origin: server.url,
      apiKey: openAiKey,
      chatApi: 'responses',
    })
    expect(provider.takesContextSize).toBe(false)
    script([{ text: 'Yes.' }])
    expect(joined(await ask(withTools, provider), 'text')).toBe('Yes.')
    expect(paths()).toEqual(['responses'])
  })

  it('uses the endpoint that the user chose', async () => {
    await ask({ model: 'gpt-4.1' }, createProvider('responses'))
    const refused = await ask({ ...withTools, reasoning_effort: 'high' }, createProvider('chat'))
    expect(paths()[0]).toBe('responses')
    expect(paths().slice(1)).not.toContain('responses')
    expect(refused.error?.message).toContain('Please use /v1/responses instead')
  })

  it.each(['azure', 'openrouter', 'xai', 'groq', 'lm-studio', 'vllm', 'llama-cpp'])(
    'uses Responses for %s if the user chose it',
    async (vendor) => {
      const { quirks } = vendors.find(({ id }) => id === vendor) ?? {}
      const key = { Authorization: `Bearer ${openAiKey}` }
      const provider = createOpenAiProvider({
        baseUrl: `${server.url}/v1`,
        headers: key,
        service,
        quirks,
        chatApi: 'responses',
      })
      script([{ reasoning: 'Hm.' }, { text: 'Yes.' }])
      const heard = await ask({ ...withTools, max_completion_tokens: 9 }, provider)
      expect(heard.error).toBeUndefined()
      expect(joined(heard, 'text')).toBe('Yes.')
      const refuses = quirks?.responses?.refuses ?? []
      for (const name of ['store', 'include']) {
        expect(name in sent()).toBe(!refuses.includes(name))
      }
    },
  )
})
