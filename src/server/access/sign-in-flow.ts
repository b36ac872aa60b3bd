import type { SignIn } from '#contract/access/access.ts'
import type { Audit } from '../audit/audit.ts'
import { HttpError } from '../errors/http-error.ts'
import { metrics } from '../observability/server-metrics.ts'
import type { Guesser } from './guess-limit.ts'
import { createPendingProofs } from './second-factor/pending-proofs.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import type { SessionRow, BrowserSessions } from './sessions.ts'

/** Thrown if the password was right and a second-factor code is required. */
export class CodeNeededError extends HttpError {
  readonly proof: string

  constructor(proof: string) {
    super('code_needed', 'Enter the code from your authenticator app.')
    this.proof = proof
  }
}

export type SignInRequester = Guesser & { userAgent: string }

/** Signs people in, and confirms sessions, with a password, link or code. */
export type SignInFlow = {
  /**
   * @returns the session token.
   * @throws {CodeNeededError} if the password is right and a code has to follow.
   * @throws {HttpError} `unauthorized`, in constant time, or `rate_limited`.
   */
  signIn: (credential: SignIn, caller: SignInRequester) => Promise<string>
  /**
   * Completes a sign-in with a code.
   * @param proof of the first step.
   * @returns the session token.
   * @throws {HttpError} `unauthorized` for a wrong code, `rate_limited`, or `conflict` when the
   * password has to be entered again.
   */
  signInWithCode: (
    code: string,
    options: { proof: string | undefined; caller: SignInRequester },
  ) => Promise<string>
  /**
   * Opens a session for a person who was authenticated by other means.
   * @param person.kind the means, for the audit log.
   * @param person.proxySubject the user that the proxy sends. Absent without a proxy.
   * @param person.providerSession the identity provider's session id. Absent without a provider.
   * @param person.endsAt time when the session ends, independent of use.
   * @returns the session token.
   * @throws {HttpError} `unauthorized` for people without access.
   */
  letIn: (
    caller: SignInRequester,
    person: { userId: string; kind: string } & Held,
  ) => Promise<string>
  confirm: (credential: SignIn, options: { guesser: Guesser; own: SessionRow }) => Promise<void>
  confirmWithCode: (
    code: string,
    options: { proof: string | undefined; guesser: Guesser; own: SessionRow },
  ) => Promise<void>
}

export type VerifyHow = { guesser: Guesser; refusal: 'unauthorized' | 'forbidden' }

export type Verified = {
  userId: string
  generation: string
  takeBack: () => void
  /** Time when the new session ends, even if it is in use. */
  endsAt?: Date | undefined
}

type Held = {
  proxySubject?: string | undefined
  providerSession?: string | undefined
  endsAt?: Date | undefined
}

type Shown = Pick<Verified, 'userId' | 'generation'> & Held

type SignInFlowOptions = {
  verify: (credential: SignIn, how: VerifyHow) => Promise<Verified>
  verifyOf: (userId: string, credential: SignIn, how: VerifyHow) => Promise<Verified>
  generationOf: (userId: string) => string | undefined
  emailOf: (userId: string) => string | undefined
  sessions: BrowserSessions
  factor: SecondFactor
  audit: Audit
  clock: () => number
}

export function createSignInFlow(options: SignInFlowOptions): SignInFlow {
  const { verify, verifyOf, generationOf, emailOf, sessions, factor, audit, clock } = options
  const proofs = createPendingProofs(clock)

  /**
   * Completes the password step of a sign-in or confirmation.
   * @throws {CodeNeededError} if the person has a second factor.
   */
  function passOn(credential: SignIn, verified: Verified, sessionId?: string): Shown {
    const { userId, generation: shown, takeBack, endsAt } = verified
    if ('password' in credential && factor.enrolment(userId) !== undefined) {
      throw new CodeNeededError(proofs.add({ ...verified, sessionId }))
    }
    takeBack()
    return { userId, generation: shown, endsAt }
  }

  async function showCode(
    code: string,
    { proof, how, sessionId }: { proof: string | undefined; how: VerifyHow; sessionId?: string },
  ): Promise<Shown & { kind: 'code' | 'recovery code' }> {
    // The proof is taken before the code is checked, so that the second of two concurrent requests
    // finds no proof.
    const taken = proofs.take(proof, { generationOf, sessionId })
    if (!taken) throw new HttpError('conflict', 'That took too long. Enter the password again.')
    try {
      const { userId, generation, endsAt } = taken
      const kind = await factor.spend(userId, code, { ...how, account: emailOf(userId) })
      taken.takeBack()
      return { kind, userId, generation, endsAt }
    } catch (error) {
      taken.putBack()
      throw error
    }
  }

  async function open(
    caller: SignInRequester,
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
