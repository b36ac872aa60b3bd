import { afterEach, describe, expect, it } from 'vitest'
import type { HttpError } from '../../../errors/http-error.ts'
import type { ChatDelta, ChatRequest } from '../../../ports/chat-provider.ts'
import type { ConnectedProvider } from '../../../ports/provider-kind.ts'
import { openAiKinds } from '../openai-kinds.ts'
import { createOpenAiProvider } from '../openai-provider.ts'
import {
  beginStream,
  createChunk,
  createCompletion,
  startUpstream,
  type Upstream,
} from '../upstream.fixture.ts'
import { responseItemsField } from '../responses/wire.ts'
import { vendors } from '../vendors.ts'

const never = new AbortController().signal
const upstreams: Upstream[] = []
afterEach(async () => {
  for (const upstream of upstreams.splice(0)) await upstream.close()
})

type Body = Record<string, unknown>
type Asked = { url: string; headers: Record<string, unknown>; body: Body }
type Answer = string | { status: number; body: string } | ((body: Body) => string | undefined)

async function vendor(id: string, answer: Answer = createCompletion(['ok']).join('')) {
  const asked: Asked[] = []
  const upstream = await startUpstream((request, response, text) => {
    const body = (text === '' ? {} : JSON.parse(text)) as Body
    asked.push({ url: request.url ?? '', headers: request.headers, body })
    const refused = typeof answer === 'function' ? answer(body) : undefined
    if (refused !== undefined) {
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(refused)
    } else if (typeof answer === 'object') {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
    } else if (typeof answer === 'string') beginStream(response).end(answer)
    else beginStream(response).end(createCompletion(['ok']).join(''))
  })
  upstreams.push(upstream)
  const service = {
    id,
    title: 'The service',
    addressSetting: 'its address',
    addressExample: 'http://…',
    keySetting: 'its key',
  }
  const baseUrl = `${upstream.url}/v1`
  const quirks = vendors.find((one) => one.id === id)?.quirks
  const provider = createOpenAiProvider({ baseUrl, apiKey: 'sk-test-12345678', service, quirks })
  const kind = openAiKinds.find((one) => one.id === id)
  const connected = (): ConnectedProvider | undefined =>
    kind?.connect({ service, baseUrl, secrets: { key: 'sk-test-12345678' }, allowedHosts: [] })
  const ask = async (request: Partial<ChatRequest> = {}) => {
    const deltas: ChatDelta[] = []
    let error: HttpError | undefined
    await provider
      .streamChat(
        { model: 'writer', messages: [{ role: 'user', content: 'Hi' }], ...request },
        never,
        (delta) => {
          deltas.push(delta)
          return undefined
        },
      )
      .catch((thrown: unknown) => {
        error = thrown as HttpError
      })
    return { deltas, error, body: asked.at(-1)?.body ?? {} }
  }
  return { ask, asked, provider, connected }
}

const messages = (...more: ChatRequest['messages']) => ({
  messages: [{ role: 'user', content: 'Hi' }, ...more],
})
const thinking = (effort: string) => ({ reasoning_effort: effort })

const refusing = (name: string, sentence: string, param?: string) => (body: Body) =>
  name in body
    ? JSON.stringify({ error: { message: sentence, type: 'invalid_request_error', param } })
    : undefined

const getUsage = async (id: string, chunk: string) =>
  (
    await (await vendor(id, `${createChunk({ content: 'a' })}${chunk}data: [DONE]\n\n`)).ask()
  ).deltas.at(-1)?.usage

const readModelIds = async (id: string, list: unknown) => {
  const { provider } = await vendor(id, { status: 200, body: JSON.stringify(list) })
  return (await provider.listModels(never)).map((model) => model.id)
}

describe('chat request with vendor quirks', () => {
  it.each<[string, string, Partial<ChatRequest>, Body, string[]]>([
    [
      'openai',
      'limits by the newer name',
      { max_tokens: 9 },
      { max_completion_tokens: 9 },
      ['max_tokens'],
    ],
    [
      'groq',
      'limits by the newer name',
      { max_tokens: 9 },
      { max_completion_tokens: 9 },
      ['max_tokens'],
    ],
    [
      'mistral',
      'limits by the older name',
      { max_completion_tokens: 9 },
      { max_tokens: 9 },
      ['max_completion_tokens'],
    ],
    ['mistral', 'seeds by its own name', { seed: 4 }, { random_seed: 4 }, ['seed']],
    ['mistral', 'says any for required', { tool_choice: 'required' }, { tool_choice: 'any' }, []],
    ['deepseek', 'has no store', { store: true }, {}, ['store']],
    ['openai', 'thinks by effort', thinking('high'), { reasoning_effort: 'high' }, []],
    [
      'openrouter',
      'thinks by an object',
      thinking('high'),
      { reasoning: { effort: 'high' } },
      ['reasoning_effort'],
    ],
    [
      'openrouter',
      'does not think',
      thinking('none'),
      { reasoning: { enabled: false } },
      ['reasoning_effort'],
    ],
    [
      'together',
      'thinks by a switch',
      thinking('low'),
      { reasoning: { enabled: true } },
      ['reasoning_effort'],
    ],
    [
      'deepseek',
      'thinks by type and effort',
      thinking('low'),
      { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
      [],
    ],
    [
      'deepseek',
      'does not think',
      thinking('none'),
      { thinking: { type: 'disabled' } },
      ['reasoning_effort'],
    ],
    [
      'zai',
      'thinks by type',
      thinking('low'),
      { thinking: { type: 'enabled' } },
      ['reasoning_effort'],
    ],
    [
      'vllm',
      'thinks by its template',
      thinking('none'),
      { chat_template_kwargs: { enable_thinking: false } },
      [],
    ],
    [
      'groq',
      'knows two efforts of Qwen',
      { model: 'qwen/qwen3-32b', ...thinking('high') },
      { reasoning_effort: 'default' },
      [],
    ],
    [
      'gemini',
      'asks for what was thought',
      thinking('high'),
      {
        extra_body: {
          google: { thinking_config: { thinking_level: 'high', include_thoughts: true } },
        },
      },
      ['reasoning_effort'],
    ],
    ['gemini', 'does not think', thinking('none'), { reasoning_effort: 'none' }, ['extra_body']],
    ['tokenhub', 'limits by the older name', { max_completion_tokens: 9 }, { max_tokens: 9 }, []],
    ['groq', 'knows all efforts of others', thinking('high'), { reasoning_effort: 'high' }, []],
  ])(
    'sends a request to %s in the vendor’s format: %s',
    async (id, _what, request, has, hasNot) => {
      const { ask } = await vendor(id)
      const { body, error } = await ask(request)
      expect(error).toBeUndefined()
      expect(body).toMatchObject(has)
      for (const name of hasNot) expect(body).not.toHaveProperty(name)
    },
  )

  it.each<[string, string, Partial<ChatRequest>, Body, Body[]]>([
    [
      'gemini',
      'gemini-3.8-flash',
      { ...thinking('minimal'), temperature: 0.3, top_p: 1 },
      {
        extra_body: {
          google: { thinking_config: { thinking_level: 'low', include_thoughts: true } },
        },
        temperature: undefined,
        top_p: undefined,
      },
      [{ field: 'temperature' }, { field: 'reasoning_effort', sent: 'low' }],
    ],
    [
      'gemini',
      'gemini-2.5-pro',
      thinking('none'),
      {
        extra_body: {
          google: { thinking_config: { thinking_budget: 1024, include_thoughts: true } },
        },
      },
      [{ field: 'reasoning_effort', sent: 'minimal' }],
    ],
    ['gemini', 'gemini-2.5-flash', thinking('none'), { reasoning_effort: 'none' }, []],
    [
      'xai',
      'grok-4.7',
      { ...thinking('none'), stop: ['x'], presence_penalty: 0.5, frequency_penalty: 0 },
      { reasoning_effort: 'low', stop: undefined, presence_penalty: undefined },
      [
        { field: 'presence_penalty' },
        { field: 'stop' },
        { field: 'reasoning_effort', sent: 'low' },
      ],
    ],
    ['xai', 'grok-4-fast-non-reasoning', { stop: ['x'] }, { stop: ['x'] }, []],
    [
      'deepseek',
      'deepseek-v4-pro',
      thinking('low'),
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
      [{ field: 'reasoning_effort', sent: 'high' }],
    ],
    ['deepseek', 'deepseek-v4-flash', thinking('none'), { thinking: { type: 'disabled' } }, []],
    [
      'moonshot',
      'kimi-k3',
      { ...thinking('medium'), temperature: 0.6, max_tokens: 9 },
      {
        reasoning_effort: 'low',
        thinking: undefined,
        temperature: undefined,
        max_completion_tokens: 9,
      },
      [{ field: 'temperature' }, { field: 'reasoning_effort', sent: 'low' }],
    ],
    [
      'moonshot',
      'kimi-k2.7-code',
      thinking('none'),
      { thinking: undefined, reasoning_effort: undefined },
      [{ field: 'reasoning_effort' }],
    ],
    ['moonshot', 'kimi-k2.6', thinking('none'), { thinking: { type: 'disabled' } }, []],
    [
      'zai',
      'glm-5.3',
      { ...thinking('max'), tools: [{ type: 'function', function: { name: 'f' } }] },
      {
        thinking: { type: 'enabled', clear_thinking: false },
        reasoning_effort: 'max',
        tool_stream: true,
      },
      [],
    ],
    [
      'zai',
      'glm-4.5',
      thinking('high'),
      { thinking: { type: 'enabled' }, tool_stream: undefined },
      [],
    ],
    [
      'alibaba',
      'qwen3.7-plus',
      thinking('low'),
      { enable_thinking: true, reasoning_effort: undefined },
      [],
    ],
    [
      'alibaba',
      'qwen3.8-max',
      thinking('high'),
      { enable_thinking: true, reasoning_effort: 'high' },
      [],
    ],
    ['alibaba', 'qwen3.8-max', thinking('none'), { enable_thinking: false }, []],
  ])(
    'applies the rules of %s for the model %s, and reports omitted fields',
    async (id, model, request, has, leftOut) => {
      const { ask } = await vendor(id)
      const { body, error, deltas } = await ask({ model, ...request })
      expect(error).toBeUndefined()
      for (const [name, value] of Object.entries(has)) expect(body[name]).toEqual(value)
      expect(deltas.flatMap((delta) => delta.leftOut ?? [])).toEqual(leftOut)
    },
  )

  it('adds Gemini’s placeholder signature only to tool calls that another service made', async () => {
    const { ask } = await vendor('gemini')
    const own = { id: 'g1', extra_content: { google: { thought_signature: 's' } } }
    const { body } = await ask(
      messages(
        { role: 'assistant', tool_calls: [{ id: 'c1' }, { id: 'c2' }] },
        { role: 'assistant', tool_calls: [own, { id: 'g2' }] },
      ),
    )
    const [, foreign, signed] = body['messages'] as Body[]
    expect(foreign?.['tool_calls']).toEqual([
      {
        id: 'c1',
        extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } },
      },
      { id: 'c2' },
    ])
    expect(signed?.['tool_calls']).toEqual([own, { id: 'g2' }])
  })

  it('sends system texts with the role developer if the vendor supports it, otherwise system', async () => {
    const request = messages({ role: 'developer', content: 'Be brief.' })
    const roleAt = async (id: string) =>
      ((await (await vendor(id)).ask(request)).body['messages'] as Body[])[1]?.['role']
    expect(await roleAt('openai')).toBe('developer')
    expect(await roleAt('groq')).toBe('system')
  })

  it('omits the field strict of tools if the vendor refuses it', async () => {
    const tools = [{ type: 'function', function: { name: 'f', strict: true } }]
    expect((await (await vendor('together')).ask({ tools })).body['tools']).toEqual([
      { type: 'function', function: { name: 'f' } },
    ])
    expect((await (await vendor('openai')).ask({ tools })).body['tools']).toEqual(tools)
  })

  it('converts a tool call id to Mistral’s format, in the call and in its result', async () => {
    const { ask } = await vendor('mistral')
    const { body } = await ask(
      messages(
        {
          role: 'assistant',
          tool_calls: [{ id: 'call_0123456789', type: 'function' }, { id: 'abcDEF123' }],
        },
        { role: 'tool', tool_call_id: 'call_0123456789', content: '1' },
        { role: 'tool', tool_call_id: 'abcDEF123', content: '2' },
      ),
    )
    const [, calls, one, two] = body['messages'] as [
      unknown,
      { tool_calls: [Body, Body] },
      Body,
      Body,
    ]
    expect(one['tool_call_id']).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(calls.tool_calls[0]['id']).toBe(one['tool_call_id'])
    expect(two['tool_call_id']).toBe('abcDEF123')
  })

  it.each([
    ['openrouter', ['reasoning_details']],
    ['deepseek', ['reasoning_content']],
    ['moonshot', ['reasoning_content']],
    ['mistral', []],
    ['openai-compatible', []],
  ])('sends thoughts and call signatures back to %s in the fields %j', async (id, names) => {
    const { ask, provider } = await vendor(id)
    const carried = {
      reasoning_details: [{ index: 0 }],
      reasoning_content: 'Hm',
      thinking_blocks: [{}],
    }
    const tool_calls = [{ id: 'abcDEF123', extra_content: { google: { thought_signature: 's' } } }]
    const { body } = await ask(
      messages({ role: 'assistant', content: 'a', tool_calls, ...carried }),
    )
    const [, said] = body['messages'] as [unknown, Body]
    expect(Object.keys(said).filter((name) => name in carried)).toEqual(names)
    expect(said['tool_calls']).toEqual(tool_calls)
    expect(provider.handsBack?.filter((name) => name !== responseItemsField)).toEqual(names)
  })

  it('accepts a stream in which Azure’s content filter result precedes the answer', async () => {
    const filtered = { choices: [], prompt_filter_results: [{ prompt_index: 0 }] }
    const { ask } = await vendor(
      'azure',
      `data: ${JSON.stringify(filtered)}\n\n${createChunk({ content: 'Hi' })}data: [DONE]\n\n`,
    )
    const { deltas, error } = await ask()
    expect(error).toBeUndefined()
    expect(deltas.map(({ text = '' }) => text).join('')).toBe('Hi')
  })

  it('sends the API key to Azure in a separate header', async () => {
    const { ask, asked } = await vendor('azure')
    await ask()
    expect(asked[0]?.headers).toMatchObject({ 'api-key': 'sk-test-12345678' })
    expect(asked[0]?.headers).not.toHaveProperty('authorization')
  })
})

describe('chat request after a refusal that names a field', () => {
  it.each([
    [
      'temperature',
      0.2,
      "Unsupported value: 'temperature' does not support 0.2 with this model.",
      'temperature',
    ],
    ['stream_options', {}, 'Unknown parameter: stream_options', undefined],
    [
      'parallel_tool_calls',
      false,
      'parallel_tool_calls: Extra inputs are not permitted',
      undefined,
    ],
    ['reasoning_effort', 'low', '"reasoning_effort" is not supported by this model', undefined],
    [
      'extra_body',
      { google: { thinking_config: { include_thoughts: true } } },
      'Unknown name "thinking_config": Cannot find field.',
      undefined,
    ],
  ])(
    'retries once without %s, and omits it from later requests',
    async (name, value, sentence, param) => {
      const { ask, asked } = await vendor('openai-compatible', refusing(name, sentence, param))
      expect((await ask({ [name]: value })).error).toBeUndefined()
      expect(asked).toHaveLength(2)
      expect(asked[0]?.body).toHaveProperty(name)
      expect(asked[1]?.body).not.toHaveProperty(name)
      expect((await ask({ [name]: value })).error).toBeUndefined()
      expect(asked).toHaveLength(3)
      await ask({ model: 'other', [name]: value })
      expect(asked[3]?.body).toHaveProperty(name)
    },
  )

  it.each<[string, Body, object[]]>([
    ['temperature', { temperature: 0.2 }, [{ field: 'temperature' }]],
    ['temperature', { temperature: 1 }, []],
    ['stop', { stop: ['x'] }, [{ field: 'stop' }]],
    ['store', { store: false }, []],
    ['thinking', { thinking: { type: 'disabled' } }, [{ field: 'reasoning_effort' }]],
  ])('reports the omission of %s from %j to the caller as %j', async (name, request, leftOut) => {
    const refusal = refusing(name, `Unsupported parameter: ${name}`, name)
    const { ask } = await vendor('openai-compatible', refusal)
    const { deltas, error } = await ask(request)
    expect(error).toBeUndefined()
    expect(deltas.flatMap((delta) => delta.leftOut ?? [])).toEqual(leftOut)
  })

  it('omits max_tokens if the service also refuses max_completion_tokens, and reports the omission', async () => {
    const { ask, asked } = await vendor('openai-compatible', (body) => {
      const name = ['max_tokens', 'max_completion_tokens'].find((one) => one in body)
      return (
        name && JSON.stringify({ error: { message: `Unknown parameter: ${name}`, param: name } })
      )
    })
    const { deltas, error } = await ask({ max_tokens: 7 })
    expect(error).toBeUndefined()
    expect(asked).toHaveLength(3)
    expect(deltas.flatMap((delta) => delta.leftOut ?? [])).toEqual([{ field: 'max_tokens' }])
  })

  it('sends max_completion_tokens if the service refuses max_tokens', async () => {
    const words =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    const { ask, asked } = await vendor(
      'openai-compatible',
      refusing('max_tokens', words, 'max_tokens'),
    )
    expect((await ask({ max_tokens: 7 })).error).toBeUndefined()
    expect(asked[1]?.body).toMatchObject({ max_completion_tokens: 7 })
  })

  it('finds the refused field in FastAPI’s errors', async () => {
    const detail = [
      { type: 'extra_forbidden', loc: ['body', 'store'], msg: 'Extra inputs are not permitted' },
    ]
    const { ask, asked } = await vendor('openai-compatible', (body) =>
      'store' in body ? JSON.stringify({ detail }) : undefined,
    )
    expect((await ask({ store: false })).error).toBeUndefined()
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['a value that is out of range', 'temperature must be between 0 and 1', { temperature: 1.5 }],
    [
      'a field that changes what is asked',
      'tools are not supported by this model',
      { tools: [{ type: 'function' }] },
    ],
    ['no field at all', 'This is not supported.', { temperature: 1 }],
  ])('does not retry a refusal that is about %s', async (_what, words, request) => {
    const { ask, asked } = await vendor('openai-compatible', () =>
      JSON.stringify({ error: { message: words } }),
    )
    expect((await ask(request)).error).toMatchObject({
      code: 'provider_refused',
      message: expect.stringContaining(words),
    })
    expect(asked).toHaveLength(1)
  })

  it('omits at most three refused fields per request', async () => {
    const { ask, asked } = await vendor('openai-compatible', (body) => {
      const [name = 'seed'] = Object.keys(body).filter((one) => /_p|_penalty|seed|temp/.test(one))
      return JSON.stringify({ error: { message: `Unsupported parameter: ${name}`, param: name } })
    })
    const many = { temperature: 1, top_p: 1, presence_penalty: 1, frequency_penalty: 1, seed: 1 }
    expect((await ask(many)).error).toMatchObject({ code: 'provider_refused' })
    expect(asked).toHaveLength(4)
  })
})

describe('chat answer with vendor quirks', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2 }

  it('reads Groq’s usage from x_groq', async () => {
    expect(await getUsage('groq', createChunk({}, 'stop', { x_groq: { usage } }))).toEqual(usage)
  })

  it('reads Moonshot’s usage from the choice', async () => {
    const choices = [{ index: 0, delta: {}, finish_reason: 'stop', usage }]
    expect(await getUsage('moonshot', `data: ${JSON.stringify({ choices })}\n\n`)).toEqual(usage)
  })

  it.each([
    [10, 57],
    [60, 50],
  ])(
    'counts xAI’s reasoning tokens once when the service reports %i completion tokens',
    async (completion) => {
      const details = { completion_tokens_details: { reasoning_tokens: 50 } }
      const told = { prompt_tokens: 7, completion_tokens: completion, total_tokens: 67, ...details }
      expect(await getUsage('xai', createChunk({}, 'stop', { usage: told }))).toMatchObject({
        completion_tokens: 60,
      })
    },
  )

  it.each([
    [
      'an error behind a 200',
      {
        error: {
          code: 502,
          message: 'Provider returned error',
          metadata: { raw: '{"error":{"message":"Overloaded today"}}', provider_name: 'DeepInfra' },
        },
      },
      'DeepInfra: Overloaded today',
    ],
    [
      'an error in its choice',
      { choices: [{ error: { code: 429, message: 'Slow down' }, finish_reason: 'error' }] },
      'Slow down',
    ],
    [
      'xAI’s error',
      { code: 'The service is currently unavailable', error: 'Try another model.' },
      'Try another model.',
    ],
  ])('reports the service’s message if the stream contains %s', async (_what, chunk, words) => {
    const { ask } = await vendor(
      'openrouter',
      `${createChunk({ content: 'Half' })}data: ${JSON.stringify(chunk)}\n\n`,
    )
    const { deltas, error } = await ask()
    expect(deltas.some(({ text }) => text === 'Half')).toBe(true)
    expect(error?.message).toContain(words)
  })

  it.each([
    [
      'OpenRouter',
      {
        error: {
          code: 400,
          message: 'Provider returned error',
          metadata: { raw: 'Prompt is odd', provider_name: 'Azure' },
        },
      },
      'Azure: Prompt is odd',
    ],
    [
      'xAI',
      { code: 'Client specified an invalid argument', error: 'No such image.' },
      'No such image.',
    ],
    [
      'Mistral',
      { object: 'error', message: 'Bad order of messages', type: 'invalid', code: null },
      'Bad order of messages',
    ],
    [
      'Azure’s content filter',
      {
        error: {
          message: 'The prompt was filtered.',
          code: 'content_filter',
          innererror: {
            code: 'ResponsibleAIPolicyViolation',
            content_filter_result: {
              hate: { filtered: false, severity: 'safe' },
              violence: { filtered: true, severity: 'medium' },
              jailbreak: { filtered: true, detected: true },
            },
          },
        },
      },
      'The prompt was filtered. (violence, jailbreak)',
    ],
    ['FastAPI', { detail: [{ loc: ['body', 'messages', 0, 'role'], msg: 'wrong' }] }, 'wrong'],
  ])('reports a refusal from %s with the service’s message', async (_who, body, words) => {
    const { ask } = await vendor('openai-compatible', { status: 400, body: JSON.stringify(body) })
    expect((await ask()).error?.message).toContain(`It says: “${words}”`)
  })
})

describe('model list with vendor quirks', () => {
  it('accepts Together’s list, which is a plain array, and removes the prefix of Gemini’s model ids', async () => {
    expect(await readModelIds('together', [{ id: 'meta/llama' }])).toEqual(['together/meta/llama'])
    expect(await readModelIds('gemini', { data: [{ id: 'models/gemini-3-pro' }] })).toEqual([
      'gemini/gemini-3-pro',
    ])
  })
})

describe('key check of OpenRouter', () => {
  it('requests a URL that requires a key', async () => {
    expect((await vendor('openai')).connected()?.checkKeys).toBeUndefined()
    const right = await vendor('openrouter', {
      status: 200,
      body: '{"data":{"limit_remaining":4.2}}',
    })
    expect(await testKey(right.connected())).toBe('Accepted. $4.20 left.')
    expect(right.asked[0]?.url).toBe('/v1/key')
    const wrong = await vendor('openrouter', {
      status: 401,
      body: '{"error":{"message":"No auth"}}',
    })
    await expect(testKey(wrong.connected())).rejects.toMatchObject({ isAboutKey: true })
  })
})

const testKey = (provider: ConnectedProvider | undefined) => provider?.checkKeys?.(never)

it('the names of cloud vendors occur in no source file except vendors.ts', () => {
  const sources = import.meta.glob<string>(
    [
      '../../../**/*.ts',
      '!**/*.test.ts',
      '!**/*.fixture.ts',
      '!**/vendors.ts',
      '!**/known-models/**',
    ],
    { query: '?raw', import: 'default', eager: true },
  )
  expect(Object.keys(sources).length).toBeGreaterThan(300)
  // The kind `openai` is excluded, because it is also the name of the protocol that environment
  // variables can select.
  const ids = vendors.filter(({ group, id }) => group === 'cloud' && id !== 'openai')
  expect(ids.length).toBeGreaterThan(5)
  for (const { id } of ids) {
    const naming = Object.keys(sources).filter((file) => sources[file]?.includes(`'${id}'`))
    expect({ id, naming }).toEqual({ id, naming: [] })
  }
})
