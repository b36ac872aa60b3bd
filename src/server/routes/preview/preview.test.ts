import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { readCaller } from '../../access/caller.ts'
import { HttpError } from '../../errors/http-error.ts'
import { previewRoutes } from './preview.ts'
import { previewLibraryRoutes } from './preview-libraries.ts'
import { previewTabRoutes } from './preview-tab.ts'
import { previewThreeRoutes } from './preview-three.ts'
import { securityHeaders } from '../security-headers.ts'

const app = new Hono()
  .use(securityHeaders(() => false))
  .onError((error, c) => c.text('', error instanceof HttpError ? 404 : 500))
  .route('/', previewRoutes({ callerOf: (c) => readCaller(c, new Set()) }))
  .route('/', previewThreeRoutes())
  .route('/', previewLibraryRoutes())
  .route('/', previewTabRoutes())
  .get('/page', (c) => c.html(''))

it('the preview route shows a page in a sandboxed frame with an opaque origin and no network access', async () => {
  const { headers } = await app.request('/preview', { headers: { host: 'studio.test' } })
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'", "form-action 'none'"]),
  )
  expect(policy?.join(' ')).not.toMatch(/https?:|\*|allow-same-origin|allow-top/)
  expect(policy).toContain('connect-src data: blob: studio.test/preview/probe/')
  expect(headers.get('connection-allowlist')).toBe(
    '("http{s}?://studio.test/preview/three/*" "http{s}?://studio.test/preview/lib/*" "http{s}?://studio.test/preview/probe/allowed")',
  )
  expect(policy).toContain(
    "script-src 'unsafe-inline' 'unsafe-eval' studio.test/preview/three/ studio.test/preview/lib/",
  )
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

it('the preview route lets the frame of Python connect to nothing, and run only its own script', async () => {
  const response = await app.request('/preview/python', { headers: { host: 'studio.test' } })
  const policy = response.headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'", 'worker-src blob:']),
  )
  const [, own = ''] = /<script>([^]*)<\/script>/.exec(await response.text()) ?? []
  const hash = createHash('sha256').update(own).digest('base64')
  expect(policy).toContain(`script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`)
  expect(policy?.join()).not.toMatch(/connect-src|unsafe-eval'(?<!wasm-unsafe-eval')|studio/)
  expect(response.headers.get('connection-allowlist')).toBe('()')
})

const readAppFrame = async (query = '') => {
  const { headers } = await app.request(`/preview/app${query}`, {
    headers: { host: 'studio.test' },
  })
  return {
    policy: headers.get('content-security-policy')?.split('; '),
    connections: headers.get('connection-allowlist'),
  }
}

it('the preview route lets the frame of an app reach only the domains of its address', async () => {
  const without = await readAppFrame()
  expect(without.policy).toEqual(
    expect.arrayContaining([
      'sandbox allow-scripts allow-forms',
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'connect-src data: blob: studio.test/preview/probe/',
    ]),
  )
  expect(without.policy?.join(' ')).not.toMatch(
    /https?:|\*|allow-same-origin|allow-top|allow-popups/,
  )
  expect(without.connections).toBe('("http{s}?://studio.test/preview/probe/allowed")')

  const connect = 'https://api.example.test'
  const resource = 'https://*.cdn.test:8443'
  const odd = ['*', "https://a.test; script-src 'self'", 'https://a.test https://b.test', 'data:']
  const query = new URLSearchParams({ connect, resource })
  for (const one of odd) {
    query.append('connect', one)
    query.append('resource', one)
  }
  const allowed = await readAppFrame(`?${query.toString()}`)
  expect(allowed.policy).toEqual(
    expect.arrayContaining([
      `connect-src data: blob: studio.test/preview/probe/ ${connect}`,
      `img-src data: blob: ${resource}`,
      `script-src 'unsafe-inline' 'unsafe-eval' blob: ${resource}`,
    ]),
  )
  expect(allowed.policy).toHaveLength(without.policy?.length ?? 0)
  expect(allowed.policy?.join(' ')).not.toMatch(/a\.test|b\.test| \* /)
  expect(allowed.connections).toContain(`"${connect}/*" "${resource}/*"`)
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

it('the preview route serves React and Tailwind as classic scripts for frames with an opaque origin', async () => {
  for (const [file, words] of [
    ['react.js', 'createRoot'],
    ['tailwind.js', 'text/tailwindcss'],
  ] as const) {
    const response = await app.request(`/preview/lib/${file}`)
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const text = await response.text()
    expect(text).toContain(words)
    expect(text).not.toMatch(/^(?:import|export)\b/m)
  }
  expect((await app.request('/preview/lib/other.js')).status).toBe(404)
})

it('the page of a preview in a tab runs only its own script and embeds only frames of this server', async () => {
  const response = await app.request('/preview/tab')
  const policy = response.headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-src 'self'", "frame-ancestors 'none'"]),
  )
  const text = await response.text()
  const [, own = ''] = /<script>([^]*)<\/script>/.exec(text) ?? []
  const hash = createHash('sha256').update(own).digest('base64')
  expect(policy).toContain(`script-src 'sha256-${hash}'`)
  expect(own).toContain("setAttribute('sandbox', 'allow-scripts')")
})

it('the preview route forbids other sites to frame the page, and the page to frame other sites', async () => {
  const { headers } = await app.request('/page')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/frame-src 'self'(?:;|$)/)
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(headers.get('x-frame-options')).toBe('DENY')
})
