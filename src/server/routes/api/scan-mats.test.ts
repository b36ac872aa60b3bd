import { describe, expect, it } from 'vitest'
import { answerError } from '../answer-error.ts'
import { scanMatRoutes } from './scan-mats.ts'

const app = scanMatRoutes().onError((thrown, c) => answerError(c, thrown, 'test'))

describe('GET /api/scan-mats/:file', () => {
  it('returns each printable scan mat as a PDF for both paper sizes', async () => {
    for (const mat of ['one-page', 'two-pages', 'four-pages']) {
      for (const paper of ['a4', 'letter']) {
        const response = await app.request(`/${mat}-${paper}.pdf`)
        expect(response.headers.get('content-type')).toBe('application/pdf')
        expect((await response.text()).slice(0, 5)).toBe('%PDF-')
      }
    }
  })

  it('returns a mat as a picture for a tablet', async () => {
    const response = await app.request('/one-page.svg')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    const text = await response.text()
    expect(text).toMatch(/^<svg [^>]*viewBox="0 0 190 268"/)
    expect(text).not.toMatch(/script|href|style/)
  })

  it('returns 404 for other names', async () => {
    for (const name of ['one-page-a3.pdf', 'one-page-a4', 'constructor']) {
      expect((await app.request(`/${name}`)).status).toBe(404)
    }
  })
})
