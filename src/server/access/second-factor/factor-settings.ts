import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { firstOwnerId } from '../../store/owner-scope.ts'
import type { Database } from '../../store/store.ts'
import type { Guesser } from '../guess-limit.ts'
import { makeKey, wrongCodeSentence, type SecondFactor } from './second-factor.ts'
import type { SessionRow } from '../sessions.ts'
import { findTotpStep } from './totp.ts'
import type { Verified, VerifyHow } from '../sign-in-flow.ts'

/** Time limit in milliseconds for setting up an authenticator app with a new key. */
const setupLifetimeMs = 10 * 60_000
const setupsMax = 20

type FullProof = { password: string; code: string; guesser: Guesser }

export type FactorSettings = {
  isOn: (userId: string) => boolean
  state: SecondFactor['state']
  /**
   * Creates a key for an authenticator app. The key is kept only in memory until `turnOn`.
   * @throws {HttpError} `conflict` if there is no password, or the second factor is on.
   */
  setUp: (own: SessionRow) => Buffer
  /**
   * Turns the second factor on once a code proves that the app has the key, and signs all other
   * browsers out.
   * @returns the recovery codes, which cannot be read again.
   * @throws {HttpError} `forbidden` for a wrong code, or `conflict` if the setup has expired.
   */
  turnOn: (code: string, own: SessionRow) => Promise<string[]>
  renewRecoveryCodes: (proof: FullProof, own: SessionRow) => Promise<string[]>
  /**
   * Turns the second factor off and signs all other browsers out.
   * @throws {HttpError} `forbidden` for a wrong password or code, `rate_limited`, or `conflict`
   * while the second factor is off.
   */
  turnOff: (proof: FullProof, own: SessionRow) => Promise<void>
  /**
   * Turns the second factor off for a person who has lost the phone and the recovery codes, and
   * signs that person out.
   * @param person.email for the audit log.
   * @throws {HttpError} `conflict` while the second factor is off.
   */
  takeOff: (person: { id: string; email: string }) => Promise<void>
  /**
   * Turns the owner's second factor off from the server's terminal, and signs every browser out.
   * @returns whether the second factor was on.
   */
  drop: () => Promise<boolean>
}

type FactorSettingsOptions = {
  factor: SecondFactor
  hasPasswordOf: (userId: string) => boolean
  emailOf: (userId: string) => string | undefined
  verifyOf: (userId: string, credential: { password: string }, how: VerifyHow) => Promise<Verified>
  moveSessions: (
    db: Database,
    to: { userId: string; enrolment: string | undefined; keepId: string | undefined },
  ) => Promise<void>
  audit: Audit
  clock: () => number
}

export function createFactorSettings(options: FactorSettingsOptions): FactorSettings {
  const { factor, emailOf, hasPasswordOf, verifyOf, moveSessions, audit, clock } = options
  const setups = new Map<string, { key: Buffer; atMs: number }>()

  async function prove(
    { userId }: SessionRow,
    { password, code, guesser }: FullProof,
  ): Promise<void> {
    const how = { guesser, refusal: 'forbidden' } as const
    const { takeBack } = await verifyOf(userId, { password }, how)
    await factor.spend(userId, code, { ...how, account: emailOf(userId) })
    takeBack()
  }

  return {
    isOn: (userId) => factor.enrolment(userId) !== undefined,
    state: factor.state,

    setUp({ id, userId }) {
      if (!hasPasswordOf(userId)) {
        throw new HttpError('conflict', 'Set a password first: the codes are asked for after it.')
      }
      if (factor.enrolment(userId) !== undefined) {
        throw new HttpError('conflict', 'Two-factor authentication is already on.')
      }
      const key = makeKey()
      setups.delete(id)
      const [oldest] = setups.keys()
      if (setups.size >= setupsMax && oldest !== undefined) setups.delete(oldest)
      setups.set(id, { key, atMs: clock() })
      return key
    },

    async turnOn(code, own) {
      const { userId } = own
      const setup = setups.get(own.id)
      if (!hasPasswordOf(userId) || !setup || Math.abs(clock() - setup.atMs) > setupLifetimeMs) {
        throw new HttpError('conflict', 'That took too long. Start the setup again.')
      }
      const { key } = setup
      // The signed-in browser has received the key, so a wrong code does not count as a guess.
      const step = findTotpStep(code.replaceAll(/\s/g, ''), { key, nowMs: clock() })
      if (step === undefined) {
        audit.note({ kind: 'second_factor_failed', subject: 'while it was set up' })
        throw new HttpError('forbidden', wrongCodeSentence)
      }
      const codes = await factor.turnOn(userId, { key, step }, (db, enrolment) =>
        moveSessions(db, { userId, enrolment, keepId: own.id }),
      )
      setups.delete(own.id)
      return codes
    },

    async renewRecoveryCodes(proof, own) {
      await prove(own, proof)
      return factor.renewRecoveryCodes(own.userId)
    },

    async turnOff(proof, own) {
      const { userId } = own
      await prove(own, proof)
      await factor.turnOff(userId, (db, enrolment) =>
        moveSessions(db, { userId, enrolment, keepId: own.id }),
      )
    },

    async takeOff({ id: userId, email }) {
      await factor.turnOff(
        userId,
        (db, enrolment) => moveSessions(db, { userId, enrolment, keepId: undefined }),
        { subject: email },
      )
    },

    async drop() {
      const userId = firstOwnerId
      if (factor.enrolment(userId) === undefined) return false
      await factor.turnOff(
        userId,
        (db, enrolment) => moveSessions(db, { userId, enrolment, keepId: undefined }),
        { actor: 'owner at the terminal' },
      )
      return true
    },
  }
}
