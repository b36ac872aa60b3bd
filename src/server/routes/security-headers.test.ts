import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const app = new Hono()
  .use(securityHeaders)
  .get('/page', (c) => c.text('page'))
  .get('/file', () => {
    const headers = {
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    return new Response('file', { headers })
  })
  .get('/cookies', (c) => {
    c.header('Set-Cookie', 'a=1')
    c.header('Set-Cookie', 'b=2', { append: true })
    return c.text('cookies')
  })

describe('securityHeaders', () => {
  it('are on every answer', async () => {
    const { headers } = await app.request('/page')
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it('give way to what a handler says itself, and only there', async () => {
    const { headers } = await app.request('/file')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('leave cookies alone', async () => {
    const { headers } = await app.request('/cookies')
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})
