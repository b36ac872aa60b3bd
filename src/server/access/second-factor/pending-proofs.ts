import { randomBytes } from 'node:crypto'
import { hashSecret } from '../digest.ts'

/** Time to enter a code after the password, in seconds. */
export const proofLifetimeSeconds = 5 * 60
/** After this many wrong codes the password is required again. */
const triesMax = 5
/**
 * Maximum number of pending sign-ins. Strangers cannot reach it: `createGuessLimit` lets them start
 * at most 30 a minute, each for five minutes. Therefore no pending sign-in is dropped early.
 */
const proofsMax = 200

export type Proof = {
  userId: string
  /** Session generation of the password and second factor when the password was entered. */
  generation: string
  /** The session to confirm. Absent for a sign-in. */
  sessionId: string | undefined
  /**
   * Stops counting the password as a wrong guess. It counts as wrong until the code is right as
   * well.
   */
  takeBack: () => void
}

type Waiting = { proof: Proof; triesLeft: number; endsAtMs: number }

/** A proof that is in use and cannot be taken again. */
export type TakenProof = Proof & {
  /** Allows another try after a wrong code, unless it was the last one. */
  putBack: () => void
}

/**
 * Correct passwords whose second-factor code is still missing. They are in memory, so after a
 * restart the password is required again. Such a proof alone grants nothing, and only the browser
 * that sent the password has its token.
 */
export type PendingProofs = {
  /** @returns the token for the browser: 256 random bits. */
  add: (proof: Proof) => string
  /** @returns `undefined` for a proof that is expired, in use, or for another purpose. */
  take: (
    token: string | undefined,
    wanted: {
      generationOf: (userId: string) => string | undefined
      sessionId: string | undefined
    },
  ) => TakenProof | undefined
}

export function createPendingProofs(clock: () => number = Date.now): PendingProofs {
  /** Proofs by hash of their token, oldest first. */
  const waiting = new Map<string, Waiting>()

  function isOver({ endsAtMs }: Waiting): boolean {
    const leftMs = endsAtMs - clock()
    // A proof is also expired if the clock was set back.
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
