import { readFileSync } from 'node:fs'
import { openApiDocument } from './document.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readEnv } from '../../env.ts'
import { createApp } from '../../app.ts'
import { createServices, type Services } from '../../services.ts'
import { makeDataFolder } from '../../store/data-folder.fixture.ts'
import { operations } from './operations.ts'
import { schemas, type SchemaName } from './schemas.ts'

const origin = 'http://127.0.0.1:5310'
const key = 'sa-of-the-environment'
let folder: string
let services: Services
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-openapi-'))
  await makeDataFolder(folder)
  services = await createServices(
    readEnv({ BOZZETTO_DATA: folder, BOZZETTO_API_KEYS: key, PORT: '0' }),
  )
  app = createApp(services)
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

const call = (pathname: string, init: RequestInit = {}, shownKey: string | undefined = key) =>
  app.request(origin + pathname, {
    ...init,
    headers: {
      Host: '127.0.0.1:5310',
      ...(shownKey !== '' && { Authorization: `Bearer ${shownKey}` }),
      ...(init.headers as Record<string, string>),
    },
  })
const post = (pathname: string, body: unknown, headers: Record<string, string> = {}) =>
  call(pathname, { method: 'POST', body: JSON.stringify(body), headers })

const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
})
const read = async () => documentSchema.parse(await (await call('/openapi.json', {}, '')).json())

const addresses = operations.flatMap(({ path: main, aliases = [], ...rest }) =>
  [main, ...aliases].map((at) => ({ at, ...rest })),
)
const filled = (at: string) =>
  at
    .replace('{model}', 'local%2Fimage-to-3d')
    .replace('{id}', '0'.repeat(20))
    .replace('{name}', 'x')

const matches = async (name: SchemaName, response: Response | Promise<Response>) => {
  const body: unknown = await (await response).json()
  const parsed = schemas[name].safeParse(body)
  expect(parsed.error?.issues, `${name}: ${JSON.stringify(body)}`).toBeUndefined()
  return body as Record<string, unknown>
}

describe('/openapi.json', () => {
  it('contains the version of package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(openApiDocument('http://127.0.0.1').info.version).toBe(version)
  })

  it('is an OpenAPI 3.1 document with this server’s URL, and needs no key', async () => {
    expect((await read()).servers).toEqual([{ url: origin }])
  })

  it('contains no broken reference, and unique operation ids', async () => {
    const document = await read()
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, at = '']) => at)
    expect(references.length).toBeGreaterThan(30)
    for (const at of new Set(references)) {
      const target = at
        .split('/')
        .reduce<unknown>(
          (inside, step) => (inside as Record<string, unknown> | undefined)?.[step],
          document,
        )
      expect({ at, target }).toEqual({ at, target: expect.any(Object) })
    }
    const names = Object.values(document.paths).flatMap((entry) =>
      Object.values(entry).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
    expect(text).not.toMatch(/"\$(id|schema)"/)
  })

  it('describes the fields of a completion by the schema that validates them', async () => {
    const { components } = await read()
    expect(components.schemas['ChatCompletionRequest']).toMatchObject({
      type: 'object',
      required: ['messages'],
      properties: { messages: { type: 'array', minItems: 1 } },
    })
  })

  it.each(addresses.filter(({ isOpen }) => !isOpen))(
    'documents $method $at, which requires a key',
    async ({ at, method }) => {
      const answer = await call(filled(at), { method: method.toUpperCase() }, '')
      expect(answer.status).toBe(401)
      // The service decides which methods exist for forwarded paths.
      if (at.startsWith('/llm/') && !/completions|models/.test(at)) return
      expect((await call(filled(at), { method: 'PATCH' })).status).toBe(405)
    },
  )

  it.each(addresses.filter(({ isOpen }) => isOpen))(
    'documents $method $at, which is open to everybody',
    async ({ at, method }) => {
      const answer = await call(filled(at), { method: method.toUpperCase() }, '')
      expect([200, 403]).toContain(answer.status)
      expect((await call(filled(at), { method: 'PATCH' })).status).toBe(405)
    },
  )
})

describe('response descriptions of the OpenAPI document', () => {
  const guide = { model: 'bozzetto/guide', messages: [{ role: 'user', content: 'Hi' }] }

  it('match the responses of a chat, whole and streamed', async () => {
    await matches('ChatCompletion', post('/llm/v1/chat/completions', guide))
    const stream = await post('/llm/v1/chat/completions', { ...guide, stream: true })
    const frames = (await stream.text()).split('\n\n').filter((frame) => frame.includes('{'))
    expect(frames.length).toBeGreaterThan(3)
    for (const frame of frames) {
      const chunk = schemas.ChatCompletionChunk.safeParse(JSON.parse(frame.replace(/^data: /, '')))
      expect(chunk.error).toBeUndefined()
    }
    await matches('LlmModelList', call('/llm/v1/models'))
    await matches('LlmModel', call('/llm/v1/models/bozzetto%2Fguide'))
    await matches('LlmError', post('/llm/v1/chat/completions', {}))
    const refused = await matches('LlmError', call('/llm/v1/models', {}, 'sa-other'))
    expect(refused['error']).toMatchObject({ code: 'invalid_api_key' })
  })

  it('match the responses of generation, from the picture to the model', async () => {
    const { default: sharp } = await import('sharp')
    const size = { width: 64, height: 64, channels: 3 as const }
    const png = await sharp({ create: { ...size, background: 'white' } })
      .composite([{ input: { create: { ...size, width: 32, height: 40, background: 'red' } } }])
      .png()
      .toBuffer()
    const upload = await matches(
      'Upload',
      call('/model/v1/files?name=a.png', { method: 'POST', body: new Uint8Array(png) }),
    )
    const params = { file: { type: 'png', file_token: upload['file_token'] }, face_limit: 1000 }
    const request = { model: 'local/image-to-3d', input: [{ params }] }
    expect(schemas.GenerationRequest.safeParse(request).success).toBe(true)
    const pages = await matches('LibraryPage', call('/model/v1/library?limit=3'))
    expect(pages['next']).toBeNull()
    await matches('Precharge', post('/model/v1/generation/precharge', request))
    const { id } = await matches('GenerationCreated', post('/model/v1/generation', request))
    await matches('GenerationTask', call(`/model/v1/generation/task/${String(id)}`))
    await matches('GenerationTask', post(`/model/v1/generation/task/${String(id)}/cancel`, {}))
    await matches('GenerationError', post('/model/v1/generation', { ...request, model: 'x/y' }))
    const queued = await matches('Queued', post('/model/v1/queue/local/image-to-3d', params))
    const at = `/model/v1/queue/local/image-to-3d/requests/${String(queued['request_id'])}`
    await matches('QueueStatus', call(`${at}/status`))
    expect((await call(`${at}/cancel`, { method: 'PUT' })).status).toBe(202)
    await vi.waitFor(async () => expect((await call(`${at}/response`)).status).toBe(200))
    await matches('QueueResult', call(`${at}/response`))
  })

  it('match the responses of the catalogue', async () => {
    await matches('SkillSearch', call('/model/v1/models/skill/search?q=local&output=3d'))
    await matches('CatalogueAnswer', call('/api/v1/skill/models'))
    await matches('CatalogueAnswer', call('/api/v1/skill/models/local/image-to-3d/spec'))
    const contract = '/api/v1/skill/model-contracts/'
    await matches('CatalogueAnswer', call(`${contract}local/image-to-3d`))
    const missing = await matches('CatalogueAnswer', call(`${contract}nothing`))
    expect(missing['status']).toMatchObject({ code: 404 })
  })
})
