import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ApiKey } from '#contract/access/keys.ts'
import { apiKeys } from '../../store/schema.ts'

/** What a key has spent in a month: its sum, unless that is another month's. */
export const spentIn = (month: string) =>
  sql`case when ${apiKeys.spentMonth} = ${month} then ${apiKeys.spentUsd} else 0 end`

/** The key, unless it was revoked. */
export const inUse = (id: string) => and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))

export type KeyRow = typeof apiKeys.$inferSelect

/** Where the limits of a key are stored. */
export const columnsOf = ({ requestsPerMinute, streams, monthlySpendUsd }: ApiKey['limits']) => ({
  requestsPerMinute,
  streams,
  monthlySpendUsd: monthlySpendUsd ?? null,
})

/** A month as keys name it: `2026-11`, in UTC. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

/** @param month that is now: what was spent in another does not count. */
export function toApiKey(row: KeyRow, month: string): ApiKey {
  const { id, name, prefix, requestsPerMinute, streams, monthlySpendUsd } = row
  return {
    id,
    name,
    prefix,
    limits: {
      requestsPerMinute,
      streams,
      ...(monthlySpendUsd !== null && { monthlySpendUsd }),
    },
    scopes: row.scopes,
    spentUsd: row.spentMonth === month ? row.spentUsd : 0,
    createdAt: row.createdAt.toISOString(),
    ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.toISOString() }),
    ...(row.expiresAt && { expiresAt: row.expiresAt.toISOString() }),
    ...(row.revokedAt && { revokedAt: row.revokedAt.toISOString() }),
  }
}
