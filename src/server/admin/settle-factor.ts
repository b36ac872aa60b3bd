import { secondFactorId } from '../access/second-factor/factor-rows.ts'
import { stepAt } from '../access/second-factor/totp.ts'
import type { Client } from '../store/client.ts'
import { recoveryCodes, secondFactors } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

/** The second factor of the data that is about to be replaced, be it on or off. */
export type FormerFactor = {
  row: typeof secondFactors.$inferSelect
  codes: (typeof recoveryCodes.$inferSelect)[]
}

/** What a restore did to the second factor. */
export type SettledFactor = {
  /** Whether the one that counts is not the backup's. */
  isFactorNewer: boolean
  /** Whether the backup had recovery codes of which nobody can tell if they were used. */
  areRecoveryCodesOff: boolean
}

/** @returns `undefined` where there never was one, as in the tables of an earlier version. */
export async function readFormerFactor(
  client: Pick<Client, 'query'>,
): Promise<FormerFactor | undefined> {
  const tables = await client.query(
    `select 1 from information_schema.tables where table_name = 'second_factors'`,
  )
  if (tables.rows.length === 0) return undefined
  const [row] = (
    await client.query<FormerFactor['row']>(
      `select id, enrolment, sealed_key as "sealedKey", last_step as "lastStep", since,
        changed_at as "changedAt" from second_factors`,
    )
  ).rows
  const codes = await client.query<FormerFactor['codes'][number]>(
    'select digest, enrolment from recovery_codes',
  )
  return row && { row, codes: codes.rows }
}

/**
 * Keeps a backup from taking away a second factor that was set up since, from bringing one back that the
 * owner has switched off, and from making codes good again that were used: what was changed last counts, with
 * what is used of it.
 *
 * @param options.former absent where nobody knows, or there was none.
 * @param options.trustsBackup whether the backup's recovery codes stay of which nobody knows.
 */
export async function settleFactor(
  db: Database,
  { former, trustsBackup }: { former: FormerFactor | undefined; trustsBackup: boolean },
): Promise<SettledFactor> {
  const [row] = await db.select().from(secondFactors)
  if (former && !(row && row.changedAt > former.row.changedAt)) {
    await db.delete(secondFactors)
    await db.delete(recoveryCodes)
    await db.insert(secondFactors).values({ ...former.row, id: secondFactorId })
    if (former.codes.length > 0) await db.insert(recoveryCodes).values(former.codes)
    return {
      isFactorNewer: former.row.enrolment !== (row?.enrolment ?? null),
      areRecoveryCodesOff: false,
    }
  }
  // Whatever was shown up to now may have been used since the backup.
  const lastStep = Math.max(row?.lastStep ?? 0, stepAt(Date.now()) + 1)
  await db.update(secondFactors).set({ lastStep })
  const off = trustsBackup ? [] : await db.delete(recoveryCodes).returning()
  return { isFactorNewer: false, areRecoveryCodesOff: off.length > 0 }
}
