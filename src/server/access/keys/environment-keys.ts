import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createKeyMeter, type KeyMeter } from './key-meter.ts'

type EnvironmentKey = { issuer: string; meter: KeyMeter }

/**
 * Prepares the API keys of the environment for comparison.
 * @param keys in plain text.
 * @param secret derives ids from the keys, so that signed URLs do not contain the keys.
 */
export function createEnvironmentKeys(
  keys: readonly string[],
  { secret, clock }: { secret: string; clock: () => number },
): { find: (shown: string) => EnvironmentKey | undefined; all: readonly EnvironmentKey[] } {
  const entries = keys.map((key) => ({
    digest: computeDigest(key),
    issuer: environmentIssuer(key, secret),
    meter: createKeyMeter(clock),
  }))
  return {
    all: entries,
    find: (shown) => {
      if (entries.length === 0) return undefined
      const digest = computeDigest(shown)
      // All keys are compared, so that the response time reveals nothing.
      return entries.filter((candidate) => timingSafeEqual(candidate.digest, digest))[0]
    },
  }
}

/** Returns the name of an environment key in signed URLs, which does not reveal the key. */
export const environmentIssuer = (key: string, secret: string): string =>
  `env${createHmac('sha256', secret).update(`key\n${key}`).digest('hex').slice(0, 20)}`

const computeDigest = (key: string): Buffer => createHash('sha256').update(key).digest()
