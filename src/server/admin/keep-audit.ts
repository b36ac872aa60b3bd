import { sql } from 'drizzle-orm'
import { createAudit } from '../audit/audit.ts'
import { auditEvents } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { FormerData } from './former-data.ts'

const rowsAtOnce = 500

/**
 * Copies the audit events of the data folder that a restore is about to replace, so that a restore
 * cannot remove events.
 * @param options.madeAt time of the backup.
 */
export async function keepAudit(
  store: Store,
  { former, madeAt }: { former: FormerData | undefined; madeAt: string },
): Promise<void> {
  const rows = former?.auditEvents ?? []
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await store.db
      .insert(auditEvents)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({
        target: auditEvents.id,
        // If the backup and the data folder both have an event, the higher count is kept.
        set: {
          count: sql`greatest(${auditEvents.count}, excluded.count)`,
          lastAt: sql`greatest(${auditEvents.lastAt}, excluded.last_at)`,
        },
      })
  }
  const audit = createAudit(store)
  audit.note({ kind: 'restore', actor: 'owner at the terminal', subject: `backup of ${madeAt}` })
  await audit.close()
}
