import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadBytesMax } from '#contract/files.ts'
import { testModel } from '../../generation/tasks.fixture.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openModelServer, type CallInit, type ModelServer } from './model-routes.fixture.ts'

let store: Store
let server: ModelServer
beforeAll(async () => {
  store = await openTestStore()
  server = await openModelServer(store)
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const message = expect.stringMatching(/.{10}/)
const forms = {
  generation: (code: string) => ({ error: { code, message, error_message: message }, message }),
  queue: (code: string) => ({ error: { code, message }, message, detail: message }),
  upload: (code: string) => ({ error: { code, message, error_message: message }, message }),
}
type Dialect = keyof typeof forms

const creates: Record<
  'generation' | 'queue',
  (model: string, params?: object) => [string, object]
> = {
  generation: (model, params) => ['/model/v1/generation', { ...server.wanted(params), model }],
  queue: (model, params) => [
    `/model/v1/queue/${model}`,
    params ?? server.wanted().input[0]?.params ?? {},
  ],
}
const addresses: Record<Dialect, string> = {
  generation: '/model/v1/generation',
  queue: `/model/v1/queue/${testModel.id}`,
  upload: '/model/v1/files',
}
const limits = { requestsPerMinute: 60, streams: 1 }
const dialects = Object.keys(forms) as Dialect[]
const creating = ['generation', 'queue'] as const

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

const refused = (dialect: Dialect, status: number, code: string) => ({
  status,
  body: forms[dialect](code),
})

describe.each(creating)('request for a new task in the %s format', (dialect) => {
  it('gets a similar name suggested for an unknown model', async () => {
    const [path, body] = creates[dialect]('fake/modle')
    const answer = await server.call(path, { body })
    expect(answer).toMatchObject(refused(dialect, 404, 'UNKNOWN_MODEL'))
    expect(answer.body.message).toContain('fake/model')
  })

  it.each<[string, object, string, string]>([
    ['unknown', { colour: 'red' }, 'colour', 'face_limit'],
    ['wrong', { face_limit: 5 }, 'face_limit', '100 and 1,000'],
    ['missing', { file: undefined }, 'file', 'picture'],
  ])(
    'is rejected with the name of an %s param and the allowed values',
    async (_case, change, path, allowed) => {
      const params = { ...server.wanted().input[0]?.params, ...change }
      const [address, body] = creates[dialect](testModel.id, params)
      const answer = await server.call(address, { body })
      expect(answer).toMatchObject(refused(dialect, 400, 'INVALID_PARAMS'))
      expect(answer.body.error.issues).toEqual([{ path, message: answer.body.message }])
      expect(answer.body.message).toContain(allowed)
    },
  )

  it.each<[string, CallInit]>([
    ['bad JSON', { body: '{"model":' }],
    ['an Idempotency-Key that is none', { headers: { 'idempotency-key': 'two words' } }],
    ['two models at once', { headers: { 'x-model': 'other/model' } }],
  ])('is rejected with %s', async (_case, init) => {
    const [path, body] = creates[dialect](testModel.id)
    const answer = await server.call(path, { body, ...init })
    expect(answer).toMatchObject(refused(dialect, 400, 'BAD_REQUEST'))
  })
})

it.each<[Dialect, string, string]>([
  ['generation', 'GET', 'task/probe-1'],
  ['generation', 'GET', 'task/probe-1/stream'],
  ['generation', 'POST', 'task/probe-1/cancel'],
  ['queue', 'GET', 'requests/probe-1/status'],
  ['queue', 'GET', 'requests/probe-1/response'],
  ['queue', 'PUT', 'requests/probe-1/cancel'],
])('the %s format returns 404 for an unknown task at %s %s', async (dialect, method, rest) => {
  const answer = await server.call(`${addresses[dialect]}/${rest}`, { method })
  expect(answer).toMatchObject(refused(dialect, 404, 'NOT_FOUND'))
})

describe.each(dialects)('client of the %s format', (dialect) => {
  const path = addresses[dialect]
  const post = { method: 'POST', body: '{}' }

  it.each(['', 'Bearer sa-wrong', 'Basic c2E6c2E='])(
    'gets a 401 for the Authorization header “%s”',
    async (authorization) => {
      const answer = await server.call(path, { ...post, headers: { authorization } })
      expect(answer).toMatchObject(refused(dialect, 401, 'UNAUTHORIZED'))
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  it('gets a 401 for a revoked key and a message that the key was revoked', async () => {
    const { key, secret } = await server.keys.create({ name: 'Old', limits })
    await server.keys.revoke(key.id)
    const answer = await server.call(path, { ...post, headers: bearer(secret) })
    expect(answer).toMatchObject(refused(dialect, 401, 'UNAUTHORIZED'))
    expect(answer.body.message).toContain('revoked')
  })

  it('gets a 429 with Retry-After after too many requests', async () => {
    const slow = { ...limits, requestsPerMinute: 1 }
    const { secret } = await server.keys.create({ name: 'Slow', limits: slow })
    const init = { ...post, headers: bearer(secret) }
    await server.call(path, init)
    const answer = await server.call(path, init)
    const code = dialect === 'queue' ? 'RATE_LIMIT_EXCEEDED' : 'RATE_LIMITED'
    expect(answer).toMatchObject(refused(dialect, 429, code))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('gets a 429 with Retry-After once the budget of the key is spent', async () => {
    const { key, secret } = await server.keys.create({
      name: 'Spent',
      limits: { ...limits, monthlySpendUsd: 1 },
    })
    await server.keys.add(key.id, 1)
    const answer = await server.call(path, { ...post, headers: bearer(secret) })
    const code = dialect === 'queue' ? 'RATE_LIMIT_EXCEEDED' : 'OVER_QUOTA'
    expect(answer).toMatchObject(refused(dialect, 429, code))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('gets a 413 for a body that is too large', async () => {
    const headers = { 'content-length': String(uploadBytesMax + 1) }
    const answer = await server.call(path, { ...post, headers })
    expect(answer).toMatchObject(refused(dialect, 413, 'TOO_LARGE'))
  })

  it('gets a 405 with the allowed methods for a wrong method', async () => {
    const answer = await server.call(path, { method: 'DELETE' })
    expect(answer).toMatchObject(refused(dialect, 405, 'METHOD_NOT_ALLOWED'))
    expect(answer.headers.get('allow')).toBe('POST')
  })

  it('gets a 404 for an unknown path', async () => {
    const answer = await server.call(`/model/v1/${dialect === 'queue' ? 'queue' : 'unheard-of'}`)
    expect(answer).toMatchObject(refused(dialect, 404, 'NOT_FOUND'))
  })
})

describe('Allow header of a 405', () => {
  it.each([
    ['/model/v1/generation/sync', 'POST'],
    ['/model/v1/generation/precharge', 'POST'],
    ['/model/v1/generation/task/a', 'GET'],
    ['/model/v1/generation/task/a/stream', 'GET'],
    ['/model/v1/generation/task/a/cancel', 'POST, PUT'],
    ['/model/v1/queue/fake/model/requests/a/status', 'GET'],
    ['/model/v1/queue/fake/model/requests/a/response', 'GET'],
    ['/model/v1/queue/fake/model/requests/a/cancel', 'PUT'],
    ['/model/v1/models/skill/search', 'GET'],
    ['/model/v1/models/skill/fake/model', 'GET'],
    ['/api/v1/skill/models', 'GET'],
    ['/api/v1/skill/models/fake/model/spec', 'GET'],
    ['/api/v1/skill/model-contracts/fake/model', 'GET'],
    ['/api/v1/storage/files', 'POST'],
  ])('is %s at the path %s', async (path, allowed) => {
    const { status, headers } = await server.call(path, { method: 'DELETE' })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allowed)
  })
})
