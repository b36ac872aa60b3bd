import { randomBytes } from 'node:crypto'
import { newId } from '#lib/id.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { log } from '../../observability/log.ts'
import type { Database, Store } from '../../store/store.ts'
import {
  countRecoveryCodes,
  insertCodes,
  insertFactor,
  readFactorRow,
  removeFactor,
  spendRecoveryCode,
  spendStep,
} from './factor-rows.ts'
import { codeBounds, createGuessLimit, type Guesser } from '../guess-limit.ts'
import type { GuessRecord } from '../guess-record.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { createSeal, type Seal } from '../../vault/seal.ts'
import { stepOf } from './totp.ts'

/** As long as a SHA-1, which RFC 4226 recommends. */
const keyBytes = 20

/** What was set up, as far as it is kept in memory. */
type Enrolment = {
  id: string
  since: Date
  /** Absent when it was stored with another secret than the server has now. */
  key: Buffer | undefined
}

type SpendOptions = {
  guesser: Guesser
  /** How a wrong code is answered. */
  refusal: 'unauthorized' | 'forbidden'
}

/** Part of a change of the second factor. @param enrolment that counts then. */
type Together = (db: Database, enrolment: string | undefined) => Promise<void>

/** A code besides the password: RFC 6238, and recovery codes for who has lost the phone. */
export type SecondFactor = {
  /** Names what was set up; `undefined` while it is off. */
  enrolment: () => string | undefined
  /** Another process may have changed it. */
  readAgain: () => Promise<void>
  state: () => Promise<{ since: Date; recoveryCodesLeft: number } | undefined>
  /**
   * Uses up a code of the app, or a recovery code.
   *
   * @returns which of the two it was.
   * @throws {HttpError} `refusal` for one that is wrong or was used, or whose key cannot be read;
   *   `rate_limited`, or `conflict` while it is off.
   */
  spend: (code: string, options: SpendOptions) => Promise<'code' | 'recovery code'>
  /**
   * Switches it on.
   *
   * @param shown the key, and the step of the code that showed that the app has it, which is used up with that.
   * @returns the recovery codes, which nobody can read again.
   * @throws {HttpError} `conflict` when it is on already.
   */
  turnOn: (shown: { key: Buffer; step: number }, together: Together) => Promise<string[]>
  /** The former ones count no longer. @throws {HttpError} `conflict` while it is off. */
  renewRecoveryCodes: () => Promise<string[]>
  /**
   * @param actor where it is not who sent the current request.
   * @throws {HttpError} `conflict` while it is off.
   */
  turnOff: (together: Together, actor?: string) => Promise<void>
}

type SecondFactorOptions = {
  /** Hides the key in the store. */
  secret: string
  audit: Audit
  /** Milliseconds. */
  clock: () => number
  /** Of wrong codes. */
  record: GuessRecord
}

/** A new one for an authenticator app. */
export const makeKey = (): Buffer => randomBytes(keyBytes)

export async function openSecondFactor(
  store: Store,
  { secret, audit, clock, record }: SecondFactorOptions,
): Promise<SecondFactor> {
  const { db } = store
  const seal = createSeal(secret, 'second factor')
  const spend = createSpending(db, { audit, clock, record })
  let current = await readEnrolment(db, seal)

  return {
    enrolment: () => current?.id,
    async readAgain() {
      current = await readEnrolment(db, seal)
    },

    async state() {
      if (!current) return undefined
      const { id, since } = current
      return { since, recoveryCodesLeft: await countRecoveryCodes(db, id) }
    },

    async spend(code, options) {
      if (!current) throw isOff()
      return spend(code, current, options)
    },

    async turnOn({ key, step }, together) {
      const id = newId()
      const since = new Date(clock())
      const sealedKey = seal.close(key, id)
      const row = { enrolment: id, sealedKey, lastStep: step, since, changedAt: since }
      const codes = makeRecoveryCodes()
      await store.transaction(async ({ db: within }) => {
        if (!(await insertFactor(within, row, codes))) {
          throw new HttpError('conflict', 'Two-factor authentication is already on.')
        }
        await together(within, id)
      })
      current = { id, since, key }
      audit.note({ kind: 'second_factor_set' })
      return codes
    },

    async renewRecoveryCodes() {
      if (!current) throw isOff()
      const change = { enrolment: current.id, changedAt: new Date(clock()) }
      const codes = makeRecoveryCodes()
      await store.transaction(async ({ db: within }) => {
        if (!(await insertCodes(within, change, codes))) throw isOff()
      })
      audit.note({ kind: 'recovery_codes_made' })
      return codes
    },

    async turnOff(together, actor) {
      if (!current) throw isOff()
      const change = { enrolment: current.id, changedAt: new Date(clock()) }
      await store.transaction(async ({ db: within }) => {
        if (!(await removeFactor(within, change))) throw isOff()
        await together(within, undefined)
      })
      current = undefined
      audit.note({ kind: 'second_factor_removed', ...(actor !== undefined && { actor }) })
    },
  }
}

async function readEnrolment(db: Database, seal: Seal): Promise<Enrolment | undefined> {
  const row = await readFactorRow(db)
  if (!row || row.enrolment === null) return undefined
  const key = seal.open(row.sealedKey ?? '', row.enrolment)
  if (!key) {
    log().error(
      'The key of two-factor authentication was stored with another secret. Sign in with a recovery code, or turn it off with `npm run two-factor -- off`.',
    )
  }
  return { id: row.enrolment, since: row.since ?? row.changedAt, key }
}

/** @returns uses up a code of what was set up; throws as `SecondFactor.spend`. */
function createSpending(
  db: Database,
  { audit, clock, record }: Omit<SecondFactorOptions, 'secret'>,
): (code: string, on: Enrolment, options: SpendOptions) => Promise<'code' | 'recovery code'> {
  const guesses = createGuessLimit({ clock, bounds: codeBounds, record })

  function begin({ guesser }: SpendOptions): () => void {
    try {
      return guesses.begin(guesser)
    } catch (error) {
      audit.note({ kind: 'limit_hit', subject: 'two-factor codes', address: guesser.address })
      throw error
    }
  }

  function refuse({ guesser, refusal }: SpendOptions, subject: '' | 'used before'): never {
    audit.note({ kind: 'second_factor_failed', subject, address: guesser.address })
    throw new HttpError(
      refusal,
      subject === 'used before'
        ? 'This code has already been used. Wait for the next one.'
        : wrongCodeSentence,
    )
  }

  return async (code, on, options) => {
    const digits = code.replaceAll(/\s/g, '')
    if (/^\d{6}$/.test(digits)) {
      if (!on.key) throw new HttpError(options.refusal, unreadableSentence)
      const takeBack = begin(options)
      const step = stepOf(digits, { key: on.key, nowMs: clock() })
      if (step === undefined) refuse(options, '')
      if (!(await spendStep(db, on.id, step))) refuse(options, 'used before')
      takeBack()
      return 'code'
    }
    // Nobody guesses one, so the right one passes however many wrong codes came before.
    if (!(await spendRecoveryCode(db, on.id, code))) {
      begin(options)
      refuse(options, '')
    }
    audit.note({ kind: 'recovery_code_used', address: options.guesser.address })
    return 'recovery code'
  }
}

export const wrongCodeSentence =
  'This code is wrong or has expired. If this keeps happening, check the clock on your phone.'

const isOff = () => new HttpError('conflict', 'Two-factor authentication is off.')

const unreadableSentence =
  'Codes cannot be checked because this server’s secret was replaced. Use a recovery code.'
