// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
const icon = () => decodeURIComponent(document.querySelector<HTMLLinkElement>('link')!.href)

beforeEach(() => {
  vi.resetModules()
  document.head.innerHTML = '<link rel="icon" href="/icon.svg" />'
})
afterEach(() => vi.unstubAllGlobals())

it('markTabIcon marks the icon while an answer is written and after its end until the answer was shown', async () => {
  const get = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response(svg)))
  vi.stubGlobal('fetch', get)
  const { markTabIcon } = await import('./tab-icon.ts')
  await markTabIcon('working')
  const working = icon()
  expect(working).toMatch(/^data:image\/svg\+xml,.*<path d="M0 0"\/><circle .*<\/svg>$/)
  await markTabIcon('finished')
  expect(icon()).toMatch(/<circle/)
  expect(icon()).not.toBe(working)
  await markTabIcon('quiet')
  expect(icon()).toMatch(/\/icon\.svg$/)
  expect(get).toHaveBeenCalledOnce()
})

it('markTabIcon does not change the icon if it cannot be read or if the answer has already ended', async () => {
  let answer: ((response: Response) => void) | undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { markTabIcon } = await import('./tab-icon.ts')
  const marked = markTabIcon('working')
  await markTabIcon('quiet')
  answer?.(new Response(svg))
  await marked
  expect(icon()).toMatch(/\/icon\.svg$/)
  vi.resetModules()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('gone')))
  const again = await import('./tab-icon.ts')
  await again.markTabIcon('working')
  expect(icon()).toMatch(/\/icon\.svg$/)
})
