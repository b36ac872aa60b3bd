import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { asRecord, type Fields } from '#lib/fields.ts'
import { fakeProvider, testModel, untilOver, untilStopped } from '../../generation/tasks.fixture.ts'
import { createChunk } from '../../providers/openai/upstream.fixture.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createTestConnections, createLlmApp } from '../llm/llm-app.fixture.ts'
import { openOneUpstream } from '../llm/one-upstream.fixture.ts'
import { openModelServer } from '../model/model-routes.fixture.ts'
import { openApiDocument } from './document.ts'

// The document is serialized as for clients, which drops values that JSON cannot represent.
const document = JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1'))) as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Fields }> }>>
  components: { schemas: Fields }
}

function findProblems(
  method: string,
  path: string,
  answer: { status: number; type: string; body: unknown },
): string[] {
  const { responses } = document.paths[path]![method]!
  const described = responses[answer.status] ?? responses['default']
  const content = asRecord(
    described?.content?.[answer.type] ?? described?.content?.[answer.type.replace(/\/.*/, '/*')],
  )
  const text = JSON.stringify({
    ...asRecord(content['schema']),
    $defs: document.components.schemas,
  })
  const schema = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
  const { error } = schema.safeParse(answer.body)
  const isDescribed = Object.keys(content).length === 1
  const about = `${method} ${path} ${answer.status}`
  return [
    ...(isDescribed ? [] : [`${about}: ${answer.type} is not described`]),
    ...(error?.issues ?? []).map((issue) => `${about}: ${JSON.stringify([issue, answer.body])}`),
  ]
}

async function checkJson(method: string, path: string, response: Response): Promise<Fields> {
  const body = asRecord(await response.json())
  const answer = { status: response.status, type: 'application/json', body }
  expect(findProblems(method, path, answer)).toEqual([])
  return body
}

async function checkEvents(method: string, path: string, response: Response): Promise<string[]> {
  expect(response.headers.get('Content-Type')).toContain('text/event-stream')
  const frames = (await response.text()).split('\n\n').filter((frame) => frame.includes('data: '))
  const names: string[] = []
  for (const frame of frames) {
    const [, name = 'message'] = /^event: (.+)$/m.exec(frame) ?? []
    const [, data = ''] = /^data: (.+)$/m.exec(frame) ?? []
    names.push(name)
    if (data === '[DONE]') continue
    const body: unknown = JSON.parse(data)
    const answer = { status: 200, type: 'text/event-stream', body }
    expect(findProblems(method, path, answer)).toEqual([])
  }
  return names
}

let llm: Awaited<ReturnType<typeof openOneUpstream>>
beforeAll(async () => {
  llm = await openOneUpstream()
})
afterAll(() => llm.close())

it('the check reports a response that does not match its description', () => {
  const type = 'application/json'
  const broken = { status: 200, type, body: { id: 1 } }
  expect(findProblems('post', '/llm/v1/chat/completions', broken)).not.toEqual([])
  const unknown = { status: 200, type: 'image/png', body: {} }
  expect(findProblems('post', '/llm/v1/chat/completions', unknown)).toHaveLength(1)
})

const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }]
const asked: [path: string, body: object][] = [
  ['/llm/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }], tools }],
  ['/llm/v1/responses', { input: 'Hi', tools: [{ type: 'function', name: 'look' }] }],
  ['/llm/v1/completions', { prompt: 'Hi' }],
]
const call = (called: object, more: object = {}) =>
  createChunk({ tool_calls: [{ index: 0, ...more, function: called }] })

it.each(asked)('the response of %s matches its description', async (path, body) => {
  llm.say(
    createChunk({ reasoning_content: 'Hm.' }),
    createChunk({ content: 'Look.' }),
    call({ name: 'look', arguments: '' }, { id: 'c1', type: 'function' }),
    call({ arguments: '{}' }),
    createChunk({}, 'tool_calls', {
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    }),
    'data: [DONE]\n\n',
  )
  const send = (more: object) =>
    llm.post(path.replace('/llm', ''), { model: 'openai/writer', ...body, ...more })
  await checkJson('post', path, await send({}))
  expect(await checkEvents('post', path, await send({ stream: true }))).not.toHaveLength(0)
})

it.each([
  ...asked,
  ['/llm/v1/messages', { max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }] as const,
])('the errors of %s match the OpenAPI document', async (path, body) => {
  const at = path.replace('/llm', '')
  await checkJson('post', path, await llm.post(at, { ...body, model: 'nobody' }))
  await checkJson('post', path, await llm.post(at, {}))
  llm.answerWith((_request, response) => {
    response.writeHead(404, { 'Content-Type': 'application/json' })
    response.end('{"error":{"message":"No such model","code":"model_not_found"}}')
  })
  const refused = await llm.post(at, { ...body, model: 'openai/writer' })
  expect(refused.status).toBe(404)
  await checkJson('post', path, refused)
})

it.each(['/llm/v1/embeddings', '/llm/rerank'])(
  'the response of %s to a 404 of the service matches the OpenAPI document',
  async (path) => {
    const app = createLlmApp({
      ...createTestConnections({ BOZZETTO_OPENAI_URL: llm.upstreamUrl }),
      keyCheck: createKeyCheck([llm.apiKey]),
    })
    for (const said of [
      '{"error":{"message":"No such model"}}',
      '{"error":{"code":404,"type":"x"}}',
    ]) {
      llm.answerWith((_request, response) => {
        response.writeHead(404, { 'Content-Type': 'application/json' }).end(said)
      })
      const response = await app.request(path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${llm.apiKey}` },
        body: JSON.stringify({ model: 'openai/nobody', input: 'Hi' }),
      })
      expect(await checkJson('post', path, response)).toHaveProperty('error')
    }
  },
)

it('the server reads and deletes a stored response as the document describes', async () => {
  llm.sayWords('Hello')
  const created = await llm.post('/v1/responses', { model: 'openai/writer', input: 'Hi' })
  const { id } = (await created.json()) as { id: string }
  const path = '/llm/v1/responses/{id}'
  const send = (method: string, at = id) =>
    llm.app.request(path.replace('{id}', at), {
      method,
      headers: { Authorization: `Bearer ${llm.apiKey}` },
    })
  expect(await checkJson('get', path, await send('GET'))).toMatchObject({ id })
  expect(await checkJson('delete', path, await send('DELETE'))).toMatchObject({ deleted: true })
  const gone = await send('GET')
  expect(gone.status).toBe(404)
  await checkJson('get', path, gone)
  await checkJson('delete', path, await send('DELETE', 'resp_unknown'))
})

const form = (fields: Record<string, string | Blob>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries({ model: 'openai/m', ...fields }))
    made.set(name, value)
  return made
}
const picture = { created: 1, data: [{ b64_json: 'AAAA' }], usage: { total_tokens: 5 } }
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const json = (data: object): [string, string] => ['application/json', JSON.stringify(data)]
const events = (...all: object[]): [string, string] => [
  'text/event-stream',
  all.map(event).join(''),
]
async function checkMedia(path: string, type: string, response: Response): Promise<void> {
  if (type === 'application/json') await checkJson('post', path, response)
  else if (type === 'text/event-stream') await checkEvents('post', path, response)
  else {
    const answer = { status: 200, type, body: await response.text() }
    const problems = findProblems('post', path, answer)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
}
const paint = { model: 'openai/m', prompt: 'A cat' }
const file = new Blob(['RIFF'])
const speak = { model: 'openai/m', input: 'Hi', voice: 'alloy' }
const media: [path: string, body: object, answered: [type: string, body: string]][] = [
  ['/llm/v1/images/generations', paint, json(picture)],
  ['/llm/v1/images/generations', paint, json({ data: [{ url: 'https://a/b.png' }] })],
  [
    '/llm/v1/images/generations',
    { ...paint, stream: true },
    events(
      { type: 'image_generation.partial_image', b64_json: 'AA', partial_image_index: 0 },
      { type: 'image_generation.completed', b64_json: 'AAAA', usage: {} },
    ),
  ],
  ['/llm/v1/images/edits', form({ prompt: 'Blue', image: file }), json(picture)],
  ['/llm/v1/images/edits', paint, json(picture)],
  ['/llm/v1/audio/transcriptions', form({ file }), json({ text: 'Hi', usage: { seconds: 1 } })],
  ['/llm/v1/audio/transcriptions', form({ file, response_format: 'text' }), ['text/plain', 'Hi']],
  [
    '/llm/v1/audio/transcriptions',
    form({ file, stream: 'true' }),
    events(
      { type: 'transcript.text.delta', delta: 'Hi' },
      { type: 'transcript.text.done', text: 'Hi' },
    ),
  ],
  ['/llm/v1/audio/speech', speak, ['audio/mpeg', 'sound']],
  [
    '/llm/v1/audio/speech',
    { ...speak, stream_format: 'sse' },
    events({ type: 'speech.audio.delta', audio: 'AA' }, { type: 'speech.audio.done' }),
  ],
]

it.each(media)(
  'a response to a real request to %s matches its description (%#)',
  async (path, body, [type, text]) => {
    const app = createLlmApp({
      ...createTestConnections({ BOZZETTO_OPENAI_URL: llm.upstreamUrl }),
      keyCheck: createKeyCheck([llm.apiKey]),
    })
    llm.answerWith((_request, response) =>
      response.writeHead(200, { 'Content-Type': type }).end(text),
    )
    const send = (sent: object) =>
      app.request(path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${llm.apiKey}` },
        body: sent instanceof FormData ? sent : JSON.stringify(sent),
      })
    const response = await send(body)
    expect(response.status).toBe(200)
    await checkMedia(path, type, response)
    await checkJson('post', path, await send({}))
  },
)

it('the list of models matches its description', async () => {
  const headers = { Authorization: `Bearer ${llm.apiKey}` }
  const response = await llm.app.request('/llm/v1/models', { headers })
  expect(await checkJson('get', '/llm/v1/models', response)).toHaveProperty('data')
})

it('responses of tasks and the queue match their description', async () => {
  const store = await openTestStore()
  const server = await openModelServer(store, {
    provider: fakeProvider(),
  })
  try {
    const { world } = server
    const created = await checkJson(
      'post',
      '/model/v1/generation',
      await server.fetch('/model/v1/generation', { body: server.wanted() }),
    )
    const id = String(created['id'])
    await untilOver(world.tasks, id)
    const task = '/model/v1/generation/task/{id}'
    await checkJson('get', task, await server.fetch(task.replace('{id}', id)))
    const stream = await server.fetch(`${task.replace('{id}', id)}/stream`)
    expect(await checkEvents('get', `${task}/stream`, stream)).toEqual(['output', 'done'])
  } finally {
    await server.close()
    await store.close()
  }
})

it('the response of a cancelled request matches its description', async () => {
  const store = await openTestStore()
  const server = await openModelServer(store, { provider: fakeProvider({ produce: untilStopped }) })
  try {
    const submit = '/model/v1/queue/{model}'
    const at = submit.replace('{model}', testModel.id)
    const { params } = server.wanted().input[0]!
    const queued = await checkJson('post', submit, await server.fetch(at, { body: params }))
    const one = `${at}/requests/${String(queued['request_id'])}`
    const described = `${submit}/requests/{id}`
    await checkJson('get', `${described}/status`, await server.fetch(`${one}/status`))
    await checkJson('get', `${described}/response`, await server.fetch(`${one}/response`))
    const cancelled = await server.fetch(`${one}/cancel`, { method: 'PUT' })
    expect(cancelled.status).toBe(202)
    await checkJson('put', `${described}/cancel`, cancelled)
  } finally {
    await server.close()
    await store.close()
  }
})
