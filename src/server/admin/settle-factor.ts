import { eq } from 'drizzle-orm'
import { firstOwnerId } from '../store/owner-scope.ts'
import { stepAt } from '../access/second-factor/totp.ts'
import type { Client } from '../store/client.ts'
import { recoveryCodes, secondFactors, users } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

/** A person's second factor in the replaced data, on or off. */
export type FormerFactor = {
  row: typeof secondFactors.$inferSelect
  codes: (typeof recoveryCodes.$inferSelect)[]
}

export type SettledFactor = {
  isFactorNewer: boolean
  areRecoveryCodesOff: boolean
}

/**
 * Reads the second factors of the replaced data.
 * @returns one entry per person who ever had a second factor.
 */
export async function readFormerFactors(client: Pick<Client, 'query'>): Promise<FormerFactor[]> {
  const tables = await client.query(
    `select 1 from information_schema.tables where table_name = 'second_factors'`,
  )
  if (tables.rows.length === 0) return []
  const { rows } = await client.query<FormerFactor['row']>(
    `select id, enrolment, sealed_key as "sealedKey", last_step as "lastStep", since,
      changed_at as "changedAt" from second_factors`,
  )
  const codes = await client.query<FormerFactor['codes'][number]>(
    'select digest, enrolment from recovery_codes',
  )
  return rows.map((row) => ({
    row,
    codes: codes.rows.filter(({ enrolment }) => enrolment === row.enrolment),
  }))
}

/**
 * Keeps the latest change of each person's second factor, including used codes.
 * @param options.former second factors of the replaced data.
 * @param options.trustsBackup keeps recovery codes of the backup whose use is unknown.
 */
export async function settleFactors(
  db: Database,
  { former, trustsBackup }: { former: readonly FormerFactor[]; trustsBackup: boolean },
): Promise<SettledFactor> {
  const rows = await db.select().from(secondFactors)
  const people = await db.select({ id: users.id }).from(users)
  const ids = new Set([...rows, ...people].map(({ id }) => id)).add(firstOwnerId)
  const settled: SettledFactor = { isFactorNewer: false, areRecoveryCodesOff: false }
  for (const id of ids) {
    const one = await settleOne(db, {
      id,
      row: rows.find((row) => row.id === id),
      former: former.find(({ row }) => row.id === id),
      trustsBackup,
    })
    settled.isFactorNewer ||= one.isFactorNewer
    settled.areRecoveryCodesOff ||= one.areRecoveryCodesOff
  }
  return settled
}

type One = {
  id: string
  row: FormerFactor['row'] | undefined
  former: FormerFactor | undefined
  trustsBackup: boolean
}

async function settleOne(
  db: Database,
  { id, row, former, trustsBackup }: One,
): Promise<SettledFactor> {
  const codesInBackup = eq(recoveryCodes.enrolment, row?.enrolment ?? '')
  if (former && !(row && row.changedAt > former.row.changedAt)) {
    await db.delete(secondFactors).where(eq(secondFactors.id, id))
    await db.delete(recoveryCodes).where(codesInBackup)
    await db.insert(secondFactors).values(former.row)
    if (former.codes.length > 0) await db.insert(recoveryCodes).values(former.codes)
    return {
      isFactorNewer: former.row.enrolment !== (row?.enrolment ?? null),
      areRecoveryCodesOff: false,
    }
  }
  // All codes up to the next time step may have been used since the backup.
  const lastStep = Math.max(row?.lastStep ?? 0, stepAt(Date.now()) + 1)
  await db.update(secondFactors).set({ lastStep }).where(eq(secondFactors.id, id))
  const off = trustsBackup ? [] : await db.delete(recoveryCodes).where(codesInBackup).returning()
  return { isFactorNewer: false, areRecoveryCodesOff: off.length > 0 }
}
