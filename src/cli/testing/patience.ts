import { vi } from 'vitest'

/**
 * Time after which a condition that a test waits for counts as failed. Vitest and Testing Library
 * give up after one second, which a busy machine exceeds. A longer time costs nothing when the
 * condition holds.
 */
const patienceMs = 20_000

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
