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
    domains: [],
    groups: [],
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
  const look = async (
    headers: Record<string, string>,
    { cookie = '', from = proxy, rawHeaders }: Looking = {},
  ) => {
    const response = await call('/api/session', { headers, cookie, from, rawHeaders })
    const set = response.headers.getSetCookie().map((one) => one.split(';')[0])
    return { told: (await response.json()) as object, cookie: set.length ? set.join('; ') : cookie }
  }
  const isIn = async (headers: Record<string, string>, cookie: string, from = proxy) =>
    (await call('/api/sessions', { headers, cookie, from })).status === 200
  return { ...server, events: audit.entries, look, isIn }
}

type Looking = { cookie?: string; from?: string; rawHeaders?: string[] }

const ben = {
  'Remote-User': 'ben',
  'Remote-Email': 'Ben@example.com',
  'Remote-Name': 'Ben B.',
  'Remote-Groups': 'studio, others',
}
const out = { isSignedIn: false }

it('sign-in by proxy signs in the person whose name the proxy sends, as long as the proxy sends this name', async () => {
  const { look, isIn } = await openServer()
  const first = await look(ben)
  expect(first.told).toMatchObject({
    isSignedIn: true,
    person: { name: 'Ben B.', email: 'ben@example.com', role: 'member' },
    proxy: { user: 'ben' },
  })
  expect(await isIn(ben, first.cookie)).toBe(true)
  expect(await isIn({ ...ben, 'Remote-User': 'carl' }, first.cookie)).toBe(false)
  expect(await isIn({}, first.cookie)).toBe(false)
  expect(await isIn(ben, first.cookie, '10.0.0.8')).toBe(false)
  const carl = await look({ ...ben, 'Remote-User': 'carl', 'Remote-Email': 'carl@example.com' })
  expect(carl.told).toMatchObject({ person: { email: 'carl@example.com' } })
  // The user name identifies the person, even if the email address changes.
  const again = await look({ ...ben, 'Remote-Email': 'b@example.com' })
  expect(again.told).toMatchObject({ person: { email: 'ben@example.com' } })
})

it('sign-in by proxy ignores identity headers that bypass the proxy, occur twice, are too long, or arrive on a server without accounts', async () => {
  const { look, access } = await openServer()
  for (const from of ['127.0.0.1', '10.0.0.8', '203.0.113.5']) {
    const { told } = await look({ ...ben, 'X-Forwarded-For': proxy }, { from })
    expect(told).toMatchObject(out)
    expect(told).not.toHaveProperty('proxy')
  }
  expect((await look({ 'Remote-User': 'anna, ben' })).told).toMatchObject(out)
  expect((await look({ 'Remote-User': 'b'.repeat(1_001) })).told).toMatchObject(out)
  expect((await look({ 'Remote-Email': 'ben@example.com' })).told).toMatchObject(out)
  // If a header occurs twice, one of the two may come from the client.
  for (const name of ['Remote-User', 'Remote-Email', 'Remote-Name', 'Remote-Groups']) {
    const twice = [...Object.entries(ben), [name.toLowerCase(), 'studio-admins']].flat()
    expect((await look(ben, { rawHeaders: twice })).told).toMatchObject(out)
  }
  await store.db.delete(users)
  await access.readAgain()
  expect((await look(ben)).told).toMatchObject(out)
})

it('sign-in by proxy reports why a person is refused, and still lets the admin sign in with a password', async () => {
  const { look, call, isIn, access, events } = await openServer({ newPeople: 'approve' })
  expect((await look(ben)).told).toMatchObject({ ...out, proxy: { refusal: 'waiting' } })
  const nobody = { 'Remote-User': 'dora' }
  expect((await look(nobody)).told).toMatchObject({ ...out, proxy: { refusal: 'unverified' } })
  // An equal email address does not link the proxy's person to the account.
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

it('sign-in by proxy adds people to the teams that their groups name, and keeps manual memberships', async () => {
  const { look, access } = await openServer({ groupsAreTeams: true })
  const caller = { id: 'owner', role: 'admin' } as const
  const [studio, others] = [
    await access.teams.make(caller, 'Studio'),
    await access.teams.make(caller, 'Others'),
  ]
  await look(ben)
  const id = access.people.list().find(({ name }) => name === 'Ben B.')?.id ?? ''
  const getTeams = () => access.teams.idsOf(id)
  expect(getTeams()).toEqual([studio.id, others.id])
  await access.teams.setMember(caller, { teamId: others.id, userId: id, role: 'viewer' })
  await look({ ...ben, 'Remote-Groups': 'nothing here' })
  expect(getTeams()).toEqual([others.id])
  // The request has no groups header, because proxies omit the header if the person has no groups.
  await look({ ...ben, 'Remote-Groups': 'studio' })
  await access.teams.readAgain()
  expect(getTeams()).toEqual([studio.id, others.id])
  const { 'Remote-Groups': _, ...alone } = ben
  await look(alone)
  expect(getTeams()).toEqual([others.id])
})

it('sign-in by proxy applies changed groups on the next request', async () => {
  const { look, isIn } = await openServer({ groupsAreTeams: true })
  const admin = { ...ben, 'Remote-Groups': 'studio,studio-admins' }
  const { told, cookie } = await look(admin)
  expect(told).toMatchObject({ person: { role: 'admin' } })
  expect(await isIn({ ...admin, 'Remote-Groups': 'Studio-Admins, Studio' }, cookie)).toBe(true)
  expect(await isIn(ben, cookie)).toBe(false)
  const after = await look(ben, { cookie })
  expect(after.told).toMatchObject({ isSignedIn: true, person: { role: 'member' } })
  expect(await isIn(ben, after.cookie)).toBe(true)
})

it('sign-in by proxy keeps a person signed in when the proxy sends another name, until that person signs out', async () => {
  const { look, call } = await openServer()
  const { cookie } = await look(ben)
  expect(cookie).toMatch(/; bozzetto-\w+-people=1/)
  const ended = await call('/api/session', { method: 'DELETE', headers: ben, cookie, from: proxy })
  expect(ended.headers.getSetCookie().join('\n')).toMatch(/-people=; Max-Age=0/)
  const signedIn = await call('/api/session', {
    method: 'POST',
    body: { email: 'anna@example.com', password: testPassword },
  })
  const told = signedIn.headers.getSetCookie().find((one) => one.includes('-people='))
  expect(told).not.toContain('HttpOnly')
})

it('sign-in by proxy does not use the user name as an email address if an email header is configured', async () => {
  const { look, access } = await openServer({ linksByEmail: true, newPeople: 'invited' })
  await access.people.invitations.invite(
    { name: 'Dora', email: 'dora@example.com', role: 'admin' },
    'owner',
  )
  for (const name of ['anna@example.com', 'dora@example.com']) {
    const { told } = await look({ 'Remote-User': name })
    expect(told).toMatchObject({ ...out, proxy: { refusal: 'unverified' } })
  }
})

it('sign-in by proxy uses the user name as the email address if no email header is configured', async () => {
  const { look } = await openServer({
    headers: { user: 'X-Forwarded-Email', email: undefined, name: undefined, groups: undefined },
  })
  const { told } = await look({ 'X-Forwarded-Email': 'carl@example.com' })
  expect(told).toMatchObject({ person: { email: 'carl@example.com' } })
})

it('sign-in by proxy takes the role from configured groups and links accounts by email address if enabled', async () => {
  const { look, isIn, call } = await openServer({ linksByEmail: true })
  const groups = { ...ben, 'Remote-Groups': 'others|Studio-Admins' }
  const { told, cookie } = await look(groups)
  expect(told).toMatchObject({ person: { role: 'admin' } })
  const anna = { 'Remote-User': 'a1', 'Remote-Email': 'anna@example.com' }
  expect((await look(anna)).told).toMatchObject({ person: { isFirst: true } })
  // Sensitive routes need no confirmation, because the proxy is responsible for authentication.
  const confirmed = { headers: groups, cookie, from: proxy }
  expect((await call('/api/session/confirmed', confirmed)).status).toBe(204)
  expect(await isIn(groups, cookie)).toBe(true)
  expect((await look(ben)).told).toMatchObject({ person: { role: 'member' } })
})
