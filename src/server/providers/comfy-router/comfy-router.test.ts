import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import { sendBytes, json, openService, reset } from '../service/service.fixture.ts'
import { pictureAt, settingsFor, type TestService } from '../service/service-3d.fixture.ts'
import { connectComfyRouter } from './comfy-router.ts'

let service: TestService
const path = '/v2/models/tripo/v3.1-20260211-image-to-model'
beforeEach(async () => {
  service = await openService()
  service.on('GET /files/a.glb', sendBytes(tinyGlb()))
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(300_000)
const connect = () =>
  connectComfyRouter(settingsFor(service.origin, { key: 'comfy-secret-key' }), { pollMs: 2 })
const request: GenerationRequest = {
  taskId: 'task-1',
  model: 'tripo/v3.1-20260211-image-to-model',
  params: { input: '/api/files/ours/content', texture: true },
  pictures: [pictureAt('input')],
}
async function make(own: Partial<GenerationRequest> = {}) {
  const provider = connect().generation!
  const order = { ...request, ...own }
  const submitted = await provider.submit!(order, signal())
  return provider.produce({ ...order, ...submitted }, () => {}, signal())
}
const refused = (kind: string, status: number) =>
  json({ detail: 'No.' }, status, { 'x-comfy-error-type': kind })

describe('connectComfyRouter', () => {
  it('builds a model’s form from its current OpenAPI document, without retired values', async () => {
    const schema = { $ref: '#/components/schemas/In' }
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} }
    const In = {
      type: 'object',
      required: ['input'],
      properties: {
        input: { type: 'string', format: 'uri' },
        model: { type: 'string', enum: ['v3.1-20260211', 'v2.0-20240919'] },
      },
    }
    const document = { info: { title: 'Tripo v3.1' }, paths: { [path]: { post } } }
    const described = { ...document, components: { schemas: { In } } }
    service.on(`GET ${path}/openapi.json`, json(described))
    const { read } = connect().importer!
    const form = await read(request.model, { signal: signal() })
    expect(form).toMatchObject({ model: request.model, name: 'Tripo v3.1', pictures: ['input'] })
    expect(form.paramSchema.properties['model']?.['enum']).toEqual(['v3.1-20260211'])
    const wrong = read('no model', { signal: signal() })
    await expect(wrong).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('repeats the request with the same idempotency key if the response was lost', async () => {
    const output = { model_url: `${service.origin}/files/a.glb` }
    service.on(
      `POST ${path}`,
      reset,
      refused('concurrency_limit_exceeded', 409),
      refused('deadline_exceeded', 504),
      json({ output }, 200, { 'x-comfy-credits-used': '30' }),
    )
    const { bytes: glb, cost } = await make()
    expect(glb).toHaveLength(tinyGlb().byteLength)
    expect(cost).toBe('30')
    const posts = service.calls.filter(({ method }) => method === 'POST')
    const keys = posts.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['task-1', 'task-1', 'task-1', 'task-1'])
    expect(posts[0]?.headers['x-api-key']).toBe('comfy-secret-key')
    expect(posts[0]?.body).toMatchObject({ input: 'data:image/png;base64,iVBORw0KGgo=' })
    expect(service.calls.at(-1)?.headers['x-api-key']).toBeUndefined()
  })

  it.each([
    ['insufficient_credits', 402, /no credits left/],
    ['content_policy_violation', 400, /content filter/],
    ['model_not_found', 404, /does not have this model/],
    ['invalid_input', 422, /refused the settings/],
  ])(
    'reports a readable error and does not repeat the order if the router responds: %s',
    async (kind, status, message) => {
      service.on(`POST ${path}`, refused(kind, status))
      await expect(make()).rejects.toThrow(message)
      expect(service.countOf('POST', path)).toBe(1)
    },
  )

  it('refuses to submit a retired model', async () => {
    await expect(make({ model: 'meshy/meshy-5' })).rejects.toMatchObject({ code: 'unknown_model' })
    expect(service.calls).toEqual([])
  })

  it('checks the API key without creating a task', async () => {
    service.on('GET /v2/models', json({ data: [], has_more: false }))
    expect(await connect().checkKeys!(signal())).toBe('Accepted.')
    service.on('GET /v2/models', json({ detail: 'No key' }, 401))
    await expect(connect().checkKeys!(signal())).rejects.toMatchObject({ isAboutKey: true })
  })
})
