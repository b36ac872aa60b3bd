import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import { createAuthenticator } from '../../../access/passkeys/authenticator.fixture.ts'
import { passkeys, passwords, sessions, usedChallenges, users } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import {
  getFirstCookie,
  forgetGuesses,
  openTestServer,
  testPassword,
} from './access-app.fixture.ts'

const place = { origin: 'http://localhost:5310', rpId: 'localhost' }
const host = 'localhost:5310'

let store: Store
let now: number
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [passkeys, usedChallenges, sessions, users, passwords]) {
    await store.db.delete(table)
  }
  await forgetGuesses(store)
  now = Date.parse('2026-11-20T10:00:00Z')
})

async function openServer() {
  const audit = createTestAudit()
  const options = { password: testPassword, clock: () => now, audit }
  const server = await openTestServer(store, options)
  const call: typeof server.call = (path, init) => server.call(path, { host, ...init })
  const ask = async (path: string, cookie?: string) =>
    (await (await call(path, { method: 'POST', cookie })).json()) as { challenge: string }
  const cookie = getFirstCookie(await server.signIn({ host }))
  const authenticator = createAuthenticator()
  const add = async () => {
    const { challenge } = await ask('/api/passkeys/options', cookie)
    const body = { name: 'Phone', answer: authenticator.make(challenge, place) }
    return { body, response: await call('/api/passkeys', { method: 'POST', body, cookie }) }
  }
  const beginSignIn = async () => (await ask('/api/session/passkey/options')).challenge
  const signIn = (answer: unknown) =>
    call('/api/session/passkey', { method: 'POST', body: { answer } })
  return { ...server, audit, call, cookie, authenticator, add, beginSignIn, signIn }
}

const refusal = async (response: Response) =>
  `${response.status} ${((await response.json()) as { message: string }).message}`
const refused = '401 This passkey is not known here. Sign in another way.'

it('a passkey signs a person in without a password, until it is removed', async () => {
  const { add, beginSignIn, signIn, authenticator, call, cookie, audit } = await openServer()
  expect(await (await call('/api/session')).json()).not.toHaveProperty('hasPasskeys')
  const { response } = await add()
  expect(response.status).toBe(201)
  const added = (await response.json()) as { id: string }
  expect(await (await call('/api/session')).json()).toHaveProperty('hasPasskeys', true)
  const signedIn = await signIn(authenticator.sign(await beginSignIn(), place))
  expect(signedIn.status).toBe(200)
  const own = getFirstCookie(signedIn)
  const list = await (await call('/api/passkeys', { cookie: own })).json()
  expect(list).toMatchObject({ passkeys: [{ name: 'Phone', lastUsedAt: expect.any(String) }] })
  const at = `/api/passkeys/${added.id}`
  const renamed = await call(at, { method: 'PATCH', body: { name: 'Old phone' }, cookie })
  expect(await renamed.json()).toMatchObject({ name: 'Old phone' })
  expect((await call(at, { method: 'DELETE', cookie })).status).toBe(204)
  expect((await call(at, { method: 'DELETE', cookie })).status).toBe(404)
  expect(await refusal(await signIn(authenticator.sign(await beginSignIn(), place)))).toBe(refused)
  expect(audit.entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['passkey_added', 'sign_in', 'passkey_removed', 'sign_in_failed']),
  )
})

it('sign-in by passkey accepts a challenge once, within five minutes, and only for the purpose for which it was created', async () => {
  const { add, beginSignIn, signIn, authenticator, call, cookie } = await openServer()
  const { body } = await add()
  const again = await call('/api/passkeys', { method: 'POST', body, cookie })
  expect(again.status).toBe(400)
  const answer = authenticator.sign(await beginSignIn(), place)
  expect((await signIn(answer)).status).toBe(200)
  expect(await refusal(await signIn(answer))).toBe(refused)
  const late = authenticator.sign(await beginSignIn(), place)
  now += 5 * 60_000
  expect(await refusal(await signIn(late))).toBe(refused)
  const own = Buffer.from('a challenge of their own').toString('base64url')
  expect(await refusal(await signIn(authenticator.sign(own, place)))).toBe(refused)
  const begun = await call('/api/passkeys/options', { method: 'POST', cookie })
  const { challenge } = (await begun.json()) as { challenge: string }
  expect(await refusal(await signIn(authenticator.sign(challenge, place)))).toBe(refused)
})

it('sign-in by passkey rejects another origin, another key and a missing user verification with the same message', async () => {
  const { add, beginSignIn, signIn, authenticator } = await openServer()
  await add()
  const evil = { origin: 'http://evil.test', rpId: 'localhost' }
  expect(await refusal(await signIn(authenticator.sign(await beginSignIn(), evil)))).toBe(refused)
  const stranger = createAuthenticator().sign(await beginSignIn(), place)
  expect(await refusal(await signIn(stranger))).toBe(refused)
  const right = authenticator.sign(await beginSignIn(), place)
  expect(await refusal(await signIn({ ...stranger, id: right.id, rawId: right.rawId }))).toBe(
    refused,
  )
  now += 2 * 60_000
  const unseen = authenticator.sign(await beginSignIn(), place, { flags: 1 })
  expect(await refusal(await signIn(unseen))).toBe(refused)
})

it('sign-in by passkey rejects a passkey with a lower counter than before, because it may be a copy', async () => {
  const { add, beginSignIn, signIn, authenticator } = await openServer()
  await add()
  const use = async (counter: number) =>
    (await signIn(authenticator.sign(await beginSignIn(), place, { counter }))).status
  expect([await use(3), await use(3), await use(2), await use(4)]).toEqual([200, 401, 401, 200])
})

it('sign-in by passkey accepts a passkey from an address that has used up its password guesses', async () => {
  const { add, beginSignIn, signIn, authenticator, call } = await openServer()
  await add()
  const guess = { method: 'POST', body: { password: 'a wrong password' } }
  for (let i = 0; i < 6; i++) await call('/api/session', guess)
  expect((await call('/api/session', guess)).status).toBe(429)
  expect((await signIn(authenticator.sign(await beginSignIn(), place))).status).toBe(200)
})

it('sign-in by passkey counts failed attempts with a passkey as wrong passwords', async () => {
  const { beginSignIn, signIn, authenticator } = await openServer()
  for (let i = 0; i < 5; i++) {
    expect((await signIn(authenticator.sign(await beginSignIn(), place))).status).toBe(401)
  }
  expect((await signIn(authenticator.sign(await beginSignIn(), place))).status).toBe(429)
})

it('sign-in by passkey rejects the passkey of a disabled account', async () => {
  const { add, beginSignIn, signIn, authenticator, access } = await openServer()
  await access.people.begin({ name: 'Anna', email: 'anna@example.com' })
  await add()
  const ben = { id: 'ben', name: 'Ben', email: 'ben@example.com', role: 'member' as const }
  await store.db.insert(users).values(ben)
  await store.db.update(passkeys).set({ userId: 'ben' })
  await access.readAgain()
  const signedIn = await signIn(authenticator.sign(await beginSignIn(), place))
  expect(await signedIn.json()).toEqual({ email: 'ben@example.com' })
  await access.people.change('ben', { isOff: true })
  expect(await refusal(await signIn(authenticator.sign(await beginSignIn(), place)))).toBe(refused)
})

it('sign-in by passkey accepts only one of several identical concurrent sign-ins', async () => {
  const { add, beginSignIn, signIn, authenticator } = await openServer()
  await add()
  const answer = authenticator.sign(await beginSignIn(), place)
  const responses = await Promise.all(Array.from({ length: 4 }, () => signIn(answer)))
  const refusals = responses.filter(({ status }) => status === 401)
  expect(refusals).toHaveLength(3)
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
})

it('sign-in by passkey rejects a passkey’s signature for another site', async () => {
  const { add, beginSignIn, signIn, authenticator } = await openServer()
  await add()
  const elsewhere = { origin: place.origin, rpId: 'evil.test' }
  expect(await refusal(await signIn(authenticator.sign(await beginSignIn(), elsewhere)))).toBe(
    refused,
  )
})

it('sign-in by passkey rejects a registration with the challenge of another session or of a sign-in', async () => {
  const { beginSignIn, authenticator, call, cookie } = await openServer()
  const password = { password: testPassword }
  const other = getFirstCookie(await call('/api/session', { method: 'POST', body: password }))
  const begun = await call('/api/passkeys/options', { method: 'POST', cookie: other })
  const { challenge } = (await begun.json()) as { challenge: string }
  for (const wrong of [challenge, await beginSignIn()]) {
    const body = { name: 'Phone', answer: authenticator.make(wrong, place) }
    expect((await call('/api/passkeys', { method: 'POST', body, cookie })).status).toBe(400)
  }
  const body = { name: 'Phone', answer: authenticator.make(challenge, place) }
  const added = await call('/api/passkeys', { method: 'POST', body, cookie: other })
  expect(added.status).toBe(201)
})
