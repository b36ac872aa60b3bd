import { vi } from 'vitest'

/**
 * Maximum time that a test waits for a condition. By default Vitest and Testing Library wait one
 * second, which is too short on a busy machine. A test whose condition holds does not wait longer.
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
