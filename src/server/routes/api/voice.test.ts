import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { voiceNamesSchema, voiceServicesSchema } from '#contract/voice.ts'
import { createLiveConnections } from '../../connections/live-connections.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { providerKinds } from '../../providers/kinds.ts'
import { voiceRoutes } from './voice.ts'

let upstream: Upstream
let asked: { url: string; type: string; body: string }[] = []
let answer: Parameters<typeof startUpstream>[0]
beforeAll(async () => {
  upstream = await startUpstream((request, response, body) => {
    const { url = '', headers, method } = request
    if (method === 'GET') return answer(request, response, body)
    asked.push({ url, type: headers['content-type'] ?? '', body })
    return answer(request, response, body)
  })
})
afterAll(() => upstream.close())
beforeEach(() => {
  asked = []
  answer = (_request, response) => void response.end('{"text":"Good morning"}')
})

function createApp(kindId: string, path: string) {
  const live = createLiveConnections({
    builtIn: { chat: [], generation: [] },
    environment: [],
    importedOf: () => [],
    onStatus: () => {},
  })
  const kind = providerKinds.find(({ id }) => id === kindId)
  if (!kind) throw new Error(`There is no kind ${kindId}.`)
  live.put({
    id: 'own',
    name: 'My server',
    kind,
    isOn: true,
    address: upstream.url + path,
    source: 'settings',
    hints: [],
    settings: {
      service: { id: 'own', title: 'My server', addressExample: '', keySetting: '' },
      baseUrl: upstream.url + path,
      secrets: { key: 'sk-mine' },
      allowedHosts: [],
    },
  })
  const spending = {
    applying: () => Promise.resolve([]),
    reserve: () => Promise.resolve(() => Promise.resolve()),
  }
  const catalogue = createCatalogue({ providers: live.providers })
  return new Hono()
    .onError((error, c) =>
      error instanceof HttpError
        ? c.json({ code: error.code, message: error.message }, 400)
        : c.text(String(error), 500),
    )
    .route('/', voiceRoutes({ ...live, catalogue, spending }))
}

const record = (model: string): RequestInit => {
  const body = new FormData()
  body.set('model', model)
  body.set('file', new File(['RIFF'], 'speech.wav', { type: 'audio/wav' }))
  return { method: 'POST', body }
}

describe('GET /api/voice', () => {
  it('lists models by their names, tasks and labels, and leaves out chat models', async () => {
    answer = (_request, response) =>
      void response.end(
        JSON.stringify({
          data: [
            { id: 'gpt-5' },
            { id: 'whisper-1' },
            { id: 'gpt-4o-mini-tts' },
            { id: 'systran/faster', task: 'automatic-speech-recognition' },
            { id: 'reader', labels: ['text-to-speech'] },
            { id: 42 },
          ],
        }),
      )
    const response = await createApp('openai-compatible', '/v1').request('/')
    expect(voiceServicesSchema.parse(await response.json())).toEqual({
      services: [
        {
          id: 'own',
          name: 'My server',
          isNear: true,
          transcription: ['systran/faster', 'whisper-1'],
          speech: ['gpt-4o-mini-tts', 'reader'],
        },
      ],
    })
  })

  it('leaves out a service that does not respond', async () => {
    answer = (_request, response) => void response.writeHead(500).end()
    const response = await createApp('openai-compatible', '/v1').request('/')
    expect(await response.json()).toEqual({ services: [] })
  })
})

const listVoices = async (text: string) => {
  answer = (_request, response) => void response.end(text)
  const response = await createApp('kokoro', '/v1').request('/own/voices')
  return voiceNamesSchema.parse(await response.json()).voices
}

describe('GET /api/voice/:id/voices', () => {
  it.each([
    '{"voices":["af_heart","af_bella"]}',
    '{"voices":[{"id":"af_heart"},{"name":"af_bella"}]}',
    '["af_heart","af_bella"]',
  ])('reads the list %s', async (text) => {
    expect(await listVoices(text)).toEqual(['af_heart', 'af_bella'])
  })

  it('returns the usual voices if the service lists none', async () => {
    expect(await listVoices('{"error":"not found"}')).toContain('alloy')
  })
})

describe('POST /api/voice/transcriptions', () => {
  it('sends a recording to a server that offers only voice models', async () => {
    const response = await createApp('speaches', '/v1').request('/transcriptions', record('own/w'))
    expect(await response.json()).toEqual({ text: 'Good morning' })
    expect(asked).toMatchObject([{ url: '/v1/audio/transcriptions' }])
    expect(asked[0]?.body).toMatch(/name="model"\r\n\r\nw\r\n/)
  })

  it('uses the path of whisper.cpp', async () => {
    await createApp('whisper-cpp', '').request('/transcriptions', record('own/whisper'))
    expect(asked).toMatchObject([{ url: '/inference' }])
  })

  it('passes on a stream of events', async () => {
    const events = 'data: {"type":"transcript.text.delta","delta":"Good"}\n\n'
    answer = (_request, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events)
    const app = createApp('openai-compatible', '/v1')
    const response = await app.request('/transcriptions', record('own/gpt-transcribe'))
    expect(await response.text()).toBe(events)
  })

  it('reports the message of a service that refuses', async () => {
    answer = (_request, response) =>
      void response.writeHead(400).end('{"error":{"message":"Audio is too short"}}')
    const app = createApp('openai-compatible', '/v1')
    const response = await app.request('/transcriptions', record('own/whisper-1'))
    expect(await response.json()).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('Audio is too short'),
    })
  })

  it('returns an error for a connection that does not exist, and sends no request', async () => {
    const app = createApp('speaches', '/v1')
    const response = await app.request('/transcriptions', record('other/w'))
    expect(await response.json()).toMatchObject({ code: 'unknown_model' })
    expect(asked).toEqual([])
  })
})

describe('POST /api/voice/speech', () => {
  it('returns the sound of the service', async () => {
    answer = (_request, response) =>
      void response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end('ID3')
    const response = await createApp('kokoro', '/v1').request('/speech', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ model: 'own/kokoro', voice: 'af_heart', input: 'Hello' }),
    })
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    expect(await response.text()).toBe('ID3')
    expect(asked).toMatchObject([{ url: '/v1/audio/speech' }])
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      model: 'kokoro',
      voice: 'af_heart',
      input: 'Hello',
    })
  })
})
