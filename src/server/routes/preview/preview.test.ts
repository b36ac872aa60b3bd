import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { readCaller } from '../../access/caller.ts'
import { HttpError } from '../../errors/http-error.ts'
import { previewRoutes } from './preview.ts'
import { previewThreeRoutes } from './preview-three.ts'
import { securityHeaders } from '../security-headers.ts'

const app = new Hono()
  .use(securityHeaders(() => false))
  .onError((error, c) => c.text('', error instanceof HttpError ? 404 : 500))
  .route('/', previewRoutes({ callerOf: (c) => readCaller(c, new Set()) }))
  .route('/', previewThreeRoutes())
  .get('/page', (c) => c.html(''))

it('the preview route shows a page in a sandboxed frame with an opaque origin and no network access', async () => {
  const { headers } = await app.request('/preview', { headers: { host: 'studio.test' } })
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'", "form-action 'none'"]),
  )
  expect(policy?.join(' ')).not.toMatch(/https?:|\*|allow-same-origin|allow-top/)
  // The page may load only three.js's modules, the probe, and data inside the page.
  expect(policy).toContain('connect-src data: blob: studio.test/preview/probe/')
  expect(headers.get('connection-allowlist')).toBe(
    '("http{s}?://studio.test/preview/three/*" "http{s}?://studio.test/preview/probe/allowed")',
  )
  expect(policy).toContain("script-src 'unsafe-inline' 'unsafe-eval' studio.test/preview/three/")
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

it('the preview route ignores a malformed Host header in the policy of the frame', async () => {
  const { headers } = await app.request('/preview', { headers: { host: 'a.test; script-src *' } })
  expect(headers.get('content-security-policy')).not.toContain('a.test')
  expect(headers.get('connection-allowlist')).toBe('()')
})

it('the preview route allows only its own script in a frame without scripts', async () => {
  const response = await app.request('/preview/still', { headers: { host: 'studio.test' } })
  const policy = response.headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'"]))
  const [, own = ''] = /<script>([^]*)<\/script>/.exec(await response.text()) ?? []
  const hash = createHash('sha256').update(own).digest('base64')
  expect(policy).toContain(`script-src 'sha256-${hash}'`)
  expect(policy?.join()).not.toMatch(/unsafe-eval|connect-src|studio/)
  expect(response.headers.get('connection-allowlist')).toBe('()')
})

it('the preview route serves three.js’s modules to the frame and no other file', async () => {
  for (const file of [
    'build/three.module.js',
    'build/three.core.js',
    'examples/jsm/controls/OrbitControls.js',
  ]) {
    const response = await app.request(`/preview/three/${file}`)
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toContain('import')
  }
  for (const file of [
    'package.json',
    'examples/jsm/../../package.json',
    'examples/jsm/%2e%2e/x.js',
    'build/x.js',
  ]) {
    expect((await app.request(`/preview/three/${file}`)).status).toBe(404)
  }
})

it('the preview route forbids other sites to frame the page, and the page to frame other sites', async () => {
  const { headers } = await app.request('/page')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/frame-src 'self'(?:;|$)/)
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(headers.get('x-frame-options')).toBe('DENY')
})
