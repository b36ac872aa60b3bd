import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ApiKey } from '#contract/access/keys.ts'
import { apiKeys } from '../../store/schema.ts'

/**
 * Returns SQL for the amount that a key has spent in `month`. It is 0 if the stored sum is of
 * another month.
 */
export const spentIn = (month: string) =>
  sql`case when ${apiKeys.spentMonth} = ${month} then ${apiKeys.spentUsd} else 0 end`

export const inUse = (id: string) => and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))

export type KeyRow = typeof apiKeys.$inferSelect

export const toLimitColumns = ({
  requestsPerMinute,
  streams,
  monthlySpendUsd,
}: ApiKey['limits']) => ({
  requestsPerMinute,
  streams,
  monthlySpendUsd: monthlySpendUsd ?? null,
})

/** Formats the UTC month of a time, such as `2026-11`. */
export const formatMonth = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

/**
 * Converts a row to an API key of the API.
 * @param month the current month. Spending in other months is ignored.
 */
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
