import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { toHttpError } from '../../errors/http-error.ts'
import { createTestAudit } from '../../audit/audit.fixture.ts'
import { createKeyCheck, type ApiClientEnv } from './api-keys.ts'

function appWith(...setting: Parameters<typeof createKeyCheck>) {
  const app = new Hono<ApiClientEnv>()
    .use(createKeyCheck(...setting))
    .all('/', (c) => c.text('in'))
    .get('/stream', async (c) => {
      await c.get('apiClient').openStream()
      return c.text('open')
    })
    .get('/brief', async (c) => {
      const close = await c.get('apiClient').openStream()
      close()
      close()
      return c.text('closed')
    })
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    c.header('Retry-After', String(error.retryAfterSeconds ?? ''))
    return c.text(error.message, error.status)
  })
  return app
}
const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })

describe('createKeyCheck', () => {
  it.each([
    { Authorization: 'Bearer sa-second-key' },
    { Authorization: 'bearer  sa-second-key ' },
    { Authorization: 'Key sa-second-key' },
    { 'x-api-key': 'sa-second-key' },
    { Authorization: `Basic ${btoa('anybody:sa-second-key')}` },
  ])('accepts a request with the key in %o', async (headers) => {
    const app = appWith(['sa-first-key', 'sa-second-key'])
    expect((await app.request('/', { headers: headers as Record<string, string> })).status).toBe(
      200,
    )
  })

  it.each([
    ['no key', undefined, 'missing'],
    ['a wrong key', 'Bearer sa-wrong', 'is not valid'],
    ['a key without its scheme', 'sa-first-key', 'missing'],
    ['another scheme', 'Basic sa-first-key', 'missing'],
  ])('refuses a request with %s', async (_case, authorization, words) => {
    const response = await appWith(['sa-first-key']).request('/', {
      headers: authorization ? { authorization } : {},
    })
    expect(response.status).toBe(401)
    expect(await response.text()).toContain(words)
  })

  it('explains how to create a key if the server has none', async () => {
    const response = await appWith([]).request('/', bearer('anything'))
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('BOZZETTO_API_KEYS')
  })

  it('counts the requests of each key over the last 60 seconds', async () => {
    let now = 0
    const app = appWith(['first-key', 'second-key'], {
      limits: { requestsPerMinute: 2 },
      clock: () => now,
    })
    const getStatus = async (key: string) =>
      (await app.request('/', { ...bearer(key), method: 'POST' })).status
    expect(await getStatus('first-key')).toBe(200)
    now = 20_000
    expect(await getStatus('first-key')).toBe(200)
    const refused = await app.request('/', { ...bearer('first-key'), method: 'POST' })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('40')
    expect(await getStatus('second-key')).toBe(200)
    now = 60_000
    expect(await getStatus('first-key')).toBe(200)
    expect(await getStatus('first-key')).toBe(429)
  })

  it('records a reached limit as one audit event', async () => {
    const audit = createTestAudit()
    const app = appWith(['first-key'], { limits: { requestsPerMinute: 1, streams: 1 }, audit })
    for (let n = 0; n < 3; n++) await app.request('/', { ...bearer('first-key'), method: 'POST' })
    for (let n = 0; n < 3; n++) await app.request('/stream', bearer('first-key'))
    expect(audit.entries.map(({ kind, subject }) => `${kind}: ${subject}`)).toEqual([
      'limit_hit: This key is limited to 1 requests a minute',
      'limit_hit: This key is limited to 1 requests a minute',
      'limit_hit: This key may run 1 answers at once',
      'limit_hit: This key may run 1 answers at once',
    ])
  })

  it('counts a stream until it is closed', async () => {
    const app = appWith(['first-key'], { limits: { streams: 1 } })
    const findStatus = async (path: string) => (await app.request(path, bearer('first-key'))).status
    expect(await findStatus('/brief')).toBe(200)
    expect(await findStatus('/stream')).toBe(200)
    expect(await findStatus('/stream')).toBe(429)
  })
})
