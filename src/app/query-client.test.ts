// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['does not report', 'away', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ['reports', 'there', () => Promise.resolve(new Response('ok')), 1],
])('%s code that could not be loaded if the server is %s', async (_, __, answer, times) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const failed = new TypeError('Failed to fetch dynamically imported module')
  const query = { queryKey: ['x'], queryFn: () => Promise.reject(failed) }
  await expect(createQueryClient().fetchQuery(query)).rejects.toBe(failed)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  // A macrotask, so that what follows the answer has run.
  await new Promise((resolve) => setTimeout(resolve))
  expect(logged).toHaveBeenCalledTimes(times)
})

it('reports a fault of the page while the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const fault = new TypeError('x is not a function')
  const query = { queryKey: ['y'], queryFn: () => Promise.reject(fault) }
  await expect(createQueryClient().fetchQuery(query)).rejects.toBe(fault)
  expect(logged).toHaveBeenCalledTimes(1)
})
