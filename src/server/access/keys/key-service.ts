import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import {
  defaultKeyScopes,
  keysMax,
  type ApiKey,
  type ChangeKey,
  type CreatedKey,
  type CreateKey,
} from '#contract/access/keys.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import { asServer } from '../../store/owner-scope.ts'
import { apiKeys } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import { hashSecret } from '../digest.ts'
import { isOwnerOn } from '../people/issuers.ts'
import { createReadCache, type ReadCache } from '../read-cache.ts'
import { createKeyBudgets, type KeyBudgets } from './key-budgets.ts'
import { toLimitColumns, inUse, formatMonth, toApiKey, type KeyRow } from './key-rows.ts'

const secretBytes = 24
const secretPattern = /^sa-[0-9a-f]{48}$/
/** Number of characters of a key that lists show. They contain 32 of the 192 random bits. */
const prefixLength = 11
/**
 * Maximum number of revoked keys whose rows are kept. Requests with a kept key get a specific
 * error.
 */
const revokedKeysMax = 100
const lastUsedStepMs = 60_000
/**
 * Time in milliseconds for which a recognised key is cached, because a query would take most of a
 * request's time. Changes on another server take effect after this time.
 */
const knownMs = 1_000
const knownMax = keysMax + revokedKeysMax

export type IssuedKey = ApiKey & { ownerId: string }

type KnownKey = { row: KeyRow; key: IssuedKey }

export type KeyService = KeyBudgets & {
  forget: () => void
  list: () => Promise<ApiKey[]>
  create: (request: CreateKey) => Promise<CreatedKey>
  change: (id: string, change: ChangeKey) => Promise<ApiKey | undefined>
  /**
   * Revokes the key from the next request on.
   * @returns the revoked key, or `undefined` if no active key has this id.
   */
  revoke: (id: string) => Promise<ApiKey | undefined>
  /**
   * Finds the key of a request, even a revoked key, and updates its last use. Synchronous if the
   * key is cached.
   */
  recognise: (secret: string) => IssuedKey | undefined | Promise<IssuedKey | undefined>
  isInUse: (id: string) => Promise<boolean>
}

export function createKeyService(
  { db, replica }: Store,
  { clock = Date.now }: { clock?: () => number } = {},
): KeyService {
  const view = (row: KeyRow) => toApiKey(row, formatMonth(clock()))
  const cache = createReadCache<KnownKey>({
    lastsMs: knownMs,
    entriesMax: knownMax,
    clock,
  })
  const revoked = new Set<string>()

  const recognise = createRecognise(db, { cache, revoked, view, clock })

  return {
    forget: cache.forget,
    ...createKeyBudgets({ db, replica }, { onChange: cache.forget, clock }),

    async list() {
      const rows = await db
        .select()
        .from(apiKeys)
        // Active keys come first, because they have no revocation time.
        .orderBy(desc(apiKeys.revokedAt), desc(apiKeys.createdAt))
      return rows.map(view)
    },

    async create({ name, limits, scopes = [...defaultKeyScopes], expiresInDays }) {
      const secret = `sa-${randomBytes(secretBytes).toString('hex')}`
      const row = await insertKey(db, {
        name: storable(name),
        prefix: secret.slice(0, prefixLength),
        digest: hashSecret(secret),
        createdAt: new Date(clock()),
        ...toLimitColumns(limits),
        scopes: [...new Set(scopes)],
        expiresAt:
          expiresInDays === undefined ? null : new Date(clock() + expiresInDays * 24 * 3_600_000),
      })
      return { key: view(row), secret }
    },

    async change(id, { name, limits, scopes }) {
      const row = await changeKey(db, id, {
        ...(name !== undefined && { name: storable(name) }),
        ...(limits && toLimitColumns(limits)),
        ...(scopes && { scopes: [...new Set(scopes)] }),
      })
      cache.forget()
      return row && view(row)
    },

    async revoke(id) {
      const [row] = await db
        .update(apiKeys)
        .set({ revokedAt: new Date(clock()) })
        .where(inUse(id))
        .returning()
      if (row) revoked.add(id)
      cache.forget()
      await deleteLongRevoked(db)
      cache.forget()
      return row && view(row)
    },

    recognise,

    isInUse: (id) => isKeyInUse(db, id, new Date(clock())),
  }
}

const isUseToNote = ({ row }: KnownKey, nowMs: number): boolean =>
  !row.revokedAt && nowMs - (row.lastUsedAt?.getTime() ?? 0) >= lastUsedStepMs

type RecogniseOptions = {
  cache: ReadCache<KnownKey>
  revoked: ReadonlySet<string>
  view: (row: KeyRow) => ApiKey
  clock: () => number
}

function createRecognise(
  db: Database,
  { cache, revoked, view, clock }: RecogniseOptions,
): KeyService['recognise'] {
  const issued = (row: KeyRow): IssuedKey => ({ ...view(row), ownerId: row.ownerId })

  async function read(digest: string): Promise<KnownKey | undefined> {
    const [row] = await asServer(() => db.select().from(apiKeys).where(eq(apiKeys.digest, digest)))
    return row && { row, key: issued(row) }
  }

  async function noteUse(found: KnownKey, nowMs: number): Promise<void> {
    const { row } = found
    const lastUsedAt = new Date(nowMs)
    // `lastUsedAt` is set before the write, so that concurrent requests do not write it too.
    row.lastUsedAt = lastUsedAt
    found.key = issued(row)
    await asServer(() => db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, row.id)))
  }

  const shown = ({ row, key }: KnownKey): IssuedKey =>
    revoked.has(row.id) ? { ...key, revokedAt: new Date(clock()).toISOString() } : key

  async function lookUp(digest: string): Promise<IssuedKey | undefined> {
    const found = await cache.find(digest, () => read(digest))
    if (!found) return undefined
    const nowMs = clock()
    if (isUseToNote(found, nowMs)) await noteUse(found, nowMs)
    return shown(found)
  }

  return (secret) => {
    if (!secretPattern.test(secret)) return undefined
    // The comparison need not take constant time, because parts of hashes do not help to find a
    // key.
    const digest = hashSecret(secret)
    const known = cache.known(digest)
    return known && !isUseToNote(known, clock()) ? shown(known) : lookUp(digest)
  }
}

async function insertKey(
  db: Database,
  values: Omit<typeof apiKeys.$inferInsert, 'id'>,
): Promise<KeyRow> {
  const [used] = await db.select({ keys: count() }).from(apiKeys).where(isNull(apiKeys.revokedAt))
  if (used && used.keys >= keysMax) {
    throw new HttpError('conflict', `There are already ${keysMax} keys. Revoke one first.`)
  }
  const [row] = await db
    .insert(apiKeys)
    .values({ id: newId(), ...values })
    .returning()
  if (!row) throw new Error('The key could not be saved.')
  return row
}

async function changeKey(
  db: Database,
  id: string,
  values: Partial<KeyRow>,
): Promise<KeyRow | undefined> {
  const [row] =
    Object.keys(values).length === 0
      ? await db.select().from(apiKeys).where(inUse(id))
      : await db.update(apiKeys).set(values).where(inUse(id)).returning()
  return row
}

const isKeyInUse = (db: Database, id: string, now: Date): Promise<boolean> =>
  asServer(async () => {
    const [row] = await db
      .select({ at: apiKeys.expiresAt })
      .from(apiKeys)
      .where(and(inUse(id), isOwnerOn(apiKeys.ownerId)))
    return row !== undefined && (row.at === null || row.at > now)
  })

async function deleteLongRevoked(db: Database): Promise<void> {
  const kept = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(isNotNull(apiKeys.revokedAt))
    .orderBy(desc(apiKeys.revokedAt))
    .limit(revokedKeysMax)
  await db.delete(apiKeys).where(and(isNotNull(apiKeys.revokedAt), notInArray(apiKeys.id, kept)))
}
