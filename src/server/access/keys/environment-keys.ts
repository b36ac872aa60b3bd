import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createKeyMeter, type KeyMeter } from './key-meter.ts'

/** A key that the owner has set in the environment. */
type EnvironmentKey = { issuer: string; meter: KeyMeter }

/**
 * @param keys as they are shown.
 * @param secret hides them in the addresses that hang on them.
 * @returns finds the key that is shown; and all there are.
 */
export function createEnvironmentKeys(
  keys: readonly string[],
  { secret, clock }: { secret: string; clock: () => number },
): { find: (shown: string) => EnvironmentKey | undefined; all: readonly EnvironmentKey[] } {
  const entries = keys.map((key) => ({
    digest: digestOf(key),
    issuer: environmentIssuer(key, secret),
    meter: createKeyMeter(clock),
  }))
  return {
    all: entries,
    find: (shown) => {
      if (entries.length === 0) return undefined
      const digest = digestOf(shown)
      // All are compared, so that the time does not tell which one was near.
      return entries.filter((candidate) => timingSafeEqual(candidate.digest, digest))[0]
    },
  }
}

/** What the addresses given to a key of the environment hang on. It tells nothing about the key. */
export const environmentIssuer = (key: string, secret: string): string =>
  `env${createHmac('sha256', secret).update(`key\n${key}`).digest('hex').slice(0, 20)}`

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()
