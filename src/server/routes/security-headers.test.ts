import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { policyOpenedTo, securityHeaders } from './security-headers.ts'

const app = new Hono()
  .use(securityHeaders(() => false))
  .get('/page', (c) => c.text('page'))
  .get('/data', (c) => c.json({}))
  .get('/file', () => {
    const headers = {
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    return new Response('file', { headers })
  })
  .get('/assets/*', (c) => c.body('', 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  .get('/service-worker.js', (c) => c.body('', 200, { 'Content-Type': 'text/javascript' }))
  .get('/style.css', (c) => c.body('', 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  .get('/framed', (c) => {
    c.header('Content-Security-Policy', policyOpenedTo({ framedBy: ['https://a.example'] }))
    return c.text('page')
  })
  .get('/cookies', (c) => {
    c.header('Set-Cookie', 'a=1')
    c.header('Set-Cookie', 'b=2', { append: true })
    return c.text('cookies')
  })

const getRulesForFiles = async (of: Hono) =>
  (await of.request('/page')).headers
    .get('content-security-policy')
    ?.split('; ')
    .filter((rule) => rule.includes('files.example'))

describe('securityHeaders', () => {
  it('are set on every response', async () => {
    const { headers } = await app.request('/page')
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('permissions-policy')).toMatch(/camera=\(self\).*microphone=\(self\)/)
  })

  it('allow scripts and styles only from this origin and forbid framing', async () => {
    const policy = (await app.request('/page')).headers.get('content-security-policy') ?? ''
    const rules = new Map(
      policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
    )
    expect(rules.get('default-src')).toEqual(["'none'"])
    expect(rules.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(rules.get('style-src')).toEqual(["'self'"])
    expect(rules.get('frame-ancestors')).toEqual(["'none'"])
    expect(rules.get('base-uri')).toEqual(["'none'"])
    expect(rules.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(rules.get('trusted-types')).toEqual(['default', 'dompurify'])
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/)
  })

  it('allow nothing in responses that are not pages', async () => {
    const { headers } = await app.request('/data')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('permissions-policy')).toBeNull()
  })

  it.each(['/assets/base-1a_B-2.js', '/style.css'])('are short for %s', async (at) => {
    const { headers } = await app.request(at)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('permissions-policy')).toBeNull()
  })

  it.each(['/assets/pdf-worker-1a_B-2.js', '/service-worker.js'])(
    'contain the policy of the page for %s, because it applies to a worker’s requests',
    async (at) => {
      const { headers } = await app.request(at)
      expect(headers.get('content-security-policy')).toContain("connect-src 'self'")
    },
  )

  it('keep headers that a handler sets', async () => {
    const { headers } = await app.request('/file')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('do not remove cookies', async () => {
    const { headers } = await app.request('/cookies')
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('allow the configured origins to frame a page and change nothing else', async () => {
    const [framed, page] = await Promise.all([app.request('/framed'), app.request('/page')])
    expect(framed.headers.get('x-frame-options')).toBeNull()
    const policy = framed.headers.get('content-security-policy')
    expect(policy).toContain('frame-ancestors https://a.example;')
    expect(policy?.replace('frame-ancestors https://a.example', "frame-ancestors 'none'")).toBe(
      page.headers.get('content-security-policy'),
    )
    expect(policyOpenedTo({ loadsFrom: ['https://b.example'] })).toContain(
      "connect-src 'self' blob: data: https://b.example;",
    )
  })

  it('allow pages to load files from the bucket and from no other host', async () => {
    // The path is part of the rule, because buckets of other customers may have the same origin.
    const filesFrom = 'https://files.example/studio/'
    const openedTo = {
      filesFrom,
      framedBy: ['https://a.example'],
      loadsFrom: ['https://b.example'],
    }
    const open = new Hono()
      .use(securityHeaders(() => false, openedTo))
      .get('/page', (c) => c.text('page'))
    const { headers } = await open.request('/page')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(await getRulesForFiles(open)).toEqual([`connect-src 'self' blob: data: ${filesFrom}`])
    expect(await getRulesForFiles(app as unknown as Hono)).toEqual([])
  })
})
