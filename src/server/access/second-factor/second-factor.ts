import { randomBytes } from 'node:crypto'
import { newId } from '#lib/id.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { log } from '../../observability/log.ts'
import { firstOwnerId } from '../../store/owner-scope.ts'
import type { Database, Store } from '../../store/store.ts'
import {
  countRecoveryCodes,
  insertCodes,
  insertFactor,
  readFactorRows,
  removeFactor,
  spendRecoveryCode,
  spendStep,
} from './factor-rows.ts'
import { codeBounds, createGuessLimit, type Guesser, type GuessLimit } from '../guess-limit.ts'
import { recordOfPart, type GuessRecord } from '../guess-record.ts'
import { createReload } from '../reload.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { createSeal, type Seal } from '../../vault/seal.ts'
import { findTotpStep } from './totp.ts'

/** Length of a SHA-1 hash in bytes, as RFC 4226 recommends. */
const keyBytes = 20

type Enrolment = {
  id: string
  userId: string
  since: Date
  /** Absent if the stored key cannot be decrypted with the current secret. */
  key: Buffer | undefined
}

type SpendOptions = {
  guesser: Guesser
  refusal: 'unauthorized' | 'forbidden'
  account?: string | undefined
}

/**
 * Further work within the transaction that changes the second factor.
 * @param enrolment id of the new setup. Absent after the second factor was turned off.
 */
type Together = (db: Database, enrolment: string | undefined) => Promise<void>

/**
 * Second factor of people: codes of an authenticator app (RFC 6238), and recovery codes for people
 * who have lost the phone.
 */
export type SecondFactor = {
  enrolment: (userId: string) => string | undefined
  readAgain: () => Promise<void>
  state: (userId: string) => Promise<{ since: Date; recoveryCodesLeft: number } | undefined>
  /**
   * Uses up a code of the app, or a recovery code.
   * @returns the kind of the code.
   * @throws {HttpError} `refusal` for a wrong or used code, or an unreadable key. `rate_limited`,
   * or `conflict` while the second factor is off.
   */
  spend: (userId: string, code: string, options: SpendOptions) => Promise<'code' | 'recovery code'>
  /**
   * Turns the second factor on.
   * @param shown the new key, and the time step of the code that proves that the authenticator app
   * has the key.
   * @returns the recovery codes, which cannot be read again.
   * @throws {HttpError} `conflict` if the second factor is already on.
   */
  turnOn: (
    userId: string,
    shown: { key: Buffer; step: number },
    together: Together,
  ) => Promise<string[]>
  renewRecoveryCodes: (userId: string) => Promise<string[]>
  /**
   * Turns the second factor off.
   * @param noted for the audit log: the person, and the actor if another person sent the request.
   * @throws {HttpError} `conflict` while the second factor is off.
   */
  turnOff: (
    userId: string,
    together: Together,
    noted?: { subject?: string; actor?: string },
  ) => Promise<void>
  forget: (userId: string) => void
}

type SecondFactorOptions = {
  secret: string
  audit: Audit
  clock: () => number
  record: GuessRecord
}

export const makeKey = (): Buffer => randomBytes(keyBytes)

export async function openSecondFactor(
  store: Store,
  { secret, audit, clock, record }: SecondFactorOptions,
): Promise<SecondFactor> {
  const { db } = store
  const seal = createSeal(secret, 'second factor')
  const spend = createSpending(db, { audit, clock, record })
  let known = await readEnrolments(db, seal)
  const { readAgain, noteChange } = createReload(
    () => readEnrolments(db, seal),
    (rows) => (known = rows),
  )

  return {
    enrolment: (userId) => known.get(userId)?.id,
    readAgain,
    forget(userId) {
      known.delete(userId)
      noteChange()
    },

    async state(userId) {
      const current = known.get(userId)
      if (!current) return undefined
      const { id, since } = current
      return { since, recoveryCodesLeft: await countRecoveryCodes(db, id) }
    },

    async spend(userId, code, options) {
      const current = known.get(userId)
      if (!current) throw isOff()
      return spend(code, current, options)
    },

    async turnOn(userId, { key, step }, together) {
      const id = newId()
      const since = new Date(clock())
      const sealedKey = seal.close(key, id)
      const row = { id: userId, enrolment: id, sealedKey, lastStep: step, since, changedAt: since }
      const codes = makeRecoveryCodes()
      await store.transaction(async ({ db: within }) => {
        if (!(await insertFactor(within, row, codes))) {
          throw new HttpError('conflict', 'Two-factor authentication is already on.')
        }
        await together(within, id)
      })
      known.set(userId, { id, userId, since, key })
      noteChange()
      audit.note({ kind: 'second_factor_set' })
      return codes
    },

    async renewRecoveryCodes(userId) {
      const current = known.get(userId)
      if (!current) throw isOff()
      const change = { enrolment: current.id, changedAt: new Date(clock()) }
      const codes = makeRecoveryCodes()
      await store.transaction(async ({ db: within }) => {
        if (!(await insertCodes(within, change, codes))) throw isOff()
      })
      audit.note({ kind: 'recovery_codes_made' })
      return codes
    },

    async turnOff(userId, together, noted) {
      const current = known.get(userId)
      if (!current) throw isOff()
      const change = { userId, enrolment: current.id, changedAt: new Date(clock()) }
      await store.transaction(async ({ db: within }) => {
        if (!(await removeFactor(within, change))) throw isOff()
        await together(within, undefined)
      })
      known.delete(userId)
      noteChange()
      audit.note({ kind: 'second_factor_removed', ...noted })
    },
  }
}

async function readEnrolments(db: Database, seal: Seal): Promise<Map<string, Enrolment>> {
  const known = new Map<string, Enrolment>()
  for (const { id: userId, enrolment, sealedKey, since, changedAt } of await readFactorRows(db)) {
    if (enrolment === null) continue
    const key = seal.open(sealedKey ?? '', enrolment)
    if (!key) log().error(userId === firstOwnerId ? unreadable : unreadableOfOthers)
    known.set(userId, { id: enrolment, userId, since: since ?? changedAt, key })
  }
  return known
}

const unreadable =
  'The key of two-factor authentication was stored with another secret. Sign in with a recovery code, or turn it off with `npm run two-factor -- off`.'
const unreadableOfOthers =
  'Someone’s key of two-factor authentication was stored with another secret. They can sign in with a recovery code, or an admin turns it off in Settings.'

function createSpending(
  db: Database,
  { audit, clock, record }: Omit<SecondFactorOptions, 'secret'>,
): (code: string, on: Enrolment, options: SpendOptions) => Promise<'code' | 'recovery code'> {
  /** Limits of wrong codes by person, so that guesses at one account do not block others. */
  const limits = new Map<string, GuessLimit>()

  function getLimit(userId: string): GuessLimit {
    const made = limits.get(userId)
    if (made) return made
    const part = userId === firstOwnerId ? '' : `${userId} `
    const limit = createGuessLimit({
      clock,
      bounds: codeBounds,
      record: recordOfPart(record, part),
    })
    limits.set(userId, limit)
    return limit
  }

  function begin(userId: string, { guesser }: SpendOptions): () => void {
    try {
      return getLimit(userId).begin(guesser)
    } catch (error) {
      audit.note({ kind: 'limit_hit', subject: 'two-factor codes', address: guesser.address })
      throw error
    }
  }

  function refuse(
    { guesser, refusal, account }: SpendOptions,
    reason: 'wrong' | 'used before',
  ): never {
    const of = account === undefined ? '' : ` for ${account}`
    audit.note({
      kind: 'second_factor_failed',
      subject: `${reason}${of}`,
      address: guesser.address,
    })
    throw new HttpError(
      refusal,
      reason === 'used before'
        ? 'This code has already been used. Wait for the next one.'
        : wrongCodeSentence,
    )
  }

  return async (code, on, options) => {
    const digits = code.replaceAll(/\s/g, '')
    if (/^\d{6}$/.test(digits)) {
      if (!on.key) throw new HttpError(options.refusal, unreadableSentence)
      const takeBack = begin(on.userId, options)
      const step = findTotpStep(digits, { key: on.key, nowMs: clock() })
      if (step === undefined) refuse(options, 'wrong')
      if (!(await spendStep(db, on.id, step))) refuse(options, 'used before')
      takeBack()
      return 'code'
    }
    // Recovery codes cannot be guessed, so a right code is accepted even after many wrong codes.
    if (!(await spendRecoveryCode(db, on.id, code))) {
      begin(on.userId, options)
      refuse(options, 'wrong')
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
