import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownFirstSegments } from '#lib/base-path.ts'
import { readEnv } from '../env.ts'
import { getFirstCookie, openTestServer, testPassword } from './api/access/access-app.fixture.ts'
import { pageRoutes } from './page.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'

const base = '/tools/bozzetto'
let store: Store
let root: string
beforeAll(async () => {
  store = await openTestStore()
  root = await mkdtemp(path.join(tmpdir(), 'bozzetto-page-'))
  await writeFile(
    path.join(root, 'index.html'),
    '<html><head><link href="/icon.svg" /><script src="/assets/a.js"></script></head></html>',
  )
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true })
})

const openServer = async () => {
  const server = await openTestServer(store, { password: testPassword, basePath: base })
  server.app.route('/', pageRoutes(root, server.access))
  return server
}

describe('a server with a base path', () => {
  it('responds to paths with and without the base path, because a proxy may remove it', async () => {
    const { call } = await openServer()
    expect((await call(`${base}/api/session`)).status).toBe(200)
    expect((await call('/api/session')).status).toBe(200)
    expect((await call(`${base}/api/assets`)).status).toBe(401)
  })

  it('adds the base path to the page and its files', async () => {
    const { call } = await openServer()
    for (const place of [base, `${base}/`, `${base}/chat`, '/', '/share/x', `${base}/x.js`]) {
      const html = await (await call(place, { headers: { accept: 'text/html' } })).text()
      expect(html).toContain(`<meta name="bozzetto-base" content="${base}" />`)
      expect(html).toContain(`<link href="${base}/icon.svg" />`)
      expect(html).toContain(`<script src="${base}/assets/a.js">`)
    }
    expect((await call('/index.html')).headers.get('location')).toBe(`${base}/`)
  })

  it('lets browsers keep the icon for a day, because a page loads it several times', async () => {
    await writeFile(path.join(root, 'icon.svg'), '<svg/>')
    const { call } = await openServer()
    const { headers } = await call(`${base}/icon.svg`)
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
    expect((await call(`${base}/chat`)).headers.get('cache-control')).not.toContain('max-age')
  })

  it('sends the icon and the samples only once to a browser that has them', async () => {
    await mkdir(path.join(root, 'samples'))
    await writeFile(path.join(root, 'samples/lion.webp'), 'RIFF')
    await writeFile(path.join(root, 'icon.svg'), '<svg/>')
    const { call } = await openServer()
    for (const file of ['icon.svg', 'samples/lion.webp']) {
      const { headers } = await call(`${base}/${file}`)
      const again = await call(`${base}/${file}`, {
        headers: { 'If-None-Match': headers.get('etag') ?? '' },
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('cache-control')).toBe(headers.get('cache-control'))
    }
  })

  it('limits the cookies to the base path, also over HTTPS', async () => {
    const server = await openTestServer(store, {
      password: testPassword,
      basePath: base,
      proxies: ['10.0.0.7'],
    })
    for (const [protocol, name] of [
      ['http', /^bozzetto-/],
      ['https', /^__Secure-bozzetto-/],
    ] as const) {
      const proxied = { from: '10.0.0.7', headers: { 'x-forwarded-proto': protocol } }
      const signedIn = await server.signIn(proxied)
      for (const cookie of signedIn.headers.getSetCookie()) {
        expect(cookie).toMatch(name)
        expect(cookie).toContain(`Path=${base}`)
      }
      const cookie = getFirstCookie(signedIn)
      const listed = await server.call(`${base}/api/sessions`, { ...proxied, cookie })
      expect(listed.status).toBe(200)
    }
  })
})

describe('BOZZETTO_BASE', () => {
  it.each([
    ['/studio', '/studio'],
    ['studio/', '/studio'],
    ['/tools/bozzetto/', '/tools/bozzetto'],
    ['/', ''],
    ['', ''],
  ])('reads %j as %j', (text, expected) => {
    expect(readEnv({ BOZZETTO_BASE: text }).BOZZETTO_BASE).toBe(expected)
  })

  it.each(['/a b', '/../x', 'https://example.com/studio', '/a"b', ...ownFirstSegments])(
    'rejects %j',
    (text) => {
      expect(() => readEnv({ BOZZETTO_BASE: text })).toThrow(/^BOZZETTO_BASE must /)
    },
  )
})
