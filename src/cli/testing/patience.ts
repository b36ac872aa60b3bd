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

/**
 * Waits until React has run all effects. Without this, a wait could end before the effects, and on
 * a busy machine the next event of the test would come before an effect has added its listener.
 */
let runEffects = async (): Promise<void> => {}

vi.waitFor = async (callback, options) => {
  const result = await waitFor(callback, withPatience(options))
  await runEffects()
  return result
}
vi.waitUntil = async (callback, options) => {
  const result = await waitUntil(callback, withPatience(options))
  await runEffects()
  return result
}

if (typeof document !== 'undefined') {
  const { unstable_NormalPriority: normal, unstable_scheduleCallback: schedule } =
    await import('scheduler')
  runEffects = () => new Promise((resolve) => void schedule(normal, () => resolve()))

  const { configure, getConfig } = await import('@testing-library/react')
  const before = getConfig()
  configure({
    asyncUtilTimeout: patienceMs,
    asyncWrapper: (callback) =>
      before.asyncWrapper(async () => {
        const result = await callback()
        await runEffects()
        return result
      }),
  })
}

// The files of a process share its globals.
afterAll(() => {
  vi.unstubAllGlobals()
})
