import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import {
  keysMax,
  type ApiKey,
  type ChangeKey,
  type CreatedKey,
  type CreateKey,
} from '#contract/keys.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors.ts'
import { apiKeys } from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { digestOf } from './digest.ts'

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
  /** Adds to what a key has cost in this month. */
  addSpend: (id: string, usd: number) => Promise<void>
}

/** @param clock milliseconds, for tests. */
export function createKeyService(
  { db }: Store,
  { clock = Date.now }: { clock?: () => number } = {},
): KeyService {
  const view = (row: Row) => toApiKey(row, monthOf(clock()))
  /** By digest; there is no more of them than of stored keys, since only those get here. */
  const known = new Map<string, { row: Row; key: ApiKey; at: number }>()
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

    async create({ name, limits }) {
      const [used] = await db
        .select({ keys: count() })
        .from(apiKeys)
        .where(isNull(apiKeys.revokedAt))
      if (used && used.keys >= keysMax) {
        throw new HttpError('conflict', `There are ${keysMax} keys already. Revoke one first.`)
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
        })
        .returning()
      if (!row) throw new Error('A key was not stored.')
      return { key: view(row), secret }
    },

    async change(id, { name, limits }) {
      const values = {
        ...(name !== undefined && { name: storable(name) }),
        ...(limits && columnsOf(limits)),
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
      return found.key
    },

    async addSpend(id, usd) {
      const month = monthOf(clock())
      const before = sql`case when ${apiKeys.spentMonth} = ${month} then ${apiKeys.spentUsd} else 0 end`
      await db
        .update(apiKeys)
        .set({ spentUsd: sql`${before} + ${usd}`, spentMonth: month })
        .where(eq(apiKeys.id, id))
      forget()
    },
  }
}

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
    spentUsd: row.spentMonth === month ? row.spentUsd : 0,
    createdAt: row.createdAt.toISOString(),
    ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.toISOString() }),
    ...(row.revokedAt && { revokedAt: row.revokedAt.toISOString() }),
  }
}
