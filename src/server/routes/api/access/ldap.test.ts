import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openLdapServer } from '../../../access/ldap/ldap-server.fixture.ts'
import { readLdapSettings } from '../../../access/ldap/ldap-settings.ts'
import { secondFactorSetupSchema } from '#contract/access/second-factor.ts'
import { codeShownBy } from '../../../access/second-factor/totp.fixture.ts'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import { readEnv } from '../../../env.ts'
import { identities, invitations, sessions, users } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import {
  forgetGuesses,
  getFirstCookie,
  openTestServer,
  testPassword,
} from './access-app.fixture.ts'

const benPassword = 'a password of ben'
const reader = { dn: 'cn=reader,dc=example', password: 'secret' }
const benDn = 'uid=ben,dc=example'
const objectId = Buffer.from('00ff80c328', 'hex')

let store: Store
let directory: Awaited<ReturnType<typeof openLdapServer>>
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [sessions, users, identities, invitations]) await store.db.delete(table)
  await forgetGuesses(store)
  directory = await openLdapServer()
  directory.entries.push({ ...reader, attributes: { objectClass: 'device' } }, createBen())
})
afterEach(() => directory.close())

const createBen = (more = {}) => ({
  dn: benDn,
  password: benPassword,
  attributes: {
    objectClass: 'person',
    objectGUID: objectId,
    uid: 'ben',
    displayName: 'Ben',
    mail: 'Ben@example.com',
    ...more,
  },
})

async function openServer(more: Record<string, string> = {}) {
  const ldap = readLdapSettings(
    readEnv({
      BOZZETTO_LDAP_URL: directory.url,
      BOZZETTO_LDAP_BASE: 'dc=example',
      BOZZETTO_LDAP_BIND_DN: reader.dn,
      BOZZETTO_LDAP_BIND_PASSWORD: reader.password,
      BOZZETTO_NEW_PEOPLE: 'join',
      BOZZETTO_LDAP_TIMEOUT_SECONDS: '1',
      ...more,
    }),
  )
  const audit = createTestAudit()
  const server = await openTestServer(store, { password: testPassword, ldap, audit })
  if (!server.access.people.areOn())
    await server.access.people.begin({ name: 'Anna', email: 'anna@example.com' })
  const signIn = (email: string, password = benPassword, cookie?: string) =>
    server.call('/api/session', { method: 'POST', body: { email, password }, cookie })
  const readState = async (cookie: string | undefined) =>
    (await server.call('/api/session', { cookie })).json()
  return { ...server, audit, signIn, readState }
}

const readMessage = async (response: Response) =>
  ((await response.json()) as { message: string }).message

it('LDAP sign-in creates an account the first time, and later finds the account by its id', async () => {
  const { signIn, readState, access } = await openServer()
  const first = await signIn('Ben')
  expect(first.status).toBe(204)
  expect(await readState(getFirstCookie(first))).toMatchObject({
    person: { name: 'Ben', email: 'ben@example.com', role: 'member' },
    passwordFrom: 'directory',
    hasDirectory: true,
  })
  directory.entries[1] = {
    ...createBen({ mail: 'new@example.com' }),
    dn: 'uid=benjamin,dc=example',
  }
  expect((await signIn('new@example.com')).status).toBe(204)
  expect(access.people.list()).toHaveLength(2)
  expect(directory.binds.map(({ dn }) => dn)).toEqual([
    reader.dn,
    benDn,
    reader.dn,
    'uid=benjamin,dc=example',
  ])
})

it('LDAP sign-in gives the same answer to a wrong password, an unknown name and a wrong local password', async () => {
  const { signIn } = await openServer()
  const answers = await Promise.all([
    signIn('ben', 'wrong'),
    signIn('nobody'),
    signIn('anna@example.com', 'wrong'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  const messages = await Promise.all(answers.map(readMessage))
  expect(new Set(messages)).toEqual(new Set(['Wrong email address or password.']))
})

it('LDAP sign-in sends no empty password to the directory', async () => {
  const { signIn } = await openServer()
  expect((await signIn('ben', '')).status).toBe(400)
  expect(directory.binds).toEqual([])
})

it('LDAP sign-in counts wrong passwords, and sends none to the directory after the limit', async () => {
  const { signIn } = await openServer()
  for (let round = 0; round < 5; round++) await signIn('ben', 'wrong')
  const asked = directory.binds.length
  expect((await signIn('ben')).status).toBe(429)
  expect(directory.binds).toHaveLength(asked)
})

it('LDAP sign-in counts no failures of the directory, and local admins can still sign in', async () => {
  const { signIn } = await openServer()
  await directory.close()
  for (let round = 0; round < 6; round++) {
    const answer = await signIn('ben')
    expect(answer.status).toBe(502)
    expect(await readMessage(answer)).toContain('The directory (LDAP) that checks passwords')
  }
  expect((await signIn('anna@example.com', testPassword)).status).toBe(204)
})

it('LDAP sign-in returns 502 if the directory does not answer', async () => {
  const { signIn } = await openServer()
  directory.state.isSilent = true
  expect((await signIn('ben')).status).toBe(502)
})

it('LDAP sign-in gives the role of admin to members of the admin groups only', async () => {
  const { signIn, access } = await openServer({ BOZZETTO_LDAP_ADMIN_GROUPS: 'Studio Admins' })
  const group = 'CN=Studio Admins,dc=example'
  directory.entries[1] = createBen({ memberOf: [group, 'cn=others,dc=example'] })
  await signIn('ben')
  const readRole = () => access.people.list().find(({ name }) => name === 'Ben')?.role
  expect(readRole()).toBe('admin')
  directory.entries[1] = createBen()
  await signIn('ben')
  expect(readRole()).toBe('member')
})

it('LDAP sign-in refuses people outside the allowed groups, without an email address, and before approval', async () => {
  const inGroup = await openServer({ BOZZETTO_LDAP_GROUPS: 'studio' })
  expect(await readMessage(await inGroup.signIn('ben'))).toContain('You have no access')
  directory.entries.push({
    dn: 'cn=studio,dc=example',
    attributes: { objectClass: 'groupOfNames', cn: 'studio', member: benDn },
  })
  expect((await inGroup.signIn('ben')).status).toBe(204)
  directory.entries[1] = createBen({ objectGUID: 'other', mail: 'someone' })
  expect(await readMessage(await inGroup.signIn('ben'))).toContain('no email address for you')
  directory.entries[1] = createBen({ objectGUID: 'third', mail: 'carl@example.com' })
  const approving = await openServer({ BOZZETTO_NEW_PEOPLE: 'approve' })
  expect(await readMessage(await approving.signIn('ben'))).toContain('has to approve')
})

it('LDAP sign-in links a local account by its email address only if the setting allows it', async () => {
  directory.entries[1] = createBen({ mail: 'anna@example.com' })
  const strict = await openServer()
  expect(await readMessage(await strict.signIn('ben'))).toContain('You have no access')
  const linking = await openServer({ BOZZETTO_LDAP_LINK_EMAIL: '1' })
  const cookie = getFirstCookie(await linking.signIn('ben'))
  expect(await linking.readState(cookie)).toMatchObject({ person: { name: 'Anna' } })
})

it('LDAP sign-in confirms a session with the same password, which cannot be changed here', async () => {
  const { signIn, call } = await openServer({ BOZZETTO_LDAP_FILTER: '(uid={name})' })
  const cookie = getFirstCookie(await signIn('ben'))
  const confirm = (password: string) =>
    call('/api/session/confirmed', { method: 'POST', body: { password }, cookie })
  expect((await confirm('wrong')).status).toBe(403)
  expect((await confirm(benPassword)).status).toBe(204)
  const changed = await call('/api/password', {
    method: 'PUT',
    body: { current: benPassword, next: 'another long password' },
    cookie,
  })
  expect(await readMessage(changed)).toContain('not kept here')
})

it('LDAP sign-in asks for the second factor after the password', async () => {
  const { signIn, access, call } = await openServer({ BOZZETTO_LDAP_ADMIN_GROUPS: 'admins' })
  const cookie = getFirstCookie(await signIn('ben'))
  const post = (path: string, body: object, own = cookie) =>
    call(path, { method: 'POST', body, cookie: own })
  await post('/api/session/confirmed', { password: benPassword })
  const { key } = secondFactorSetupSchema.parse(
    await (await post('/api/second-factor/setup', {})).json(),
  )
  const now = Date.now()
  expect((await post('/api/second-factor', { code: codeShownBy(key, now) })).status).toBe(200)
  const asked = await signIn('ben')
  expect(await asked.clone().json()).toMatchObject({ code: 'code_needed' })
  const code = codeShownBy(key, now + 30_000)
  const done = await post('/api/session/code', { code }, getFirstCookie(asked))
  expect(done.status).toBe(204)
  const ben = access.people.list().find(({ name }) => name === 'Ben')
  const open = await access.sessions.list(ben?.id ?? '')
  // Roles depend on groups, so the session ends within a day.
  expect(open.every(({ endsAt }) => endsAt instanceof Date)).toBe(true)
})

it('LDAP review applies changed groups, and signs out people who were deleted or disabled', async () => {
  const { signIn, readState, access, audit } = await openServer({
    BOZZETTO_LDAP_ADMIN_GROUPS: 'admins',
    BOZZETTO_GROUPS_ARE_TEAMS: '1',
  })
  const anna = access.people.list()[0]
  const team = await access.teams.make({ id: anna?.id ?? '', role: 'admin' }, 'Design')
  directory.entries[1] = createBen({ memberOf: ['cn=admins,dc=example', 'cn=design,dc=example'] })
  const cookie = getFirstCookie(await signIn('ben'))
  const ben = () => access.people.list().find(({ name }) => name === 'Ben')
  const review = async () => access.directory?.review()
  expect(ben()?.role).toBe('admin')
  expect(access.teams.membersOf(team.id)).toContain(ben()?.id)

  directory.entries[1] = createBen({ userAccountControl: '512' })
  await review()
  expect(ben()?.role).toBe('member')
  expect(access.teams.membersOf(team.id)).not.toContain(ben()?.id)
  expect(await readState(cookie)).toMatchObject({ isSignedIn: true })

  directory.state.isSilent = true
  await expect(review()).rejects.toThrow('cannot be reached')
  directory.state.isSilent = false
  expect(await readState(cookie)).toMatchObject({ isSignedIn: true })

  directory.entries[1] = createBen({ userAccountControl: '514' })
  await review()
  expect(await readState(cookie)).toMatchObject({ isSignedIn: false })
  expect(audit.entries.at(-1)).toMatchObject({ kind: 'session_ended' })
  expect((await signIn('ben')).status).toBe(401)

  directory.entries[1] = createBen()
  const again = getFirstCookie(await signIn('ben'))
  directory.entries.pop()
  await review()
  expect(await readState(again)).toMatchObject({ isSignedIn: false })
})
