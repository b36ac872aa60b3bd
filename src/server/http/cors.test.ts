import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { allowOrigins } from './cors.ts'

const site = 'https://app.example.com'

function createApp(origins: string[]) {
  const app = new Hono()
  app.onError((_error, c) => c.json({ error: 'refused' }, 401))
  app.use(
    '/llm/*',
    allowOrigins(() => origins),
  )
  app.get('/llm/v1/models', () => Response.json({ data: [] }))
  app.post('/llm/v1/chat/completions', () => {
    throw new Error('no key')
  })
  app.get('/api/session', (c) => c.text('private'))
  return app
}
const preflight = (origin: string, path = '/llm/v1/chat/completions') =>
  createApp([site]).request(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,x-stainless-os',
    },
  })

describe('allowOrigins', () => {
  it('answers the preflight of a configured origin without a key', async () => {
    const { status, headers } = await preflight(site)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(site)
    expect(headers.get('access-control-allow-headers')).toContain('x-stainless-os')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each([
    'https://evil.example.com',
    'https://app.example.com.evil.com',
    'null',
    'http://app.example.com',
  ])('allows nothing to %s', async (origin) => {
    const { headers } = await preflight(origin)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    const answer = await createApp([site]).request('/llm/v1/models', {
      headers: { Origin: origin },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('lets pages read responses, errors and their headers', async () => {
    const app = createApp([site])
    const listed = await app.request('/llm/v1/models', { headers: { Origin: site } })
    expect(listed.headers.get('access-control-allow-origin')).toBe(site)
    expect(listed.headers.get('vary')).toContain('Origin')
    expect(listed.headers.get('access-control-expose-headers')).toContain('Retry-After')
    const refused = await app.request('/llm/v1/chat/completions', {
      method: 'POST',
      headers: { Origin: site },
    })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe(site)
  })

  it('never allows other origins to read /api', async () => {
    const answer = await createApp([site]).request('/api/session', { headers: { Origin: site } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('allows no origin by default', async () => {
    const answer = await createApp([]).request('/llm/v1/models', { headers: { Origin: site } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})
