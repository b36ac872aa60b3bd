import { eq, getTableColumns, is, sql, Table } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#lib/id.ts'
import { ownedBy } from './owned-queries.ts'
import { asOwner, asServer } from './owner-scope.ts'
import * as schema from './schema.ts'
import { conversations, folders, messages } from './schema.ts'
import type { Store } from './store.ts'
import { openTestStore } from './store.fixture.ts'

let store: Store
let anna = ''
let ben = ''

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(() => {
  store.ownership.isStrict = true
  anna = newId()
  ben = newId()
})

const addFolder = (ownerId: string, name: string) =>
  asOwner(ownerId, async () => {
    const id = newId()
    await store.db.insert(folders).values({ id, name })
    return id
  })
const getNames = (ownerId: string) =>
  asOwner(ownerId, async () => (await store.db.select().from(folders)).map(({ name }) => name))

describe('rows of two people', () => {
  test('can be found, changed and deleted only by their owner', async () => {
    const hers = await addFolder(anna, 'Hers')
    const his = await addFolder(ben, 'His')
    expect(await getNames(anna)).toEqual(['Hers'])
    await asOwner(ben, async () => {
      expect(await store.db.select().from(folders).where(eq(folders.id, hers))).toEqual([])
      await store.db.update(folders).set({ name: 'Taken' })
      await store.db.delete(folders).where(eq(folders.id, hers))
    })
    expect(await getNames(anna)).toEqual(['Hers'])
    expect(await getNames(ben)).toEqual(['Taken'])
    const all = await asServer(() => store.db.select({ id: folders.id }).from(folders))
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([hers, his]))
  })

  test('stay separate in joins, subqueries and transactions', async () => {
    const id = newId()
    const folderId = await addFolder(anna, 'Hers')
    await asOwner(ben, () =>
      store.transaction(async ({ db }) => {
        await db.insert(conversations).values({ id, title: 'His', folderId })
        const joined = await db
          .select({ name: folders.name })
          .from(conversations)
          .leftJoin(folders, eq(folders.id, conversations.folderId))
        expect(joined).toEqual([{ name: null }])
        const inHers = db.select({ id: folders.id }).from(folders)
        const found = await db
          .select()
          .from(conversations)
          .where(sql`${conversations.folderId} in (${inHers})`)
        expect(found).toEqual([])
      }),
    )
  })

  test('are not overwritten by another person’s upsert with the same id', async () => {
    const id = await addFolder(anna, 'Hers')
    const stored = await asOwner(ben, () =>
      store.db
        .insert(folders)
        .values({ id, name: 'His' })
        .onConflictDoUpdate({ target: folders.id, set: { name: 'His' } })
        .returning(),
    )
    expect(stored).toEqual([])
    expect(await getNames(anna)).toEqual(['Hers'])
  })

  test('cannot be inserted for another owner', async () => {
    const hers = { id: newId(), name: 'Hers', ownerId: anna }
    const add = () => store.db.insert(folders).values(hers)
    await expect(asOwner(ben, add)).rejects.toThrow('for its owner')
    await asServer(add)
    expect(await getNames(anna)).toEqual(['Hers'])
  })

  test('are limited in raw SQL to the stated owner', async () => {
    await addFolder(anna, 'Hers')
    await addFolder(ben, 'His')
    const read = sql`select name from folders where `
    await expect(asOwner(ben, () => store.db.execute(sql`${read} true`))).rejects.toThrow('ownedBy')
    const { rows } = await asOwner(ben, () => store.db.execute(sql`${read} ${ownedBy('folders')}`))
    expect(rows).toEqual([{ name: 'His' }])
  })
})

test('cannot be queried without an owner', async () => {
  await addFolder(anna, 'Hers')
  expect(() => store.db.select().from(folders).toSQL()).toThrow('Nobody said whose')
  await expect(
    asServer(() => store.db.insert(folders).values({ id: '1', name: 'x' })),
  ).rejects.toThrow('for its owner')
  expect(() => store.db.execute(sql`select 1 where ${ownedBy('folders')}`)).toThrow('ownedBy')
})

test('belong to one person while there are no accounts', async () => {
  store.ownership.isStrict = false
  await store.db.insert(folders).values({ id: '1', name: 'Mine' })
  const all = await store.db.select({ name: folders.name }).from(folders)
  expect(all).toContainEqual({ name: 'Mine' })
  expect(store.db.select({ id: messages.id }).from(messages).toSQL().sql).not.toContain('owner_id')
  store.ownership.isStrict = true
  expect(await getNames('owner')).toEqual(['Mine'])
})

test('every table has owners or is listed as a table of the server', () => {
  const withoutOwner = Object.values(schema)
    .filter((one) => is(one, Table) && !('ownerId' in getTableColumns(one)))
    .map((table) => (table as Table)[Symbol.for('drizzle:Name') as never] as string)
  expect(withoutOwner.toSorted()).toEqual(serverTables.toSorted())
})

/** Tables without an owner. Add a new table here only if no row belongs to a person. */
const serverTables = [
  'alerts',
  'audit_events',
  // Contains the costs of models, but not who used them.
  'call_costs',
  'connections',
  // Each row belongs to a person or team, and `own-connection-rights.ts` decides who may use the
  // row.
  'own_connections',
  'data_keys',
  'deletions',
  'guesses',
  // Contains the costs of calls by model, but no reference to the person who made the call.
  'idempotency_keys',
  'imported_models',
  'identities',
  'invitations',
  'mcp_servers',
  'web_apis',
  'model_access',
  'model_aliases',
  'model_choices',
  'model_defaults',
  'model_files',
  'outbox',
  'passkeys',
  'password_resets',
  'passwords',
  'past_orders',
  'push_keys',
  'recovery_codes',
  'replicas',
  'scim_groups',
  'scim_tokens',
  'scim_users',
  'second_factors',
  'server_settings',
  'server_switches',
  'sessions',
  'spending_limits',
  'team_members',
  'teams',
  'used_challenges',
  'users',
]
