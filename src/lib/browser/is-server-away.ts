import { withBase } from '#lib/base-path.ts'
import { isMissingCode } from './is-missing-code.ts'

/** Time in ms after which a server that does not respond counts as away. */
const timeoutMs = 10_000
const firstDelayMs = 500
const longestDelayMs = 15_000

/** Statuses that a proxy sends if it cannot reach the server. */
const proxyStatuses = [502, 504]

/** Returns whether the server cannot be reached. The service worker has no copy of this response. */
export const isServerAway = (): Promise<boolean> =>
  fetch(withBase('/healthz'), { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => proxyStatuses.includes(status),
    () => true,
  )

/**
 * Resolves once the server can be reached. The delay between attempts grows.
 * @returns whether the server was away.
 * @throws if `signal` is aborted while the server is away.
 */
export async function serverBack(signal?: AbortSignal): Promise<boolean> {
  let wasAway = false
  for (let delayMs = firstDelayMs; await isServerAway(); delayMs *= 2) {
    wasAway = true
    await new Promise((resolve) => setTimeout(resolve, Math.min(delayMs, longestDelayMs)))
    signal?.throwIfAborted()
  }
  return wasAway
}

/**
 * Imports code on demand, and once more after the server is back if it was away.
 * @throws the error of the import, or if `signal` is aborted while the server is away.
 */
export async function onceBack<Code>(
  load: () => Promise<Code>,
  signal: AbortSignal,
): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!isMissingCode(error)) throw error
    await serverBack(signal)
    return load()
  }
}
