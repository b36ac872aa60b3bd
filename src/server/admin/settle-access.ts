import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { firstOwnerId } from '../store/owner-scope.ts'
import {
  apiKeys,
  invitations,
  passkeys,
  passwords,
  sessions,
  shares,
  users,
} from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import type { FormerData, Spending } from './former-data.ts'
import { settleFactors, type SettledFactor } from './settle-factor.ts'

/** What a restore did to the ways in. */
export type SettledAccess = SettledFactor & {
  keysOff: number
  linksOff: number
  isPasswordNewer: boolean
}

type Settling = {
  /** Who can come in today; nobody knows when it is absent. */
  former: FormerData | undefined
  /** Whether keys and links stay that `former` does not know. */
  trustsBackup: boolean
}

/**
 * Keeps a backup from letting in again whom its owner has shut out since: all sessions end, keys and
 * links go that do not work today, and the password and second factor that were set last count. What a
 * key has spent since stays spent. All people but the first are turned off and passkeys go, unless the backup is trusted.
 */
export async function settleAccess(
  store: Store,
  { former, trustsBackup }: Settling,
): Promise<SettledAccess> {
  return store.transaction(async ({ db }) => {
    await db.delete(sessions)
    await db.delete(invitations)
    // Nobody can tell who was turned off since: the first account, which always comes in, lets them in again.
    if (!trustsBackup) await db.update(users).set({ isOff: true }).where(ne(users.id, firstOwnerId))
    // Nor whether a passkey was lost and removed since.
    if (!trustsBackup) await db.delete(passkeys)
    if (former) await keepSpending(db, former)
    return {
      keysOff: await revokeKeys(db, { former, trustsBackup }),
      linksOff: await endLinks(db, { former, trustsBackup }),
      isPasswordNewer: await keepPassword(db, former),
      ...(await settleFactors(db, { former: former?.factors ?? [], trustsBackup })),
    }
  })
}

/**
 * A limit in money holds across a restore. Where there is nothing to compare with, keys are off unless
 * the backup is trusted; then its own figures are all that is known.
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

/** A later month, or more in the same one; what is set aside counts as spent at the next start. */
const isMore = (a: Spending, b: Spending): boolean =>
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

/** @returns whether it is not the backup's. */
async function keepPassword(db: Database, former: FormerData | undefined): Promise<boolean> {
  const [password] = await db.select().from(passwords)
  const last = former?.password
  if (!last || (password && password.changedAt >= last.changedAt)) return false
  await db.delete(passwords)
  await db.insert(passwords).values(last)
  return true
}
