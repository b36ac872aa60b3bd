import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fields } from '#lib/fields.ts'
import { createChunk } from '../../../providers/openai/upstream.fixture.ts'
import { openOneUpstream } from '../one-upstream.fixture.ts'

let llm: Awaited<ReturnType<typeof openOneUpstream>>
let client: OpenAI
beforeAll(async () => {
  llm = await openOneUpstream()
  client = new OpenAI({
    baseURL: 'http://127.0.0.1/llm/v1',
    apiKey: llm.apiKey,
    maxRetries: 0,
    fetch: (url, init) => Promise.resolve(llm.app.request(url as string, init)),
  })
})
afterAll(() => llm.close())
beforeEach(() => {
  llm.asked.length = 0
  llm.sayWords('Hello', ' there')
})

const model = 'openai/writer'
const usage = {
  prompt_tokens: 9,
  completion_tokens: 4,
  total_tokens: 13,
  prompt_tokens_details: { cached_tokens: 5 },
  completion_tokens_details: { reasoning_tokens: 3 },
}
const end = (reason = 'stop') => [createChunk({}, reason, { usage }), 'data: [DONE]\n\n']
const call = (index: number, called: object, id?: string, more: object = {}) =>
  createChunk({
    tool_calls: [{ index, ...(id && { id, type: 'function' }), function: called, ...more }],
  })

type ResponseBody = { id: string; status: string; output: Fields[]; [name: string]: unknown }

async function ask(body: object, headers: Record<string, string> = {}): Promise<ResponseBody> {
  const response = await llm.post('/v1/responses', { model, ...body }, headers)
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(/^200 /)
  return JSON.parse(text)
}

async function stream(body: object): Promise<Fields[]> {
  const response = await llm.post('/v1/responses', { model, stream: true, ...body })
  expect(response.headers.get('Content-Type')).toContain('text/event-stream')
  const events = (await response.text()).split('\n\n').filter((frame) => frame.startsWith('event:'))
  return events.map((frame, place) => {
    const [, name, data = ''] = /^event: (.+)\ndata: (.+)$/.exec(frame) ?? []
    const event = JSON.parse(data) as Fields
    expect(event).toMatchObject({ type: name, sequence_number: place })
    return event
  })
}

async function refuse(body: object) {
  const response = await llm.post('/v1/responses', { model, input: 'Hi', ...body })
  const { error } = (await response.json()) as { error: Fields }
  return { status: response.status, ...error }
}

describe('a response without streaming', () => {
  it('contains the fields that the SDKs read', async () => {
    const response = await ask({ input: 'Hi', instructions: 'Be brief.', max_output_tokens: 50 })
    expect(response).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      status: 'completed',
      model,
      error: null,
      incomplete_details: null,
      instructions: 'Be brief.',
      output: [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hello there', annotations: [] }],
        },
      ],
      usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
    })
    expect(llm.asked[0]).toMatchObject({
      model: 'writer',
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    })
  })

  it('can be read by OpenAI’s client', async () => {
    const response = await client.responses.create({ model, input: 'Hi' })
    expect(response.output_text).toBe('Hello there')
  })

  it.each([
    ['length', 'incomplete', { reason: 'max_output_tokens' }],
    ['content_filter', 'incomplete', { reason: 'content_filter' }],
    ['stop', 'completed', null],
  ])('converts the finish reason %s to the status %s', async (reason, status, details) => {
    llm.say(createChunk({ content: 'Half' }), ...end(reason))
    expect(await ask({ input: 'Hi' })).toMatchObject({
      status,
      incomplete_details: details,
      usage: {
        input_tokens: 9,
        input_tokens_details: { cached_tokens: 5 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 3 },
        total_tokens: 13,
      },
    })
  })

  it('keeps the status and code of an error', async () => {
    llm.answerWith((_request, response) => {
      response.writeHead(400, { 'Content-Type': 'application/json' })
      response.end('{"error":{"message":"Too long","code":"context_length_exceeded"}}')
    })
    expect(await refuse({})).toMatchObject({ status: 400, code: 'context_length_exceeded' })
  })
})

describe('a streamed response', () => {
  it('contains the events of a text in order', async () => {
    const events = await stream({ input: 'Hi' })
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    const added = events[2]!['item'] as Fields
    expect(events[4]).toMatchObject({
      item_id: added['id'],
      output_index: 0,
      content_index: 0,
      delta: 'Hello',
    })
    expect(events.at(-1)).toMatchObject({
      response: { status: 'completed', output: [{ id: added['id'] }], usage: { total_tokens: 7 } },
    })
  })

  it('contains the events of reasoning before those of text and calls', async () => {
    llm.say(
      createChunk({ reasoning_content: 'Let me' }),
      createChunk({ reasoning_content: ' think' }),
      createChunk({ content: 'I look.' }),
      call(0, { name: 'look', arguments: '' }, 'c1'),
      call(0, { arguments: '{"at":' }),
      call(0, { arguments: '1}' }),
      call(1, { name: 'look', arguments: '{"at":2}' }, 'c2'),
      ...end('tool_calls'),
    )
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }]
    const events = await stream({ input: 'Hi', tools })
    const types = events.map(({ type }) => String(type).replace('response.', ''))
    expect(types.join(' ')).toBe(
      [
        'created in_progress output_item.added reasoning_summary_part.added',
        'reasoning_summary_text.delta reasoning_summary_text.delta',
        'reasoning_summary_text.done reasoning_summary_part.done output_item.done',
        'output_item.added content_part.added output_text.delta output_text.done',
        'content_part.done output_item.done output_item.added',
        'function_call_arguments.delta function_call_arguments.delta',
        'output_item.added function_call_arguments.delta',
        'function_call_arguments.done output_item.done',
        'function_call_arguments.done output_item.done completed',
      ].join(' '),
    )
    expect(events.at(-1)).toMatchObject({
      response: {
        output: [
          { type: 'reasoning', summary: [{ text: 'Let me think' }] },
          { type: 'message', content: [{ text: 'I look.' }] },
          { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":1}' },
          { type: 'function_call', call_id: 'c2', name: 'look', arguments: '{"at":2}' },
        ],
      },
    })
  })

  it('contains a refusal as a separate part', async () => {
    llm.say(createChunk({ refusal: 'I' }), createChunk({ refusal: ' cannot.' }), ...end())
    const events = await stream({ input: 'Hi' })
    expect(events.map(({ type }) => type)).toContain('response.refusal.done')
    expect(events.at(-1)).toMatchObject({
      response: { output: [{ content: [{ type: 'refusal', refusal: 'I cannot.' }] }] },
    })
  })

  it('ends with an error and a failed response when the service disconnects', async () => {
    llm.say(
      createChunk({ content: 'Half' }),
      'data: {"error":{"message":"Too long","code":"context_length_exceeded"}}\n\n',
    )
    const [error, failed] = (await stream({ input: 'Hi' })).slice(-2)
    expect(error).toMatchObject({ type: 'error', code: 'context_length_exceeded' })
    expect(failed).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'context_length_exceeded' } },
    })
  })

  it('makes OpenAI’s client throw when the service disconnects', async () => {
    llm.say(createChunk({ content: 'Half' }), 'data: {"error":{"message":"Too hot"}}\n\n')
    const events = await client.responses.create({ model, input: 'Hi', stream: true })
    const read = async () => {
      for await (const _ of events);
    }
    await expect(read()).rejects.toThrow('Too hot')
  })

  it('aborts the request to the service when the client disconnects', async () => {
    llm.answerWith((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(createChunk({ content: 'Half' }))
    })
    const response = await llm.post('/v1/responses', { model, input: 'Hi', stream: true })
    const reader = response.body!.getReader()
    await reader.read()
    expect(llm.openCount()).toBe(1)
    await reader.cancel()
    await vi.waitFor(() => expect(llm.openCount()).toBe(0))
  })
})

describe('input items of a response', () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo='

  it('are converted to messages', async () => {
    await ask({
      instructions: 'One.',
      input: [
        { role: 'developer', content: 'Two.' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'What?' },
            { type: 'input_image', image_url: picture, detail: 'low' },
            {
              type: 'input_file',
              filename: 'a.pdf',
              file_data: 'data:application/pdf;base64,JVBE',
            },
          ],
        },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
        { type: 'function_call', call_id: 'c2', name: 'list', namespace: 'mcp', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'A cat' },
        {
          type: 'function_call_output',
          call_id: 'c2',
          output: [
            { type: 'input_text', text: 'This' },
            { type: 'input_image', image_url: picture },
          ],
        },
        { type: 'something_new', data: 1 },
        { role: 'system', content: 'Three.' },
        { role: 'user', content: 'And?' },
      ],
    })
    expect(llm.asked[0]!['messages']).toEqual([
      { role: 'system', content: 'One.\n\nTwo.\n\nThree.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: picture, detail: 'low' } },
          {
            type: 'file',
            file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
          },
        ],
      },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } },
          { id: 'c2', type: 'function', function: { name: 'mcp__list', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'A cat' },
      { role: 'tool', tool_call_id: 'c2', content: 'This' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: picture } }] },
      { role: 'user', content: 'And?' },
    ])
  })

  it('may be missing, because clients test the connection with an empty request', async () => {
    expect(await ask({ input: [], max_output_tokens: 1 })).toMatchObject({ status: 'completed' })
    expect(await ask({ input: '', tools: [], tool_choice: 'auto' })).toMatchObject({
      status: 'completed',
    })
    expect(llm.asked.at(-1)).not.toHaveProperty('tool_choice')
  })

  it.each([
    [
      { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] },
      'input[0].content[0]',
    ],
    [{ input: [{ role: 'user', content: [{ type: 'video' }] }] }, 'input[0].content[0].type'],
    [{ input: [{ role: 'robot', content: 'x' }] }, 'input[0].role'],
    [{ input: 5 }, 'input'],
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ prompt: { id: 'p' } }, 'prompt'],
    [{ max_output_tokens: 0 }, 'max_output_tokens'],
  ])('are rejected with the field’s name if they are invalid: %j', async (body, param) => {
    expect(await refuse(body)).toMatchObject({ status: 400, param })
    expect(llm.asked).toEqual([])
  })
})

describe('tools of a response', () => {
  it.each(['web_search', 'file_search', 'code_interpreter', 'mcp', 'image_generation', 'shell'])(
    'are rejected with an error that names the tool if OpenAI hosts the tool: %s',
    async (type) => {
      const refused = await refuse({ tools: [{ type }] })
      expect(refused).toMatchObject({ status: 400, param: 'tools[0].type' })
      expect(refused).toHaveProperty('message', expect.stringContaining(`“${type}”`))
    },
  )

  it('are omitted for Codex if OpenAI hosts them, because Codex always sends some', async () => {
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'look', parameters: null }]
    await ask({ input: 'Hi', tools, client_metadata: {} })
    await ask({ input: 'Hi', tools }, { originator: 'codex_cli_rs' })
    expect(llm.asked.map((asked) => (asked['tools'] as Fields[]).length)).toEqual([1, 1])
  })

  it('are called with plain text instead of JSON if their input is plain text', async () => {
    llm.say(
      call(0, { name: 'apply_patch', arguments: '{"input":"*** Begin' }, 'c1'),
      call(0, { arguments: ' Patch\\n"}' }),
      ...end('tool_calls'),
    )
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' }
    const events = await stream({
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'custom_tool_call', call_id: 'c0', name: 'apply_patch', input: 'raw' },
        { type: 'custom_tool_call_output', call_id: 'c0', output: 'done' },
      ],
      tools: [{ type: 'custom', name: 'apply_patch', description: 'Patches.', format }],
      tool_choice: { type: 'custom', name: 'apply_patch' },
    })
    expect(events.map(({ type }) => type)).toContain('response.custom_tool_call_input.done')
    expect(events.at(-1)).toMatchObject({
      response: {
        output: [
          {
            type: 'custom_tool_call',
            call_id: 'c1',
            name: 'apply_patch',
            input: '*** Begin Patch\n',
          },
        ],
      },
    })
    expect(llm.asked[0]).toMatchObject({
      tool_choice: { type: 'function', function: { name: 'apply_patch' } },
      messages: [
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ function: { arguments: '{"input":"raw"}' } }] },
        { role: 'tool', tool_call_id: 'c0', content: 'done' },
      ],
    })
    const [tool] = llm.asked[0]!['tools'] as { function: { description: string } }[]
    expect(tool!.function.description).toContain('start: "x"')
  })

  it('get one name for models if they are in a namespace, while calls contain both names', async () => {
    llm.say(call(0, { name: 'github__list', arguments: '{}' }, 'c1'), ...end('tool_calls'))
    const inner = { type: 'function', name: 'list', parameters: { type: 'object' } }
    const { output } = await ask({
      input: 'Hi',
      tools: [{ type: 'namespace', name: 'github', tools: [inner] }],
    })
    expect(output).toMatchObject([{ type: 'function_call', name: 'list', namespace: 'github' }])
    expect(llm.asked[0]).toMatchObject({ tools: [{ function: { name: 'github__list' } }] })
  })

  it('get a shortened name for any length of the namespace', async () => {
    const tools = ['a', 'b'].map((name) => ({
      type: 'namespace',
      name: 'n'.repeat(80),
      tools: [{ type: 'function', name, parameters: {} }],
    }))
    await ask({ input: 'Hi', tools })
    const sent = (llm.asked[0]!['tools'] as { function: { name: string } }[]).map(
      (tool) => tool.function.name,
    )
    expect(new Set(sent).size).toBe(2)
    expect(Math.max(...sent.map((name) => name.length))).toBeLessThanOrEqual(64)
  })

  it('are restricted by tool_choice', async () => {
    const tools = ['a', 'b'].map((name) => ({ type: 'function', name, parameters: {} }))
    const allowed = { type: 'allowed_tools', mode: 'required', tools: [{ name: 'b' }] }
    await ask({ input: 'Hi', tools, tool_choice: allowed })
    expect(llm.asked[0]).toMatchObject({
      tools: [{ function: { name: 'b' } }],
      tool_choice: 'required',
    })
  })
})

it('a response request is converted with its format, reasoning effort and logprobs', async () => {
  const schema = { type: 'object', properties: {}, additionalProperties: false }
  await ask({
    input: 'Hi',
    reasoning: { effort: 'high' },
    text: { format: { type: 'json_schema', name: 'x', schema, strict: true } },
    top_logprobs: 2,
    temperature: 0.5,
  })
  expect(llm.asked[0]).toMatchObject({
    reasoning_effort: 'high',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema, strict: true } },
    logprobs: true,
    top_logprobs: 2,
    temperature: 0.5,
  })
})

describe('previous_response_id', () => {
  it('continues the previous response with its input and output', async () => {
    const first = await ask({ input: 'One', instructions: 'Forgotten.' })
    const second = await ask({ input: 'Two', previous_response_id: first.id })
    await ask({ input: 'Three', previous_response_id: second.id, store: false })
    expect(llm.asked[2]!['messages']).toEqual([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Hello there' },
      { role: 'user', content: 'Two' },
      { role: 'assistant', content: 'Hello there' },
      { role: 'user', content: 'Three' },
    ])
  })

  it('is rejected if the response is unknown or was not stored', async () => {
    const { id, store } = await ask({ input: 'One', store: false })
    expect(store).toBe(false)
    for (const previous of [id, 'resp_nobody']) {
      expect(await refuse({ previous_response_id: previous })).toMatchObject({
        status: 400,
        code: 'previous_response_not_found',
        param: 'previous_response_id',
      })
    }
  })

  it('a request may refer to earlier items by their ids', async () => {
    const { output } = await ask({ input: 'One' })
    await ask({
      input: [
        { role: 'user', content: 'One' },
        { type: 'item_reference', id: output[0]!['id'] },
        { role: 'user', content: 'Two' },
      ],
    })
    expect(llm.asked[1]!['messages']).toMatchObject([
      { content: 'One' },
      { role: 'assistant', content: 'Hello there' },
      { content: 'Two' },
    ])
    expect(await refuse({ input: [{ type: 'item_reference', id: 'msg_no' }] })).toMatchObject({
      status: 400,
      code: 'item_not_found',
    })
  })
})

describe('stored response', () => {
  it.each([false, true])('can be read as it was sent (stream: %s)', async (isStream) => {
    const last = isStream ? (await stream({ input: 'One' })).at(-1)!['response'] : undefined
    const answered = (last ?? (await ask({ input: 'One' }))) as ResponseBody
    const read = await client.responses.retrieve(answered.id)
    expect(read).toMatchObject(answered)
    expect(read.output_text).toBe('Hello there')
  })

  it('returns 404 after it was deleted', async () => {
    const { id } = await ask({ input: 'One' })
    const request = (method: string) =>
      llm.app.request(`/llm/v1/responses/${id}`, {
        method,
        headers: { Authorization: `Bearer ${llm.apiKey}` },
      })
    expect(await (await request('DELETE')).json()).toEqual({
      id,
      object: 'response',
      deleted: true,
    })
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
    await expect(client.responses.delete(id)).rejects.toMatchObject({ status: 404 })
    expect((await request('PATCH')).headers.get('Allow')).toBe('GET, DELETE')
  })

  it('returns an error with the reason if it is not found', async () => {
    const { id } = await ask({ input: 'One', store: false })
    await expect(client.responses.retrieve(id)).rejects.toThrow('unless store is false')
    await expect(client.responses.retrieve('resp_68f2')).rejects.toThrow(
      'created by the service of its model',
    )
  })

  it('cannot be read as a stream', async () => {
    const { id } = await ask({ input: 'One' })
    await expect(client.responses.retrieve(id, { stream: true })).rejects.toMatchObject({
      status: 400,
      param: 'stream',
    })
  })
})
