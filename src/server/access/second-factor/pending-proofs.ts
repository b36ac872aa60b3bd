import { randomBytes } from 'node:crypto'
import { hashSecret } from '../digest.ts'

/** Time limit for entering a code after the password, in seconds. */
export const proofLifetimeSeconds = 5 * 60
/** Number of wrong codes after which the password is required again. */
const triesMax = 5
/**
 * Maximum number of pending sign-ins. `createGuessLimit` lets strangers start only 30 a minute,
 * each for five minutes.
 */
const proofsMax = 200

export type Proof = {
  userId: string
  generation: string
  sessionId: string | undefined
  /** Time when the new session ends, even if it is in use. */
  endsAt?: Date | undefined
  /**
   * Stops counting the password as a wrong guess. A password counts as wrong until the code is
   * right as well.
   */
  takeBack: () => void
}

type Waiting = { proof: Proof; triesLeft: number; endsAtMs: number }

/** Proof that is in use and cannot be taken again. */
export type TakenProof = Proof & {
  /** Allows another try after a wrong code, unless the wrong code was the last allowed try. */
  putBack: () => void
}

/**
 * Correct passwords whose second-factor code is still missing, in memory. Only the browser that
 * sent the password has the token of its proof.
 */
export type PendingProofs = {
  add: (proof: Proof) => string
  /** @returns `undefined` if the proof is expired, in use, or for another purpose. */
  take: (
    token: string | undefined,
    wanted: {
      generationOf: (userId: string) => string | undefined
      sessionId: string | undefined
    },
  ) => TakenProof | undefined
}

export function createPendingProofs(clock: () => number = Date.now): PendingProofs {
  const waiting = new Map<string, Waiting>()

  function isOver({ endsAtMs }: Waiting): boolean {
    const leftMs = endsAtMs - clock()
    // More than the full lifetime is left if the clock was set back.
    return leftMs <= 0 || leftMs > proofLifetimeSeconds * 1000
  }

  return {
    add(proof) {
      for (const [digest, one] of waiting) if (isOver(one)) waiting.delete(digest)
      const [oldest] = waiting.keys()
      if (waiting.size >= proofsMax && oldest !== undefined) waiting.delete(oldest)
      const token = randomBytes(32).toString('base64url')
      const endsAtMs = clock() + proofLifetimeSeconds * 1000
      waiting.set(hashSecret(token), { proof, triesLeft: triesMax, endsAtMs })
      return token
    },

    take(token, { generationOf, sessionId }) {
      const digest = hashSecret(token ?? '')
      const one = waiting.get(digest)
      if (!one || one.proof.sessionId !== sessionId) return undefined
      waiting.delete(digest)
      if (isOver(one) || one.proof.generation !== generationOf(one.proof.userId)) return undefined
      const triesLeft = one.triesLeft - 1
      return {
        ...one.proof,
        putBack: () => void (triesLeft > 0 && waiting.set(digest, { ...one, triesLeft })),
      }
    },
  }
}
