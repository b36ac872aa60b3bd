import { and, count, eq, isNull, lt } from 'drizzle-orm'
import { recoveryCodes, secondFactors } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'
import { hashSecret } from '../digest.ts'
import { plainRecoveryCode } from './recovery-codes.ts'

export type FactorRow = typeof secondFactors.$inferSelect

export const readFactorRows = (db: Database): Promise<FactorRow[]> =>
  db.select().from(secondFactors)

/**
 * Stores a second factor with its recovery codes.
 * @returns false if a second factor was already on.
 */
export async function insertFactor(
  db: Database,
  row: FactorRow & { enrolment: string },
  codes: readonly string[],
): Promise<boolean> {
  const changed = await db
    .insert(secondFactors)
    .values(row)
    .onConflictDoUpdate({
      target: secondFactors.id,
      set: row,
      setWhere: isNull(secondFactors.enrolment),
    })
    .returning({ id: secondFactors.id })
  if (changed.length === 0) return false
  await replaceCodes(db, row.enrolment, codes)
  return true
}

/**
 * Replaces the recovery codes of a second factor.
 * @returns false if the second factor has been turned off.
 */
export async function insertCodes(
  db: Database,
  { enrolment, changedAt }: { enrolment: string; changedAt: Date },
  codes: readonly string[],
): Promise<boolean> {
  const changed = await db
    .update(secondFactors)
    .set({ changedAt })
    .where(eq(secondFactors.enrolment, enrolment))
    .returning({ id: secondFactors.id })
  if (changed.length === 0) return false
  await replaceCodes(db, enrolment, codes)
  return true
}

/**
 * Turns off a person's stored second factor.
 * @param enrolment turns off only this setup. Default: the current setup.
 * @returns whether the second factor was on.
 */
export async function removeFactor(
  db: Database,
  { userId, enrolment, changedAt }: { userId: string; enrolment?: string; changedAt: Date },
): Promise<boolean> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.id, userId))
  if (!row || row.enrolment === null || row.enrolment !== (enrolment ?? row.enrolment)) return false
  await db
    .update(secondFactors)
    .set({ enrolment: null, sealedKey: null, since: null, changedAt })
    .where(eq(secondFactors.id, userId))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.enrolment, row.enrolment))
  return true
}

/**
 * Marks the time step of a code as used. The update requires a smaller last step, so that one of
 * two concurrent attempts fails.
 * @returns whether the step was unused.
 */
export async function spendStep(db: Database, enrolment: string, step: number): Promise<boolean> {
  const spent = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.enrolment, enrolment), lt(secondFactors.lastStep, step)))
    .returning({ id: secondFactors.id })
  return spent.length > 0
}

export async function spendRecoveryCode(
  db: Database,
  enrolment: string,
  code: string,
): Promise<boolean> {
  const digest = hashSecret(plainRecoveryCode(code))
  const spent = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.digest, digest), eq(recoveryCodes.enrolment, enrolment)))
    .returning({ enrolment: recoveryCodes.enrolment })
  return spent.length > 0
}

export async function countRecoveryCodes(db: Database, enrolment: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.enrolment, enrolment))
  return row?.left ?? 0
}

async function replaceCodes(
  db: Database,
  enrolment: string,
  codes: readonly string[],
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.enrolment, enrolment))
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ digest: hashSecret(plainRecoveryCode(code)), enrolment })))
}
