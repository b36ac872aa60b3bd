import { eq } from 'drizzle-orm'
import { connections } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { ConnectionRow } from './connection-rows.ts'
import type { ConnectionStatus } from './live-connections.ts'

/** Keeps a status over a restart. */
export async function saveStatus(
  { db }: Store,
  id: string,
  { modelCount, lastAnsweredAt, problem }: ConnectionStatus,
): Promise<void> {
  await db
    .update(connections)
    .set({
      modelCount: modelCount ?? null,
      lastAnsweredAt: lastAnsweredAt === undefined ? null : new Date(lastAnsweredAt),
      problem: problem ?? null,
    })
    .where(eq(connections.id, id))
}

/** What a row says of the time before the start. */
export const statusIn = ({
  modelCount,
  lastAnsweredAt,
  problem,
}: ConnectionRow): ConnectionStatus => ({
  ...(modelCount !== null && { modelCount }),
  ...(lastAnsweredAt && { lastAnsweredAt: lastAnsweredAt.toISOString() }),
  ...(problem && { problem }),
})
