import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import {
  keyScopes,
  keysMax,
  type ApiKey,
  type ChangeKey,
  type CreatedKey,
  type CreateKey,
} from '#contract/keys.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import { apiKeys } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { digestOf } from '../digest.ts'

/** 192 bits. */
const secretBytes = 24
const secretPattern = /^sa-[0-9a-f]{48}$/
/** As much as is shown: 32 of the 192 bits. */
const prefixLength = 11
/** Of revoked keys, so that who still uses one hears what happened to it. */
const revokedKeysMax = 100
const lastUsedStepMs = 60_000
/**
 * How long a key that was recognised is known without asking the store, which would cost more than all
 * else that is done for a request. Changes made here count at once, those of another server on the same
 * database after this.
 */
const knownMs = 1_000

/** The keys that this server issues. */
export type KeyService = {
  list: () => Promise<ApiKey[]>
  /** @throws {HttpError} `conflict` when there are `keysMax` in use. */
  create: (request: CreateKey) => Promise<CreatedKey>
  /** @returns `undefined` when there is no such key in use. */
  change: (id: string, change: ChangeKey) => Promise<ApiKey | undefined>
  /** From the next request on the key is refused. @returns as `change`. */
  revoke: (id: string) => Promise<ApiKey | undefined>
  /** The key that was shown, revoked ones too; remembers that it was used. */
  recognise: (secret: string) => Promise<ApiKey | undefined>
  /** Whether there is such a key, and it was not revoked. */
  isInUse: (id: string) => Promise<boolean>
  /**
   * Sets money aside for a call, in one statement, so that calls that come together cannot all pass on
   * what only one of them may spend. Let in is whoever comes while less than the limit is spent and set
   * aside: a month can end above its limit by the cost of one call.
   */
  reserve: (id: string, usd: number) => Promise<'reserved' | 'spent' | 'under way'>
  /** Adds what a call has cost to the key's month, and gives back what was set aside for it. */
  settle: (id: string, costs: { reservedUsd: number; usd: number }) => Promise<void>
  /** Counts what was set aside and never settled, because an earlier process ended, as spent. */
  settleLeft: () => Promise<void>
}

/** @param clock milliseconds, for tests. */
export function createKeyService(
  { db }: Store,
  { clock = Date.now }: { clock?: () => number } = {},
): KeyService {
  const view = (row: Row) => toApiKey(row, monthOf(clock()))
  /** By digest; there is no more of them than of stored keys, since only those get here. */
  const known = new Map<string, { row: Row; key: ApiKey; at: number }>()
  /** Keys that were revoked here since the start; only stored ones get in. */
  const revoked = new Set<string>()
  /** Counts changes: what was read before one of them is not kept after it. */
  let changes = 0
  const forget = () => {
    changes++
    known.clear()
  }

  async function find(digest: string): Promise<{ row: Row; key: ApiKey } | undefined> {
    const found = known.get(digest)
    // A clock that was set back makes nothing last longer.
    if (found && Math.abs(clock() - found.at) < knownMs) return found
    known.delete(digest)
    const before = changes
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.digest, digest))
    if (!row) return undefined
    const fresh = { row, key: view(row), at: clock() }
    if (before === changes) known.set(digest, fresh)
    return fresh
  }

  return {
    async list() {
      const rows = await db
        .select()
        .from(apiKeys)
        // Keys in use have no moment of revocation, which sorts first.
        .orderBy(desc(apiKeys.revokedAt), desc(apiKeys.createdAt))
      return rows.map(view)
    },

    async create({ name, limits, scopes = [...keyScopes] }) {
      const [used] = await db
        .select({ keys: count() })
        .from(apiKeys)
        .where(isNull(apiKeys.revokedAt))
      if (used && used.keys >= keysMax) {
        throw new HttpError('conflict', `There are already ${keysMax} keys. Revoke one first.`)
      }
      const secret = `sa-${randomBytes(secretBytes).toString('hex')}`
      const [row] = await db
        .insert(apiKeys)
        .values({
          id: newId(),
          name: storable(name),
          prefix: secret.slice(0, prefixLength),
          digest: digestOf(secret),
          createdAt: new Date(clock()),
          ...columnsOf(limits),
          scopes: [...new Set(scopes)],
        })
        .returning()
      if (!row) throw new Error('The key could not be saved.')
      return { key: view(row), secret }
    },

    async change(id, { name, limits, scopes }) {
      const values = {
        ...(name !== undefined && { name: storable(name) }),
        ...(limits && columnsOf(limits)),
        ...(scopes && { scopes: [...new Set(scopes)] }),
      }
      const [row] =
        Object.keys(values).length === 0
          ? await db.select().from(apiKeys).where(inUse(id))
          : await db.update(apiKeys).set(values).where(inUse(id)).returning()
      forget()
      return row && view(row)
    },

    async revoke(id) {
      const [row] = await db
        .update(apiKeys)
        .set({ revokedAt: new Date(clock()) })
        .where(inUse(id))
        .returning()
      if (row) revoked.add(id)
      forget()
      const kept = db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(isNotNull(apiKeys.revokedAt))
        .orderBy(desc(apiKeys.revokedAt))
        .limit(revokedKeysMax)
      await db
        .delete(apiKeys)
        .where(and(isNotNull(apiKeys.revokedAt), notInArray(apiKeys.id, kept)))
      forget()
      return row && view(row)
    },

    async recognise(secret) {
      if (!secretPattern.test(secret)) return undefined
      // No need for a comparison in constant time: whoever could time the search would learn about
      // digests, and cannot choose a key by the beginning of its digest.
      const found = await find(digestOf(secret))
      if (!found) return undefined
      const { row } = found
      const now = clock()
      if (!row.revokedAt && now - (row.lastUsedAt?.getTime() ?? 0) >= lastUsedStepMs) {
        const lastUsedAt = new Date(now)
        // Before it is written, so that requests that come meanwhile do not write it too.
        row.lastUsedAt = lastUsedAt
        found.key = view(row)
        await db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, row.id))
      }
      // Revoked while this was looked up: whoever cuts off its streams does so after it is in here.
      if (revoked.has(row.id)) return { ...found.key, revokedAt: new Date(now).toISOString() }
      return found.key
    },

    async isInUse(id) {
      const [row] = await db.select({ id: apiKeys.id }).from(apiKeys).where(inUse(id))
      return row !== undefined
    },

    async reserve(id, usd) {
      const spent = spentIn(monthOf(clock()))
      const [row] = await db
        .update(apiKeys)
        .set({ reservedUsd: sql`${apiKeys.reservedUsd} + ${usd}` })
        .where(
          and(
            inUse(id),
            or(
              isNull(apiKeys.monthlySpendUsd),
              sql`${spent} + ${apiKeys.reservedUsd} < ${apiKeys.monthlySpendUsd}`,
            ),
          ),
        )
        .returning({ id: apiKeys.id })
      forget()
      if (row) return 'reserved'
      const [isSpent] = await db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(and(inUse(id), sql`${spent} >= ${apiKeys.monthlySpendUsd}`))
      return isSpent ? 'spent' : 'under way'
    },

    async settle(id, { reservedUsd, usd }) {
      const month = monthOf(clock())
      await db
        .update(apiKeys)
        .set({
          spentUsd: sql`${spentIn(month)} + ${usd}`,
          spentMonth: month,
          reservedUsd: sql`greatest(0, ${apiKeys.reservedUsd} - ${reservedUsd})`,
        })
        .where(eq(apiKeys.id, id))
      forget()
    },

    async settleLeft() {
      const month = monthOf(clock())
      await db
        .update(apiKeys)
        .set({
          spentUsd: sql`${spentIn(month)} + ${apiKeys.reservedUsd}`,
          spentMonth: month,
          reservedUsd: 0,
        })
        .where(gt(apiKeys.reservedUsd, 0))
      forget()
    },
  }
}

/** What a key has spent in a month: its sum, unless that is another month's. */
const spentIn = (month: string) =>
  sql`case when ${apiKeys.spentMonth} = ${month} then ${apiKeys.spentUsd} else 0 end`

const inUse = (id: string) => and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))

type Row = typeof apiKeys.$inferSelect

/**
 * What is stored of a key. One round of SHA-256 and no slow password hash: those are slow so that a
 * guessable password takes long to guess, and 192 random bits cannot be guessed at any speed. Every
 * request of a client pays for this.
 */

const columnsOf = ({ requestsPerMinute, streams, monthlySpendUsd }: ApiKey['limits']) => ({
  requestsPerMinute,
  streams,
  monthlySpendUsd: monthlySpendUsd ?? null,
})

/** `2026-11`, in UTC. */
const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

function toApiKey(row: Row, month: string): ApiKey {
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
    ...(row.revokedAt && { revokedAt: row.revokedAt.toISOString() }),
  }
}
