import { removeFactor } from '../access/second-factor/factor-rows.ts'
import { createAudit } from '../audit/audit.ts'
import { firstOwnerId } from '../store/owner-scope.ts'
import { sessions } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * Turns off the owner's second factor while no server runs, and signs every browser out.
 * @returns whether the second factor was on.
 */
export async function turnOffFactor(store: Store): Promise<boolean> {
  const wasOn = await store.transaction(async ({ db }) => {
    const isChanged = await removeFactor(db, { userId: firstOwnerId, changedAt: new Date() })
    if (isChanged) await db.delete(sessions)
    return isChanged
  })
  if (!wasOn) return false
  const audit = createAudit(store)
  audit.note({ kind: 'second_factor_removed', actor: 'owner at the terminal' })
  await audit.close()
  return true
}

export const describeFactorOff = (wasOn: boolean): string =>
  wasOn
    ? 'Two-factor authentication is off, and every browser is signed out. Only the password is needed to sign in.'
    : 'Two-factor authentication was off already.'
