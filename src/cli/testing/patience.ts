import { afterAll, vi } from 'vitest'

/**
 * Maximum time in milliseconds that a test waits for a condition. The default of Vitest and Testing
 * Library, one second, is too short on a busy machine.
 */
const patienceMs = 60_000

type Options = Parameters<typeof vi.waitFor>[1]

const withPatience = (options: Options) =>
  typeof options === 'number' ? options : { timeout: patienceMs, ...options }

const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options) => waitFor(callback, withPatience(options))
vi.waitUntil = (callback, options) => waitUntil(callback, withPatience(options))

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: patienceMs })
}

// The files of a process share its globals.
afterAll(() => {
  vi.unstubAllGlobals()
})
