import { randomBytes } from 'node:crypto'
import { digestOf } from '../digest.ts'

/** How long a code may be thought about, in seconds. */
export const proofLifetimeSeconds = 5 * 60
/** Then the password is asked for again. */
const triesMax = 5
/**
 * More than strangers can fill: they begin 30 a minute (`createGuessLimit`), each for five minutes, and so
 * push out nobody who is in the middle of signing in.
 */
const proofsMax = 200

/** A right password whose code is still to come. */
export type Proof = {
  userId: string
  /** Of the password and second factor that counted then. */
  generation: string
  /** The session that is being confirmed; absent where somebody signs in. */
  sessionId: string | undefined
  /** Takes the guess of the password back, which counts until the code was right as well. */
  takeBack: () => void
}

type Waiting = { proof: Proof; triesLeft: number; endsAtMs: number }

/** A proof that is being used, by nobody else at the same time. */
export type TakenProof = Proof & {
  /** The code was wrong: it may be tried again, unless it was the last time. */
  putBack: () => void
}

/**
 * Kept in memory: a restart asks for the password again. A proof opens nothing by itself, and only the
 * browser that showed the password has its token.
 */
export type PendingProofs = {
  /** @returns what the browser keeps: 256 random bits. */
  add: (proof: Proof) => string
  /** @returns `undefined` for one that is over, in use, or was made for something else. */
  take: (
    token: string | undefined,
    wanted: {
      /** What counts for somebody now. */
      generationOf: (userId: string) => string | undefined
      sessionId: string | undefined
    },
  ) => TakenProof | undefined
}

/** @param clock milliseconds, for tests. */
export function createPendingProofs(clock: () => number = Date.now): PendingProofs {
  /** By digest, oldest first. */
  const waiting = new Map<string, Waiting>()

  function isOver({ endsAtMs }: Waiting): boolean {
    const leftMs = endsAtMs - clock()
    // A clock that was set back must not make it last.
    return leftMs <= 0 || leftMs > proofLifetimeSeconds * 1000
  }

  return {
    add(proof) {
      for (const [digest, one] of waiting) if (isOver(one)) waiting.delete(digest)
      const [oldest] = waiting.keys()
      if (waiting.size >= proofsMax && oldest !== undefined) waiting.delete(oldest)
      const token = randomBytes(32).toString('base64url')
      const endsAtMs = clock() + proofLifetimeSeconds * 1000
      waiting.set(digestOf(token), { proof, triesLeft: triesMax, endsAtMs })
      return token
    },

    take(token, { generationOf, sessionId }) {
      const digest = digestOf(token ?? '')
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
