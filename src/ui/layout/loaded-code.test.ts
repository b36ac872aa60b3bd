import { expect, test, vi } from 'vitest'
import { loadCode, loadedCode } from './loaded-code.ts'

test('loads code once', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('code'))
  expect(await loadCode(load)).toBe('code')
  expect(await loadCode(load)).toBe('code')
  expect(loadedCode(load)).toBe('code')
  expect(load).toHaveBeenCalledOnce()
})

test('loads code again after a failure', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('code'))
  load.mockRejectedValueOnce(new Error('The server cannot be reached.'))
  await expect(loadCode(load)).rejects.toThrow('cannot be reached')
  expect(await loadCode(load)).toBe('code')
})
