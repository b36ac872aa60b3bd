import type { SignIn } from '#contract/access/access.ts'
import type { Audit } from '../audit/audit.ts'
import { HttpError } from '../errors/http-error.ts'
import { metrics } from '../observability/server-metrics.ts'
import type { Guesser } from './guess-limit.ts'
import { createPendingProofs } from './second-factor/pending-proofs.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import type { SessionRow, Sessions } from './sessions.ts'

/**
 * The password was right, and a code has to follow. This tells whoever guesses that it was right: the usual
 * price of asking for one after the other, since a code is worth little without the password, and nobody has to
 * look for the phone only to learn of a typing error.
 */
export class CodeNeededError extends HttpError {
  /** What the browser keeps until then. */
  readonly proof: string

  constructor(proof: string) {
    super('code_needed', 'Enter the code from your authenticator app.')
    this.proof = proof
  }
}

/** A browser that is being signed in. */
export type Comer = Guesser & { userAgent: string }

/** Signing in, and confirming a session, with what its owner knows and has. */
export type WayIn = {
  /**
   * @returns what the browser keeps.
   * @throws {CodeNeededError} when the password was right and a code has to follow.
   * @throws {HttpError} `unauthorized`, always after the same time, or `rate_limited`.
   */
  signIn: (credential: SignIn, caller: Comer) => Promise<string>
  /**
   * The second step.
   *
   * @param proof of the first.
   * @returns what the browser keeps.
   * @throws {HttpError} `unauthorized` for a wrong code, `rate_limited`, or `conflict` when the password has
   *   to be given again.
   */
  signInWithCode: (
    code: string,
    options: { proof: string | undefined; caller: Comer },
  ) => Promise<string>
  /**
   * Signs somebody in who has shown something else that lets in.
   *
   * @param person.kind what that was, for the audit log.
   * @param person.proxySubject what the proxy says, where it is its word that lets in.
   * @param person.providerSession what the identity provider calls its own session, where it lets in.
   * @param person.endsAt when they have to show it anew, however much they do here.
   * @returns what the browser keeps. @throws {HttpError} `unauthorized` for who may not come in any more.
   */
  letIn: (caller: Comer, person: { userId: string; kind: string } & Held) => Promise<string>
  /**
   * Lets a session do what needs its owner for the next ten minutes.
   *
   * @throws as `signIn`, with `forbidden` for what is wrong.
   */
  confirm: (credential: SignIn, options: { guesser: Guesser; own: SessionRow }) => Promise<void>
  /** The second step. @throws as `signInWithCode`, with `forbidden` for a wrong code. */
  confirmWithCode: (
    code: string,
    options: { proof: string | undefined; guesser: Guesser; own: SessionRow },
  ) => Promise<void>
}

export type VerifyHow = { guesser: Guesser; refusal: 'unauthorized' | 'forbidden' }

/** A password or token that was right. */
export type Verified = {
  userId: string
  generation: string
  /** Takes the guess back that it was counted as. */
  takeBack: () => void
}

/** What a session depends on besides. */
type Held = {
  proxySubject?: string | undefined
  providerSession?: string | undefined
  endsAt?: Date | undefined
}

/** Who has shown what lets in, and what that was. */
type Shown = Pick<Verified, 'userId' | 'generation'> & Held

type WayInOptions = {
  /** @throws {HttpError} `refusal` for what is wrong. */
  verify: (credential: SignIn, how: VerifyHow) => Promise<Verified>
  /** The same for who is signed in already: their password, or the link. */
  verifyOf: (userId: string, credential: SignIn, how: VerifyHow) => Promise<Verified>
  /** Of what counts now, for somebody; absent for who may not come in. */
  generationOf: (userId: string) => string | undefined
  /** For the audit log; absent before there are accounts. */
  emailOf: (userId: string) => string | undefined
  sessions: Sessions
  factor: SecondFactor
  audit: Audit
  /** Milliseconds. */
  clock: () => number
}

export function createWayIn(options: WayInOptions): WayIn {
  const { verify, verifyOf, generationOf, emailOf, sessions, factor, audit, clock } = options
  const proofs = createPendingProofs(clock)

  /** @throws {CodeNeededError} where that is not all. */
  function passOn(credential: SignIn, verified: Verified, sessionId?: string): Shown {
    const { userId, generation: shown, takeBack } = verified
    if ('password' in credential && factor.enrolment(userId) !== undefined) {
      throw new CodeNeededError(proofs.add({ userId, generation: shown, sessionId, takeBack }))
    }
    takeBack()
    return { userId, generation: shown }
  }

  async function showCode(
    code: string,
    { proof, how, sessionId }: { proof: string | undefined; how: VerifyHow; sessionId?: string },
  ): Promise<Shown & { kind: 'code' | 'recovery code' }> {
    // Taken before it is looked at: of two at once, one finds nothing.
    const taken = proofs.take(proof, { generationOf, sessionId })
    if (!taken) throw new HttpError('conflict', 'That took too long. Enter the password again.')
    try {
      const { userId, generation } = taken
      const kind = await factor.spend(userId, code, { ...how, account: emailOf(userId) })
      taken.takeBack()
      return { kind, userId, generation }
    } catch (error) {
      taken.putBack()
      throw error
    }
  }

  async function open(
    caller: Comer,
    show: () => Promise<Shown & { kind: string }>,
  ): Promise<string> {
    const { address, userAgent } = caller
    try {
      const { kind, userId, generation: shown, ...held } = await show()
      metrics.count('bozzetto_sign_ins_total', { outcome: 'let in' })
      audit.note({ kind: 'sign_in', subject: kind, actor: emailOf(userId) ?? '', address })
      return await sessions.open({ userId, address, userAgent, generation: shown, ...held })
    } catch (error) {
      if (!(error instanceof CodeNeededError)) {
        metrics.count('bozzetto_sign_ins_total', { outcome: 'refused' })
      }
      throw error
    }
  }

  return {
    signIn: (credential, caller) =>
      open(caller, async () => ({
        kind: 'token' in credential ? 'link' : 'password',
        ...passOn(
          credential,
          await verify(credential, { guesser: caller, refusal: 'unauthorized' }),
        ),
      })),

    signInWithCode: (code, { proof, caller }) =>
      open(caller, async () => {
        const how = { guesser: caller, refusal: 'unauthorized' } as const
        const shown = await showCode(code, { proof, how })
        return { ...shown, kind: `password and ${shown.kind}` }
      }),

    letIn: (caller, { userId, kind, ...held }) =>
      open(caller, async () => {
        const shown = generationOf(userId)
        if (shown === undefined) throw new HttpError('unauthorized', 'This account is turned off.')
        return { kind, userId, generation: shown, ...held }
      }),

    async confirm(credential, { guesser, own }) {
      const how = { guesser, refusal: 'forbidden' } as const
      passOn(credential, await verifyOf(own.userId, credential, how), own.id)
      await sessions.confirm(own.id)
    },

    async confirmWithCode(code, { proof, guesser, own }) {
      const how = { guesser, refusal: 'forbidden' } as const
      await showCode(code, { proof, how, sessionId: own.id })
      await sessions.confirm(own.id)
    },
  }
}
