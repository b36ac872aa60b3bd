import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Catalogue } from '../../../models/catalogue.ts'
import { modelRoutes } from './models.ts'

it('GET /api/models compresses the list for a browser', async () => {
  const list = { models: [], defaults: { chat: 'a'.repeat(2000) } }
  const catalogue = { list: () => Promise.resolve(list) } as unknown as Catalogue
  const headers = { 'Accept-Encoding': 'gzip, deflate, br' }
  const answer = await modelRoutes({ catalogue }).request('/', { headers })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.byteLength).toBeLessThan(200)
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(list)
})
