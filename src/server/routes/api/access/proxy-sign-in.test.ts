import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import type { ProxySettings } from '../../../access/proxy-sign-in/proxy-settings.ts'
import { identities, invitations, sessions, users } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { forgetGuesses, openTestServer, testPassword } from './access-app.fixture.ts'

const proxy = '10.0.0.7'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [sessions, users, identities, invitations]) await store.db.delete(table)
  await forgetGuesses(store)
})

async function openServer(more: Partial<ProxySettings> = {}) {
  const audit = createTestAudit()
  const proxySignIn: ProxySettings = {
    headers: {
      user: 'Remote-User',
      email: 'Remote-Email',
      name: 'Remote-Name',
      groups: 'Remote-Groups',
    },
    adminGroups: ['studio-admins'],
    newPeople: 'join',
    groupsAreTeams: false,
    linksByEmail: false,
    ...more,
  }
  const server = await openTestServer(store, {
    password: testPassword,
    proxies: [proxy],
    proxySignIn,
    audit,
  })
  const { call, access } = server
  await access.people.begin({ name: 'Anna', email: 'anna@example.com' })
  /** What the browser is told, and the cookies that it has after that. */
  const look = async (headers: Record<string, string>, { cookie = '', from = proxy } = {}) => {
    const response = await call('/api/session', { headers, cookie, from })
    const set = response.headers.getSetCookie().map((one) => one.split(';')[0])
    return { told: (await response.json()) as object, cookie: set.length ? set.join('; ') : cookie }
  }
  const isIn = async (headers: Record<string, string>, cookie: string, from = proxy) =>
    (await call('/api/sessions', { headers, cookie, from })).status === 200
  return { ...server, events: audit.entries, look, isIn }
}

const ben = {
  'Remote-User': 'ben',
  'Remote-Email': 'Ben@example.com',
  'Remote-Name': 'Ben B.',
  'Remote-Groups': 'studio, others',
}
const out = { isSignedIn: false }

it('lets in who the proxy names, and no longer than it names them', async () => {
  const { look, isIn } = await openServer()
  const first = await look(ben)
  expect(first.told).toMatchObject({
    isSignedIn: true,
    person: { name: 'Ben B.', email: 'ben@example.com', role: 'member' },
    proxy: { user: 'ben' },
  })
  expect(await isIn(ben, first.cookie)).toBe(true)
  // Somebody else has signed in at the proxy, or nobody is, or its word was not asked.
  expect(await isIn({ ...ben, 'Remote-User': 'carl' }, first.cookie)).toBe(false)
  expect(await isIn({}, first.cookie)).toBe(false)
  expect(await isIn(ben, first.cookie, '10.0.0.8')).toBe(false)
  const carl = await look({ 'Remote-User': 'carl@example.com' }, { cookie: first.cookie })
  expect(carl.told).toMatchObject({ person: { email: 'carl@example.com' } })
  // The same person again, whatever the address is by now.
  const again = await look({ ...ben, 'Remote-Email': 'b@example.com' })
  expect(again.told).toMatchObject({ person: { email: 'ben@example.com' } })
})

it('believes no header that comes past the proxy, twice, or too long, and none before accounts are on', async () => {
  const { look, access } = await openServer()
  for (const from of ['127.0.0.1', '10.0.0.8', '203.0.113.5']) {
    const { told } = await look({ ...ben, 'X-Forwarded-For': proxy }, { from })
    expect(told).toMatchObject(out)
    expect(told).not.toHaveProperty('proxy')
  }
  expect((await look({ 'Remote-User': 'anna, ben' })).told).toMatchObject(out)
  expect((await look({ 'Remote-User': 'b'.repeat(1_001) })).told).toMatchObject(out)
  expect((await look({ 'Remote-Email': 'ben@example.com' })).told).toMatchObject(out)
  await store.db.delete(users)
  await access.readAgain()
  expect((await look(ben)).told).toMatchObject(out)
})

it('says why somebody may not come in, and leaves the password to the admin', async () => {
  const { look, call, isIn, access, events } = await openServer({ newPeople: 'approve' })
  expect((await look(ben)).told).toMatchObject({ ...out, proxy: { refusal: 'waiting' } })
  const nobody = { 'Remote-User': 'dora' }
  expect((await look(nobody)).told).toMatchObject({ ...out, proxy: { refusal: 'unverified' } })
  // An address alone makes nobody the person who has an account with it.
  const same = { 'Remote-User': 'x', 'Remote-Email': 'anna@example.com' }
  expect((await look(same)).told).toMatchObject({ ...out, proxy: { refusal: 'no_access' } })
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'sign_in_failed', subject: 'proxy: x: no_access' }),
  )
  const signedIn = await call('/api/session', {
    method: 'POST',
    body: { email: 'anna@example.com', password: testPassword },
    headers: same,
    from: proxy,
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect(await isIn(same, cookie)).toBe(true)
  const [waiting] = access.people.list().filter(({ isWaiting }) => isWaiting)
  await access.people.change(waiting?.id ?? '', { isOff: false })
  const { cookie: his } = await look(ben)
  expect(await isIn(ben, his)).toBe(true)
  await access.people.change(waiting?.id ?? '', { isOff: true })
  expect(await isIn(ben, his)).toBe(false)
})

it('puts people into teams that are named like their groups, and leaves alone what was done by hand', async () => {
  const { look, access } = await openServer({ groupsAreTeams: true })
  const caller = { id: 'owner', role: 'admin' } as const
  const [studio, others] = [
    await access.teams.make(caller, 'Studio'),
    await access.teams.make(caller, 'Others'),
  ]
  await look(ben)
  const id = access.people.list().find(({ name }) => name === 'Ben B.')?.id ?? ''
  const teamsOf = () => access.teams.idsOf(id)
  expect(teamsOf()).toEqual([studio.id, others.id])
  await access.teams.setMember(caller, { teamId: others.id, userId: id, role: 'viewer' })
  await look({ ...ben, 'Remote-Groups': 'nothing here' })
  expect(teamsOf()).toEqual([others.id])
  // No word of groups changes nothing.
  await look({ ...ben, 'Remote-Groups': 'studio' })
  await access.teams.readAgain()
  await look({ 'Remote-User': 'ben' })
  expect(teamsOf()).toEqual([studio.id, others.id])
})

it('takes the role from groups where these are named, and links accounts by address where that is set', async () => {
  const { look, isIn, call } = await openServer({ linksByEmail: true })
  const groups = { ...ben, 'Remote-Groups': 'others|Studio-Admins' }
  const { told, cookie } = await look(groups)
  expect(told).toMatchObject({ person: { role: 'admin' } })
  const anna = { 'Remote-User': 'a1', 'Remote-Email': 'anna@example.com' }
  expect((await look(anna)).told).toMatchObject({ person: { isFirst: true } })
  // What needs its owner asks nothing more: the proxy asks for what it wants.
  const confirmed = { headers: groups, cookie, from: proxy }
  expect((await call('/api/session/confirmed', confirmed)).status).toBe(204)
  expect(await isIn(ben, cookie)).toBe(true)
  expect((await look(ben)).told).toMatchObject({ person: { role: 'member' } })
})
