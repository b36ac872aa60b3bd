import { setTimeout as sleep } from 'node:timers/promises'
import { BucketUnreachableError } from './bucket-unreachable.ts'

const passedMs = 5_000
const failedMs = 2_000
const retryEveryMs = 500

/**
 * Returns a function that resolves while the bucket exists and can be listed. Results are cached
 * for seconds, because anybody may call `/readyz`.
 * @param list sends the request and throws {@link BucketUnreachableError}.
 */
export function createBucketCheck(
  list: () => Promise<unknown>,
  clock: () => number,
): () => Promise<void> {
  let pending: Promise<void> | undefined
  let freshUntil = -Infinity
  let outcome: Promise<unknown> | undefined

  const run = async () => {
    outcome = list()
    const hasPassed = await outcome.then(
      () => true,
      () => false,
    )
    freshUntil = clock() + (hasPassed ? passedMs : failedMs)
    pending = undefined
  }

  return async () => {
    if (clock() >= freshUntil) await (pending ??= run())
    await outcome
  }
}

/**
 * Repeats `check` until it succeeds, because the bucket's server and this server may start at the
 * same time.
 * @throws {BucketUnreachableError} immediately if the bucket refuses, otherwise after `waitMs`.
 */
export async function waitForBucket(check: () => Promise<void>, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      const mayPass = error instanceof BucketUnreachableError && error.mayPass
      if (!mayPass || performance.now() >= until) throw error
    }
    await sleep(retryEveryMs)
  }
}
