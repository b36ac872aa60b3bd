import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { previewRoutes } from './preview.ts'
import { securityHeaders } from './security-headers.ts'

const app = new Hono()
  .use(securityHeaders(() => false))
  .route('/', previewRoutes())
  .get('/page', (c) => c.html(''))

it('shows a model’s pages in a frame of nobody’s origin that reaches nothing', async () => {
  const { headers } = await app.request('/preview')
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'", "form-action 'none'"]),
  )
  expect(policy?.join(' ')).not.toMatch(/https?:|\*|allow-same-origin|allow-top|connect-src/)
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

it('lets nobody frame the page itself, and the page frame nothing from elsewhere', async () => {
  const { headers } = await app.request('/page')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/frame-src 'self'(?:;|$)/)
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(headers.get('x-frame-options')).toBe('DENY')
})
