import { and, eq } from 'drizzle-orm'
import type { Audit } from '../../audit/audit.ts'
import { EnvError } from '../../env.ts'
import { HttpError } from '../../errors/http-error.ts'
import { passwords } from '../../store/schema.ts'
import type { Database, Store } from '../../store/store.ts'
import type { SessionRow } from '../session-rows.ts'
import { createReload } from '../reload.ts'
import type { Hashing } from './hashing.ts'
import { isWeakPassword, weakPasswordSentence } from './password-strength.ts'

export type PasswordRow = typeof passwords.$inferSelect

const passwordId = 'owner'

export type OwnerPassword = {
  current: () => PasswordRow | undefined
  readAgain: () => Promise<void>
  /**
   * Replaces the password that was verified, and ends all sessions but `own`.
   * @param next the new password. Absent to remove the password.
   * @throws {HttpError} `conflict` if the password was changed after the verification.
   */
  replace: (
    next: Pick<PasswordRow, 'hash' | 'source'> | undefined,
    options: { verified: PasswordRow | undefined; own?: SessionRow | undefined },
  ) => Promise<void>
  moveToEnvironment: () => Promise<void>
}

type OwnerPasswordOptions = {
  /**
   * Ends all sessions but `keepId`, which stays valid with the password in `row`. Runs within the
   * transaction of `db`.
   */
  moveSessions: (
    db: Database,
    to: { row: PasswordRow | undefined; keepId: string | undefined },
  ) => Promise<void>
  audit: Audit
  clock: () => number
}

export async function openOwnerPassword(
  store: Store,
  { moveSessions, audit, clock }: OwnerPasswordOptions,
): Promise<OwnerPassword> {
  const { db } = store
  const read = async (): Promise<PasswordRow | undefined> =>
    (await db.select().from(passwords).where(eq(passwords.id, passwordId)))[0]
  let current = await read()
  const { readAgain, noteChange } = createReload(read, (row) => (current = row))

  return {
    current: () => current,
    readAgain,

    async replace(next, { verified, own }) {
      const row = next && { id: passwordId, ...next, changedAt: new Date(clock()) }
      await store.transaction(async ({ db: within }) => {
        if (!(await exchange(within, row, verified))) {
          throw new HttpError('conflict', 'The password was changed at the same time. Try again.')
        }
        await moveSessions(within, { row, keepId: own?.id })
      })
      current = row
      noteChange()
      audit.note({
        kind: row ? 'password_set' : 'password_removed',
        subject: (row ?? verified)?.source ?? '',
      })
    },

    async moveToEnvironment() {
      if (!current || current.source === 'environment') return
      current = { ...current, source: 'environment' }
      await db.update(passwords).set(current).where(eq(passwords.id, passwordId))
      noteChange()
    },
  }
}

async function exchange(
  db: Database,
  row: PasswordRow | undefined,
  verified: PasswordRow | undefined,
): Promise<boolean> {
  const isStill = and(eq(passwords.id, passwordId), eq(passwords.hash, verified?.hash ?? ''))
  const changed = !row
    ? await db.delete(passwords).where(isStill).returning()
    : verified
      ? await db.update(passwords).set(row).where(isStill).returning()
      : await db.insert(passwords).values(row).onConflictDoNothing().returning()
  return changed.length > 0
}

/**
 * Makes the password of the environment the current password, or removes a stored password that
 * came from the environment if none is set.
 * @throws {EnvError} for a weak password.
 */
export async function takeFromEnvironment(
  password: OwnerPassword,
  given: string | undefined,
  hashing: Hashing,
): Promise<void> {
  const verified = password.current()
  if (given === undefined) {
    if (verified?.source === 'environment') await password.replace(undefined, { verified })
    return
  }
  if (verified && (await hashing.isRight(given, verified.hash))) {
    return password.moveToEnvironment()
  }
  if (await isWeakPassword(given)) {
    throw new EnvError(`BOZZETTO_PASSWORD cannot be used. ${weakPasswordSentence}`)
  }
  const hash = await hashing.hash(given)
  try {
    await password.replace({ hash, source: 'environment' }, { verified })
  } catch (error) {
    await password.readAgain()
    const now = password.current()
    if (!now || !(await hashing.isRight(given, now.hash))) throw error
  }
}
