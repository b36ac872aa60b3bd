import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { usedChallenges } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { hashSecret } from '../digest.ts'

const lifetimeMs = 5 * 60_000
const pattern = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/

/**
 * Creates and checks signed WebAuthn challenges. Only answered challenges are stored, for five
 * minutes, so that each can be used once across all servers.
 */
export type Challenges = {
  make: (purpose: string) => string
  isOurs: (challenge: string, purpose: string) => boolean
  /**
   * Marks a challenge as used.
   * @returns false if the challenge was used before.
   */
  spend: (challenge: string) => Promise<boolean>
}

export function createChallenges(
  { db }: Store,
  { secret, clock }: { secret: string; clock: () => number },
): Challenges {
  const sign = (purpose: string, id: string, endsAt: string) =>
    createHmac('sha256', secret).update(`passkey\n${purpose}\n${id}\n${endsAt}`).digest()

  return {
    make(purpose) {
      const id = randomBytes(16).toString('base64url')
      const endsAt = String(clock() + lifetimeMs)
      return `${id}.${endsAt}.${sign(purpose, id, endsAt).toString('base64url')}`
    },
    isOurs(challenge, purpose) {
      const text = Buffer.from(challenge, 'base64url').toString()
      const [, id = '', endsAt = '', signature = ''] = pattern.exec(text) ?? []
      const given = Buffer.from(signature, 'base64url')
      const wanted = sign(purpose, id, endsAt)
      const leftMs = Number(endsAt) - clock()
      return (
        given.length === wanted.length &&
        timingSafeEqual(given, wanted) &&
        leftMs > 0 &&
        leftMs <= lifetimeMs
      )
    },
    async spend(challenge) {
      await db.delete(usedChallenges).where(lt(usedChallenges.endsAt, new Date(clock())))
      const spent = await db
        .insert(usedChallenges)
        .values({ digest: hashSecret(challenge), endsAt: new Date(clock() + lifetimeMs) })
        .onConflictDoNothing()
        .returning()
      return spent.length > 0
    },
  }
}
