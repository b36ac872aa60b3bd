import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { securityHeaders } from './security-headers.ts'
import { sendBlob } from './send-blob.ts'

const markup = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const blobs = {
  sizeOf: () => Promise.resolve(markup.length),
  open: () => Promise.resolve(new Blob([markup]).stream()),
} as unknown as BlobStore

const serve = async (mimeType: string, fileName = 'a', isDownload = false) => {
  const app = new Hono()
    .use(securityHeaders(() => false))
    .get('/file', (c) => sendBlob(c, blobs, { key: 'k', mimeType, fileName, isDownload }))
  return (await app.request('/file')).headers
}

describe('a stored file', () => {
  it.each([
    'image/svg+xml',
    'text/html',
    'application/xhtml+xml',
    'text/xml',
    'application/pdf',
    'text/javascript',
    'model/obj',
    'application/octet-stream',
    '',
  ])('is never rendered as a page of this origin: %j', async (mimeType) => {
    const headers = await serve(mimeType)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    'text/javascript',
    'text/css',
    'text/html',
    'image/svg+xml',
    'model/obj\r\nSet-Cookie: planted=1',
    'model/gltf-binary; charset=x',
    '\u0000',
    'ä',
  ])(
    'is sent with a MIME type from a fixed list, whatever type the database row has: %j',
    async (mimeType) => {
      const headers = await serve(mimeType)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('set-cookie')).toBeNull()
    },
  )

  it.each(['image/png', 'image/jpeg', 'image/webp', 'model/gltf-binary'])(
    'may be shown by the browser if its type cannot run scripts: %s',
    async (mimeType) => {
      const headers = await serve(mimeType)
      expect(headers.get('content-disposition')).toMatch(/^inline;/)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    },
  )

  it.each([
    'a"; filename="b.exe',
    'a\r\nSet-Cookie: planted=1',
    'a\u0000b',
    '../../etc/passwd',
    '..\\..\\evil',
    '\u202Egnp.exe',
    '\uD800',
    "a'*()%0d%0a",
    'ä'.repeat(500),
    '',
  ])('has an escaped file name that cannot break the header: %j', async (name) => {
    const headers = await serve('image/png', name, true)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\%\p{Cc}]*"; filename\*=UTF-8''[\w.~!%-]*$/u,
    )
    expect(headers.get('set-cookie')).toBeNull()
  })
})

describe('a file in a bucket that browsers can reach', () => {
  const large = {
    sizeOf: () => Promise.resolve(256 * 1024),
    open: () => Promise.resolve(new Blob(['x']).stream()),
    addressOf: (key: string, { contentType }: { contentType: string }) =>
      Promise.resolve(`https://bucket.example/${key}?type=${contentType}`),
  } as unknown as BlobStore
  const ask = (mimeType: string, init: RequestInit = {}) =>
    new Hono()
      .get('/file', (c) => sendBlob(c, large, { key: 'k', mimeType, fileName: 'a' }))
      .request('/file', init)

  it('is served by a redirect to the bucket, except a picture, which a canvas has to read', async () => {
    const model = await ask('model/gltf-binary')
    expect([model.status, model.headers.get('location')]).toEqual([
      302,
      'https://bucket.example/k?type=model/gltf-binary',
    ])
    expect(model.headers.get('cache-control')).toBe('no-store')
    expect((await ask('image/png')).status).toBe(200)
    expect((await ask('model/gltf-binary', { method: 'HEAD' })).status).toBe(200)
  })
})
