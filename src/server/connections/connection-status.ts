import { eq } from 'drizzle-orm'
import { connections, ownConnections } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { ConnectionRow } from './connection-rows.ts'
import type { ConnectionStatus } from './live-connections.ts'

export async function saveStatus(
  { db }: Store,
  id: string,
  { modelCount, lastAnsweredAt, problem }: ConnectionStatus,
): Promise<void> {
  const status = {
    modelCount: modelCount ?? null,
    lastAnsweredAt: lastAnsweredAt === undefined ? null : new Date(lastAnsweredAt),
    problem: problem ?? null,
  }
  // A connection is in one of these two tables. The update of the other table changes no row.
  for (const table of [connections, ownConnections]) {
    await db.update(table).set(status).where(eq(table.id, id))
  }
}

export const statusIn = ({
  modelCount,
  lastAnsweredAt,
  problem,
}: ConnectionRow): ConnectionStatus => ({
  ...(modelCount !== null && { modelCount }),
  ...(lastAnsweredAt && { lastAnsweredAt: lastAnsweredAt.toISOString() }),
  ...(problem && { problem }),
})
