import { expect, it } from 'vitest'
import { mcpClientRoutes } from './mcp-client.ts'

it('the client metadata document forbids shared caching, because it contains the request’s host', async () => {
  const app = mcpClientRoutes(() => ({ isHttps: false, host: '192.0.2.1' }))
  const response = await app.request('/mcp-client.json')
  expect(await response.json()).toMatchObject({ client_id: 'http://192.0.2.1/mcp-client.json' })
  expect(response.headers.get('cache-control')).toMatch(/\bprivate\b/)
})
