// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'

it('a script of the page does not set a language again that another script has set', async () => {
  const page = document.documentElement
  await import('./page-language.ts')
  expect([page.lang, page.dir]).toEqual(['en', 'ltr'])
  const observer = new MutationObserver(() => {})
  observer.observe(page, { attributes: true })
  vi.resetModules()
  await import('./page-language.ts')
  expect(observer.takeRecords()).toHaveLength(0)
})
