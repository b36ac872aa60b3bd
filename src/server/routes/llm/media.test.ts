import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createKeyService, type KeyService } from '../../access/keys/key-service.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { apiKeys as keyRows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createTestConnections, createLlmApp } from './llm-app.fixture.ts'

const openAiKey = 'sk-owner-secret'
let store: Store
let keys: KeyService
const upstreams: Upstream[] = []
let app: ReturnType<typeof createLlmApp>
let answer: Parameters<typeof startUpstream>[0]
let asked: { server: string; url: string; key: unknown; type: string; body: string }[] = []

const start = async (server: string) => {
  const upstream = await startUpstream((request, response, body) => {
    if (request.method === 'GET') return void response.end('{"data":[{"id":"writer"}]}')
    const { url = '', headers } = request
    const type = headers['content-type'] ?? ''
    asked.push({ server, url, key: headers.authorization, type, body })
    return answer(request, response, body)
  })
  upstreams.push(upstream)
  return upstream.url
}

beforeAll(async () => {
  store = await openTestStore()
  keys = createKeyService(store)
  const connections = createTestConnections({
    BOZZETTO_OPENAI_URL: `${await start('openai')}/v1`,
    BOZZETTO_OPENAI_KEY: openAiKey,
    BOZZETTO_GATEWAY_URL: await start('gateway'),
    BOZZETTO_GATEWAY_KEY: 'sk-theirs',
  })
  app = createLlmApp({ ...connections, keyCheck: createKeyCheck([], { issued: keys }) })
})
afterAll(async () => {
  for (const upstream of upstreams) await upstream.close()
  await store.close()
})
beforeEach(async () => {
  await store.db.delete(keyRows)
  asked = []
  answer = (_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"created":1,"data":[{"b64_json":"AAAA"}]}')
})

type Body = { json?: object; form?: FormData }

async function makeKey(monthlySpendUsd?: number): Promise<string> {
  const limits = { requestsPerMinute: 1000, streams: 10 }
  const { secret } = await keys.create({
    name: 'A',
    limits: { ...limits, ...(monthlySpendUsd !== undefined && { monthlySpendUsd }) },
  })
  return secret
}

const send = async (path: string, body: Body, monthlySpendUsd?: number) =>
  sendWith(await makeKey(monthlySpendUsd), path, body)

async function sendWith(secret: string, path: string, { json, form }: Body) {
  const response = await app.request(`http://127.0.0.1/llm${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      ...(json && { 'Content-Type': 'application/json' }),
    },
    body: json ? JSON.stringify(json) : (form ?? null),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { spentUsd = 0 } = (await keys.list()).find(({ prefix }) => secret.startsWith(prefix)) ?? {}
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text: String(bytes),
    spentUsd,
  }
}

/**
 * Creates a form with the file before the model, as OpenAI's client does. The file's bytes look
 * like a form boundary.
 */
function recording(model = 'openai/gpt-transcribe'): FormData {
  const form = new FormData()
  form.append('file', new Blob(['RIFF\r\n--x\r\n\0\u00ff']), 'a "quoted" name.wav')
  form.append('model', model)
  form.append('language', 'de')
  return form
}

const formPart = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`

describe('POST /images/generations', () => {
  it('forwards the request to the model’s connection with the service’s key and model name', async () => {
    const json = { model: 'openai/gpt-image-2.6-flare', prompt: 'A cat', n: 2 }
    const { status, text } = await send('/v1/images/generations', { json })
    expect([status, text]).toEqual([200, '{"created":1,"data":[{"b64_json":"AAAA"}]}'])
    expect(asked).toMatchObject([
      { server: 'openai', url: '/v1/images/generations', key: `Bearer ${openAiKey}` },
    ])
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ ...json, model: 'gpt-image-2.6-flare' })
  })

  it('charges the tokens that the answer reports', async () => {
    const usage = { input_tokens: 100, output_tokens: 1000, total_tokens: 1100 }
    answer = (_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ data: [], usage }))
    const json = { model: 'openai/gpt-image-2', prompt: 'A cat' }
    const { spentUsd } = await send('/images/generations', { json }, 10)
    expect(spentUsd).toBeCloseTo((100 * 20 + 1000 * 100) / 1e6)
  })

  it('charges an assumed price per picture if the answer reports no tokens', async () => {
    const json = { model: 'openai/gpt-image-2', prompt: 'A cat', n: 3 }
    expect((await send('/images/generations', { json }, 10)).spentUsd).toBeCloseTo(0.75)
    expect((await send('/images/generations', { json })).spentUsd).toBeCloseTo(0.75)
  })

  it('refuses requests once the budget is spent', async () => {
    const json = { model: 'openai/gpt-image-2', prompt: 'A cat', n: 10 }
    const secret = await makeKey(0.5)
    expect((await sendWith(secret, '/v1/images/generations', { json })).status).toBe(200)
    const { status, text } = await sendWith(secret, '/v1/images/generations', { json })
    expect([status, asked.length]).toEqual([429, 1])
    expect(text).toContain('limit of $0.5 a month')
  })

  it('charges nothing for a refusal of the service, and returns its error without the API key', async () => {
    answer = (_request, response) =>
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          error: { message: `Bad ${openAiKey}`, code: 'moderation_blocked', param: null },
        }),
      )
    const json = { model: 'openai/gpt-image-2', prompt: 'A cat' }
    const { status, text, spentUsd } = await send('/v1/images/generations', { json }, 10)
    expect([status, spentUsd]).toEqual([400, 0])
    expect(text).toContain('moderation_blocked')
    expect(text).not.toContain(openAiKey)
  })

  it('requires the connection in the model id if several connections may have the model', async () => {
    const json = { model: 'gpt-image-2', prompt: 'A cat' }
    const { status, text } = await send('/v1/images/generations', { json })
    expect(status).toBe(404)
    expect(text).toContain('Put the connection’s id in front')
  })

  it('does not let a service in a private network fetch a URL', async () => {
    const json = { model: 'openai/m', prompt: 'A', images: [{ image_url: 'http://10.0.0.1/a' }] }
    const { status } = await send('/v1/images/edits', { json })
    expect(status).toBe(400)
    expect(asked).toEqual([])
  })
})

describe('POST /audio/transcriptions', () => {
  it('forwards the form with the file unchanged, but with the service’s model name', async () => {
    const { status } = await send('/v1/audio/transcriptions', { form: recording() })
    expect(status).toBe(200)
    const [{ url, type, body } = { url: '', type: '', body: '' }] = asked
    expect(url).toBe('/v1/audio/transcriptions')
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData()
    expect(form.get('model')).toBe('gpt-transcribe')
    expect(form.get('language')).toBe('de')
    const sent = form.get('file') as File
    expect(await sent.text()).toBe(await (recording().get('file') as File).text())
  })

  it('forwards the events of a stream', async () => {
    const events =
      'data: {"type":"transcript.text.delta","delta":"Hi"}\n\ndata: {"type":"transcript.text.done","text":"Hi"}\n\n'
    answer = (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events)
    const { text, headers } = await send('/audio/transcriptions', { form: recording() })
    expect(text).toBe(events)
    expect(headers.get('content-type')).toContain('text/event-stream')
  })

  it('charges a recording by its size', async () => {
    const form = recording()
    form.set('file', new Blob([new Uint8Array(2_000_000)]), 'a.wav')
    const { spentUsd } = await send('/audio/transcriptions', { form }, 10)
    expect(spentUsd).toBeCloseTo(0.1, 2)
  })

  it('rejects two models, a missing model and a body that is not a form', async () => {
    const twice = recording()
    twice.append('model', 'gateway/other')
    expect((await send('/audio/transcriptions', { form: twice })).status).toBe(400)
    const none = recording()
    none.delete('model')
    expect((await send('/audio/transcriptions', { form: none })).status).toBe(400)
    expect(asked).toEqual([])
  })

  it.each([
    ['a second name', 'Content-Disposition: form-data; name="x"; name="model"'],
    [
      'a name after a file name',
      'Content-Disposition: form-data; name="x"; filename="a"; name="model"',
    ],
    [
      'a second header',
      'Content-Disposition: form-data; name="x"\r\nContent-Disposition: form-data; name="model"',
    ],
    [
      'a header after a bare line feed',
      'Content-Disposition: form-data; name="x"\nContent-Disposition: form-data; name="model"',
    ],
  ])('rejects %s, which a service may read as a second model name', async (_, head) => {
    const model = formPart('Content-Disposition: form-data; name="model"', 'openai/cheap')
    const response = await app.request('http://127.0.0.1/llm/v1/images/edits', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await makeKey()}`,
        'Content-Type': 'multipart/form-data; boundary=b',
      },
      body: `${model}${formPart(head, 'expensive')}--b--\r\n`,
    })
    expect(response.status).toBe(400)
    expect(asked).toEqual([])
  })

  it('rejects two fields for the number of pictures, because only one of them would be charged', async () => {
    const form = recording('openai/painter')
    form.append('n', '10')
    form.append('n', '1')
    expect((await send('/images/edits', { form })).status).toBe(400)
    expect(asked).toEqual([])
  })

  it('rejects a recording that is too large', async () => {
    const form = recording()
    form.set('file', new Blob([new Uint8Array(27 * 1024 * 1024)]), 'a.wav')
    expect((await send('/audio/transcriptions', { form })).status).toBe(413)
  })
})

describe('POST /audio/speech', () => {
  it('returns the audio unchanged and charges for each character of the text', async () => {
    const sound = Buffer.from([0xff, 0xfb, 0x90, 0, 0x80, 1, 2, 3])
    answer = (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end(sound)
    const json = { model: 'openai/tts-2', input: 'x'.repeat(1000), voice: 'alloy' }
    const { bytes, headers, spentUsd } = await send('/v1/audio/speech', { json }, 10)
    expect(bytes.equals(sound)).toBe(true)
    expect(headers.get('content-type')).toBe('audio/mpeg')
    expect(spentUsd).toBeCloseTo(0.03)
  })
})

it('sends speech requests for a gateway to the gateway’s own path', async () => {
  await send('/v1/audio/speech', { json: { model: 'gateway/kokoro', input: 'Hi', voice: 'a' } })
  expect(asked).toMatchObject([{ server: 'gateway', url: '/llm/v1/audio/speech' }])
})
