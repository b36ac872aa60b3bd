import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import { keepResponses } from './keep-responses.ts'

function createApp(bytesMax = 1024, sizeBytes = 600) {
  const read = vi.fn<(path: string) => void>()
  const app = new Hono().get('/assets/*', keepResponses({ bytesMax }), (c) => {
    read(c.req.path)
    const encoding = c.req.header('accept-encoding') ?? 'identity'
    c.header('X-Request-Id', String(read.mock.calls.length))
    return c.body('a'.repeat(sizeBytes), 200, {
      'Content-Type': 'text/javascript',
      'Content-Encoding': encoding,
      'Content-Length': String(sizeBytes),
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  return { read, get: (path: string, headers = {}) => app.request(`/assets/${path}`, { headers }) }
}

it('reads a file once, and sends the same body and headers again', async () => {
  const { read, get } = createApp()
  await get('a.js')
  const again = await get('a.js')
  expect(await again.text()).toBe('a'.repeat(600))
  expect(Object.fromEntries(again.headers)).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'identity',
    'content-length': '600',
    'content-type': 'text/javascript',
  })
  expect(read).toHaveBeenCalledOnce()
})

it('keeps a response for each encoding that clients accept', async () => {
  const { get } = createApp()
  for (const encoding of ['br', 'gzip', 'br']) {
    const { headers } = await get('a.js', { 'Accept-Encoding': encoding })
    expect(headers.get('content-encoding')).toBe(encoding)
  }
})

it('forgets the oldest response when the memory is used up', async () => {
  const { read, get } = createApp()
  for (const path of ['a.js', 'b.js', 'b.js', 'a.js']) await get(path)
  expect(read.mock.calls.flat()).toEqual(['/assets/a.js', '/assets/b.js', '/assets/a.js'])
})

it('counts the header that a client chose', async () => {
  const { read, get } = createApp()
  const headers = { 'Accept-Encoding': 'x'.repeat(1000) }
  for (let count = 0; count < 2; count++) await get('a.js', headers)
  expect(read).toHaveBeenCalledTimes(2)
})

it('keeps no large files and no ranges', async () => {
  const large = createApp(1e9, 256 * 1024 + 1)
  for (let count = 0; count < 2; count++) expect((await large.get('a.js')).status).toBe(200)
  expect(large.read).toHaveBeenCalledTimes(2)
  const small = createApp()
  for (let count = 0; count < 2; count++) await small.get('a.js', { Range: 'bytes=0-1' })
  expect(small.read).toHaveBeenCalledTimes(2)
})
