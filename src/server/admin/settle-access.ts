import { access } from 'node:fs/promises'
import path from 'node:path'
import { and, inArray, isNull } from 'drizzle-orm'
import { isMissing } from '../files/missing.ts'
import { openLastingClient } from '../store/lasting-client.ts'
import { apiKeys, passwords, sessions, shares } from '../store/schema.ts'
import { postgresFolder, type Store } from '../store/store.ts'

type PasswordRow = typeof passwords.$inferSelect

/** Who could come in until now. */
export type FormerAccess = {
  /** Digests of API keys; those revoked so long ago that they are forgotten are in neither. */
  keysOn: Set<string>
  keysRevoked: Set<string>
  /** Tokens of shared links. */
  links: Set<string>
  password: PasswordRow | undefined
}

/** What a restore did to the ways in. */
export type SettledAccess = { keysOff: number; linksOff: number; isPasswordNewer: boolean }

/**
 * Who can come into the data folder that is about to be replaced.
 *
 * @param data locked by this process.
 * @returns `undefined` when there is no database, or it cannot be read.
 */
export async function readFormerAccess(data: string): Promise<FormerAccess | undefined> {
  const folder = path.join(data, postgresFolder)
  try {
    // Without one it would be made.
    await access(path.join(folder, 'PG_VERSION'))
    const client = await openLastingClient(folder, () => Promise.resolve())
    try {
      const keys = await client.query<{ digest: string; is_on: boolean }>(
        'select digest, revoked_at is null as is_on from api_keys',
      )
      const links = await client.query<{ token: string }>('select token from shares')
      const [password] = (
        await client.query<PasswordRow>(
          'select id, hash, source, changed_at as "changedAt" from passwords',
        )
      ).rows
      return {
        keysOn: new Set(keys.rows.filter((key) => key.is_on).map(({ digest }) => digest)),
        keysRevoked: new Set(keys.rows.filter((key) => !key.is_on).map(({ digest }) => digest)),
        links: new Set(links.rows.map(({ token }) => token)),
        password,
      }
    } finally {
      await client.close()
    }
  } catch (cause) {
    if (!isMissing(cause)) console.warn(`The database in ${folder} could not be read.`, cause)
    return undefined
  }
}

/**
 * Keeps a backup from letting in again whom its owner has shut out since: all sessions end, keys and
 * links go that do not work today, and the password that was set last is the one that counts.
 *
 * @param options.former who can come in today; nobody knows when it is absent.
 * @param options.trustsBackup whether keys and links stay that `former` does not know.
 */
export async function settleAccess(
  store: Store,
  { former, trustsBackup }: { former: FormerAccess | undefined; trustsBackup: boolean },
): Promise<SettledAccess> {
  return store.transaction(async ({ db }) => {
    await db.delete(sessions)

    const keys = await db.select().from(apiKeys).where(isNull(apiKeys.revokedAt))
    const keysOff = keys
      .filter(({ digest }) =>
        trustsBackup ? former?.keysRevoked.has(digest) : !former?.keysOn.has(digest),
      )
      .map(({ id }) => id)
    await db
      .update(apiKeys)
      .set({ revokedAt: new Date() })
      .where(and(isNull(apiKeys.revokedAt), inArray(apiKeys.id, keysOff)))

    const links = await db.select().from(shares)
    const linksOff = links
      .map(({ token }) => token)
      .filter((token) => !trustsBackup && !former?.links.has(token))
    await db.delete(shares).where(inArray(shares.token, linksOff))

    const [password] = await db.select().from(passwords)
    const last = former?.password
    const isPasswordNewer =
      last !== undefined && !(password && password.changedAt >= last.changedAt)
    if (isPasswordNewer) {
      await db.delete(passwords)
      await db.insert(passwords).values(last)
    }
    return { keysOff: keysOff.length, linksOff: linksOff.length, isPasswordNewer }
  })
}
