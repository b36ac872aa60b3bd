import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm'
import { firstOwnerId } from '../store/owner-scope.ts'
import {
  apiKeys,
  grants,
  invitations,
  passkeys,
  passwordResets,
  passwords,
  scimTokens,
  sessions,
  shares,
  users,
} from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import type { FormerData, FormerSpending } from './former-data.ts'
import { settleFactors, type SettledFactor } from './settle-factor.ts'

export type SettledAccess = SettledFactor & {
  keysOff: number
  linksOff: number
  isPasswordNewer: boolean
}

type Settling = {
  former: FormerData | undefined
  trustsBackup: boolean
}

/**
 * Keeps a backup from restoring revoked access: ends all sessions, removes keys, links and rights
 * that are not valid today, and keeps the latest passwords, roles and second factors. Without `trustsBackup`, also
 * disables all accounts but the first and removes passkeys.
 */
export async function settleAccess(
  store: Store,
  { former, trustsBackup }: Settling,
): Promise<SettledAccess> {
  return store.transaction(async ({ db }) => {
    await db.delete(sessions)
    await db.delete(invitations)
    await db.delete(passwordResets)
    // The backup does not show which accounts were disabled later. The owner of the first account
    // can enable them again.
    if (!trustsBackup) await db.update(users).set({ isOff: true }).where(ne(users.id, firstOwnerId))
    // The backup does not show which passkeys were removed later.
    if (!trustsBackup) await db.delete(passkeys)
    if (!trustsBackup) await endGrants(db, former)
    if (former) {
      await keepSpending(db, former)
      await keepPeople(db, former)
    }
    return {
      keysOff: await revokeKeys(db, { former, trustsBackup }),
      linksOff: await endLinks(db, { former, trustsBackup }),
      isPasswordNewer: await keepPassword(db, former),
      ...(await settleFactors(db, { former: former?.factors ?? [], trustsBackup })),
    }
  })
}

/**
 * Keeps the spent amounts of API keys effective across a restore. Without the old data, keys are
 * disabled unless the backup is trusted.
 */
async function keepSpending(db: Database, { spending }: FormerData): Promise<void> {
  for (const key of await db.select().from(apiKeys)) {
    const before = spending.get(key.digest)
    if (!before || !isMore(before, key)) continue
    const { spentUsd, spentMonth, reservedUsd } = before
    await db
      .update(apiKeys)
      .set({ spentUsd, spentMonth, reservedUsd })
      .where(eq(apiKeys.id, key.id))
  }
}

const isMore = (a: FormerSpending, b: FormerSpending): boolean =>
  a.spentMonth === b.spentMonth
    ? a.spentUsd + a.reservedUsd > b.spentUsd + b.reservedUsd
    : a.spentMonth > b.spentMonth

async function revokeKeys(db: Database, { former, trustsBackup }: Settling): Promise<number> {
  const keys = await db.select().from(apiKeys).where(isNull(apiKeys.revokedAt))
  const off = keys
    .filter(({ digest }) =>
      trustsBackup ? former?.keysRevoked.has(digest) : !former?.keysOn.has(digest),
    )
    .map(({ id }) => id)
  await db
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(and(isNull(apiKeys.revokedAt), inArray(apiKeys.id, off)))
  return off.length
}

async function endLinks(db: Database, { former, trustsBackup }: Settling): Promise<number> {
  const links = await db.select().from(shares)
  const off = links
    .map(({ token }) => token)
    .filter((token) => !trustsBackup && !former?.links.has(token))
  await db.delete(shares).where(inArray(shares.token, off))
  return off.length
}

/** Deletes rights that were withdrawn later, and tokens of directories that are not valid today. */
async function endGrants(db: Database, former: FormerData | undefined): Promise<void> {
  const tokens = [...(former?.directoryTokens ?? [])]
  await db.delete(scimTokens).where(notInArray(scimTokens.digest, tokens))
  if (former?.grants) await db.delete(grants).where(notInArray(grants.id, [...former.grants]))
}

/** Keeps the latest password and role of each account, and keeps accounts disabled. */
async function keepPeople(db: Database, { people }: FormerData): Promise<void> {
  for (const { id, role, passwordHash, isOff } of people) {
    const set = { role, passwordHash, ...(isOff && { isOff }) }
    await db.update(users).set(set).where(eq(users.id, id))
  }
}

/**
 * Keeps the latest password.
 * @returns whether the password differs from the backup's password.
 */
async function keepPassword(db: Database, former: FormerData | undefined): Promise<boolean> {
  const [password] = await db.select().from(passwords)
  const last = former?.password
  if (!last || (password && password.changedAt >= last.changedAt)) return false
  await db.delete(passwords)
  await db.insert(passwords).values(last)
  return true
}
