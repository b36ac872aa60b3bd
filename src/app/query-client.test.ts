// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['does not report', false, 0],
  ['reports', true, 1],
])('%s code that could not be loaded if the browser’s onLine is %s', async (_, isOnline, times) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const failed = new TypeError('Failed to fetch dynamically imported module')
  const query = { queryKey: ['x'], queryFn: () => Promise.reject(failed) }
  await expect(createQueryClient().fetchQuery(query)).rejects.toBe(failed)
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
