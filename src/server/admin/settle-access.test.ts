import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  conversations,
  grants,
  invitations,
  passwordResets,
  scimTokens,
  sessions,
  users,
} from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import type { FormerData } from './former-data.ts'
import { settleAccess } from './settle-access.ts'

let store: Store
const now = new Date()
const later = new Date(now.getTime() + 86_400_000)

const noFormerData: FormerData = {
  keysOn: new Set(),
  keysRevoked: new Set(),
  spending: new Map(),
  links: new Set(),
  grants: new Set(),
  directoryTokens: new Set(),
  people: [],
  schedules: [],
  delivered: [],
  password: undefined,
  factors: [],
  tasks: new Map(),
  runs: [],
  keyedOrders: [],
  pastOrders: [],
  auditEvents: [],
}

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [grants, passwordResets, scimTokens, users, invitations, sessions])
    await store.db.delete(table)
  const person = { role: 'member' as const, passwordHash: 'hash' }
  await store.db.insert(users).values([
    { id: 'owner', name: 'Anna', email: 'anna@example.com', role: 'admin' },
    { ...person, id: 'b', name: 'Ben', email: 'ben@example.com' },
  ])
  const invitation = { id: 'i', digest: 'd', name: 'Cleo', role: 'member' as const }
  await store.db.insert(invitations).values({ ...invitation, createdAt: now, expiresAt: later })
})

const offNow = async () =>
  (await store.db.select().from(users)).filter(({ isOff }) => isOff).map(({ id }) => id)

test('settleAccess of an untrusted backup disables all accounts but the first and ends invitations', async () => {
  await settleAccess(store, { former: undefined, trustsBackup: false })
  expect(await offNow()).toEqual(['b'])
  expect(await store.db.select().from(invitations)).toEqual([])
})

test('settleAccess of a trusted backup keeps all accounts', async () => {
  await settleAccess(store, { former: undefined, trustsBackup: true })
  expect(await offNow()).toEqual([])
})

test('settleAccess restores no right, directory token, role or password that was changed later', async () => {
  const { db } = store
  await db.insert(scimTokens).values({ id: 's', digest: 'revoked' })
  await db.insert(conversations).values(['c1', 'c2'].map((id) => ({ id, title: id })))
  await db.insert(grants).values([
    { id: 'kept', conversationId: 'c1', role: 'viewer', userId: 'b' },
    { id: 'withdrawn', conversationId: 'c2', role: 'viewer', userId: 'b' },
  ])
  await db.insert(passwordResets).values({
    userId: 'b',
    digest: 'd',
    createdAt: now,
    expiresAt: later,
  })
  await db.update(users).set({ role: 'admin' })
  await settleAccess(store, {
    former: {
      ...noFormerData,
      grants: new Set(['kept']),
      people: [{ id: 'b', role: 'member', passwordHash: 'newer', isOff: true }],
    },
    trustsBackup: false,
  })
  expect(await db.select().from(scimTokens)).toEqual([])
  expect(await db.select().from(passwordResets)).toEqual([])
  expect((await db.select().from(grants)).map(({ id }) => id)).toEqual(['kept'])
  const ben = (await db.select().from(users)).find(({ id }) => id === 'b')
  expect(ben).toMatchObject({ role: 'member', passwordHash: 'newer', isOff: true })
})
