import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invitations, sessions, users } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { settleAccess } from './settle-access.ts'

let store: Store
const now = new Date()
const later = new Date(now.getTime() + 86_400_000)

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [users, invitations, sessions]) await store.db.delete(table)
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
