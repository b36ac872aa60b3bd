import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { measureCpuMs } from '../../../testing/cpu-time.fixture.ts'
import { accessStateSchema, sessionListSchema } from '#contract/access/access.ts'
import { createActivity } from '../../../process/activity.ts'
import { openTestAccess, testLinkToken } from '../../../access/access.fixture.ts'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import { openAccess, type Access } from '../../../access/access.ts'
import { createKeyCheck } from '../../../access/keys/api-keys.ts'
import { createApp } from '../../../app.ts'
import {
  getFirstCookie,
  getDeviceCookie,
  forgetGuesses,
  openTestServer,
  testPassword,
  type TestServerOptions,
} from './access-app.fixture.ts'
import type { Services } from '../../../services.ts'
import { guesses, passwords, sessions, users } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

const password = testPassword
const dayMs = 24 * 60 * 60 * 1000

let store: Store
let now: number
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.delete(sessions)
  await store.db.delete(passwords)
  await forgetGuesses(store)
  now = Date.parse('2026-11-20T10:00:00Z')
})

const isOpen = (path: string) =>
  /^\/api\/(session(\/(?:code|oidc|oidc\/callback|oidc\/backchannel-logout|passkey|passkey\/options))?$|invitation(\/accept)?$|password-reset(\/(?:show|accept))?$|share\/|slicer-files\/:token\/|shared-chats\/:token(?!\/continue))/.test(
    path,
  )

const openServer = (options: TestServerOptions = { password }) =>
  openTestServer(store, { clock: () => now, ...options })

const guarded = (app: ReturnType<typeof createApp>) =>
  app.routes.filter(
    ({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && !isOpen(path),
  )
const getState = async (response: Response) => accessStateSchema.parse(await response.json())

describe('a server without a password', () => {
  it('rejects unauthenticated requests to every route of /api, from any address', async () => {
    const { app, call } = await openServer({})
    for (const { method, path } of guarded(app)) {
      const response = await call(path.replaceAll(/:\w+/g, 'x'), { method })
      expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 401`)
    }
    expect(await getState(await call('/api/session'))).toEqual({
      signInWith: 'link',
      isSignedIn: false,
    })
  })

  it('creates a session for the printed sign-in link and removes the token from the URL', async () => {
    const { call, openLink } = await openServer({})
    const opened = await openLink({ path: '/chat', headers: { 'sec-fetch-dest': 'document' } })
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toBe('/chat')
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
    expect(opened.headers.get('cache-control')).toBe('no-store')
    const [header = ''] = opened.headers.getSetCookie()
    expect(header).toContain('HttpOnly')
    expect(header).toContain('Max-Age=31536000')
    expect(header).not.toContain(testLinkToken)
    const cookie = getFirstCookie(opened)
    expect((await call('/api/sessions', { cookie })).status).toBe(200)
    const state = await getState(await call('/api/session', { cookie }))
    expect(state).toEqual({ signInWith: 'link', isSignedIn: true })
    const again = await openLink({ cookie })
    expect(again.status).toBe(303)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('redirects from the printed sign-in link to the welcome page while no service is connected', async () => {
    const { openLink } = await openServer({})
    const at = async (path: string) => (await openLink({ path })).headers.get('location')
    expect(await at('/')).toBe('/welcome')
    expect(await at('/chat')).toBe('/chat')
  })

  it('accepts the token of the sign-in link as pasted text', async () => {
    const { call } = await openServer({})
    const pasted = { method: 'POST', body: { token: testLinkToken } }
    const cookie = getFirstCookie(await call('/api/session', pasted))
    expect((await call('/api/sessions', { cookie })).status).toBe(200)
  })

  it('rejects a wrong link token and redirects to a page that shows the error', async () => {
    const { call, openLink } = await openServer({})
    for (const token of ['', 'x', testLinkToken.slice(1), `${testLinkToken}0`]) {
      const opened = await openLink({ token })
      expect(opened.headers.get('location')).toBe('/?link=refused')
      expect(opened.headers.getSetCookie()).toEqual([])
    }
    const pasted = { method: 'POST', body: { token: 'x' } }
    expect((await call('/api/session', pasted)).status).toBe(401)
    const guessed = { method: 'POST', body: { password: testLinkToken } }
    expect((await call('/api/session', guessed)).status).toBe(409)
  })

  it('never redirects to another host, and ignores the token in requests for images and frames', async () => {
    const { openLink } = await openServer({})
    for (const path of ['//evil.example/', '///evil.example', '/\\evil.example']) {
      const to = (await openLink({ path })).headers.get('location') ?? ''
      expect(new URL(to, 'http://127.0.0.1:5310').host).toBe('127.0.0.1:5310')
    }
    for (const dest of ['image', 'iframe', 'empty', 'script']) {
      const response = await openLink({ headers: { 'sec-fetch-dest': dest } })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('keeps a session for a year after its last use, across restarts', async () => {
    const { openLink } = await openServer({})
    const cookie = getFirstCookie(await openLink())
    for (let year = 0; year < 3; year++) {
      now += 364 * dayMs
      const { call } = await openServer({})
      expect((await call('/api/sessions', { cookie })).status).toBe(200)
    }
    now += 365 * dayMs
    const { call } = await openServer({})
    expect((await call('/api/sessions', { cookie })).status).toBe(401)
  })

  it('ends the sessions of the old sign-in link once there is a new link', async () => {
    const cookie = getFirstCookie(await (await openServer({})).openLink())
    const { call } = await openServer({ linkToken: 'another-token'.padEnd(43, '0') })
    expect((await call('/api/sessions', { cookie })).status).toBe(401)
  })

  it.each([
    ['HOST', { listensOn: '0.0.0.0' }],
    ['HOST', { listensOn: '192.168.1.7' }],
    ['HOST', { listensOn: '::' }],
    ['BOZZETTO_HOSTS', { names: ['studio.example'] }],
    ['BOZZETTO_PROXIES', { proxies: ['127.0.0.1'] }],
  ])(
    'refuses to start without a password when %s allows access from outside: %j',
    async (name, options) => {
      await expect(openServer(options)).rejects.toThrow(new RegExp(`${name}.*BOZZETTO_PASSWORD`))
    },
  )

  it('rejects requests that a proxy forwarded', async () => {
    const { call } = await openServer({})
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via']) {
      const response = await call('/api/sessions', { headers: { [name]: '8.8.8.8' } })
      expect(response.status).toBe(403)
    }
  })

  it('keeps the owner’s session and ends all others when a password is set', async () => {
    const { call, signIn, openLink, access } = await openServer({})
    const cookie = getFirstCookie(await openLink())
    const stranger = getFirstCookie(await openLink())
    const set = { method: 'PUT', body: { next: password }, cookie }
    expect((await call('/api/password', set)).status).toBe(204)
    expect((await call('/api/sessions', { cookie })).status).toBe(200)
    expect((await call('/api/sessions', { cookie: stranger })).status).toBe(401)
    const opened = await openLink()
    expect(opened.headers.get('location')).toBe('/')
    expect(opened.headers.getSetCookie()).toEqual([])

    const other = getFirstCookie(await signIn())
    const wrong = { current: 'wrong password', next: 'another password' }
    expect((await call('/api/password', { method: 'PUT', body: wrong, cookie })).status).toBe(403)
    const right = { current: password, next: 'another password' }
    expect((await call('/api/password', { method: 'PUT', body: right, cookie })).status).toBe(204)
    expect((await call('/api/sessions', { cookie })).status).toBe(200)
    expect((await call('/api/sessions', { cookie: other })).status).toBe(401)

    const remove = { method: 'POST', body: { current: 'another password' }, cookie }
    expect((await call('/api/password/remove', remove)).status).toBe(204)
    expect(access.signInWith()).toBe('link')
    expect((await call('/api/sessions', { cookie })).status).toBe(200)
    expect((await call('/api/sessions')).status).toBe(401)
  })

  it('keeps the password across a restart and may then listen on other addresses', async () => {
    const { call, openLink } = await openServer({})
    const opened = getFirstCookie(await openLink())
    await call('/api/password', { method: 'PUT', body: { next: password }, cookie: opened })
    const again = await openServer({ listensOn: '0.0.0.0' })
    const cookie = getFirstCookie(await again.signIn())
    const remove = { method: 'POST', body: { current: password }, cookie }
    expect((await again.call('/api/password/remove', remove)).status).toBe(409)
  })
})

describe('a server with a password', () => {
  it('rejects every route of /api except sign-in and shared links without a session', async () => {
    const { app, call } = await openServer()
    expect(guarded(app).length).toBeGreaterThan(60)
    for (const { method, path } of guarded(app)) {
      const response = await call(path.replaceAll(/:\w+/g, 'x'), { method })
      expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 401`)
    }
    for (const path of ['/api', '/api/', '/api/nothing', '/%61pi/sessions', '/api/share/x/y/z']) {
      expect((await call(path)).status).toBe(401)
    }
  })

  it('creates a session with an HttpOnly cookie for the right password', async () => {
    const { call, signIn } = await openServer()
    const response = await signIn()
    expect(response.status).toBe(204)
    const [header = ''] = response.headers.getSetCookie()
    expect(header).toMatch(/^bozzetto-[0-9a-f]{8}=[\w-]{43}; /)
    expect(header).toContain('HttpOnly')
    expect(header).toContain('SameSite=Lax')
    expect(header).toContain('Path=/')
    expect(header).not.toContain('Secure')
    const cookie = getFirstCookie(response)
    expect(await getState(await call('/api/session', { cookie }))).toEqual({
      signInWith: 'password',
      isSignedIn: true,
      passwordFrom: 'environment',
    })
    expect((await call('/api/sessions', { cookie })).status).toBe(200)
  })

  it('stores neither the password nor the session token', async () => {
    const { signIn } = await openServer()
    const token = getFirstCookie(await signIn())?.split('=')[1] ?? ''
    const rows = JSON.stringify([
      await store.db.select().from(sessions),
      await store.db.select().from(passwords),
    ])
    expect(token).toHaveLength(43)
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(password)
    expect(rows).toMatch(/scrypt:16:8:1:/)
  })

  it.each(['', 'bozzetto=x', `NAME=${'A'.repeat(43)}`, 'NAME=', "NAME=' or 1=1 --"])(
    'rejects the cookie %j',
    async (cookie) => {
      const { call, access } = await openServer()
      const named = cookie.replace('NAME', access.cookieName)
      expect((await call('/api/sessions', { cookie: named })).status).toBe(401)
    },
  )

  it('sets the Secure attribute for HTTPS, as reported by a trusted proxy only', async () => {
    const { signIn, call } = await openServer({
      password,
      proxies: ['10.0.0.2'],
      names: ['studio.example'],
    })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '9.9.9.9, 8.8.8.8' }
    const init = { headers, host: 'studio.example' }
    const [plain = ''] = (await signIn({ ...init, from: '10.0.0.3' })).headers.getSetCookie()
    expect(plain).not.toContain('Secure')
    const secure = await signIn({ ...init, from: '10.0.0.2' })
    const [header = ''] = secure.headers.getSetCookie()
    expect(header).toMatch(/^__Host-bozzetto-/)
    expect(header).toContain('Secure')
    const listed = await call('/api/sessions', {
      ...init,
      from: '10.0.0.2',
      cookie: getFirstCookie(secure),
    })
    const { sessions: found } = sessionListSchema.parse(await listed.json())
    expect(found.map(({ address }) => address).toSorted()).toEqual(['10.0.0.3', '8.8.8.8'])
  })

  it('logs the account of a failed sign-in without the password', async () => {
    const audit = createTestAudit()
    const { call, access } = await openServer({ password, audit })
    await access.people.begin({ name: 'Ada', email: 'ada@example.com' })
    for (const email of ['ada@example.com', ' Nobody@Example.com', 'hunter2 in the wrong field']) {
      const body = { email, password: 'a wrong password' }
      expect((await call('/api/session', { method: 'POST', body })).status).toBe(401)
    }
    const failed = audit.entries.filter(({ kind }) => kind === 'sign_in_failed')
    expect(failed.map(({ subject }) => subject)).toEqual([
      'password for ada@example.com',
      'password for nobody@example.com',
      'password',
    ])
    await store.db.delete(users)
  })

  it('uses forwarded addresses from a trusted range of proxies', async () => {
    const { signIn, call } = await openServer({
      password,
      proxies: ['10.0.0.0/8'],
      names: ['a.test'],
    })
    const init = { headers: { 'x-forwarded-for': '8.8.8.8, 10.1.2.3' }, host: 'a.test' }
    for (const from of ['10.9.9.9', '11.0.0.1']) {
      const cookie = getFirstCookie(await signIn({ ...init, from }))
      const listed = await call('/api/sessions', { ...init, from, cookie })
      const { sessions: found } = sessionListSchema.parse(await listed.json())
      expect(found[0]?.address).toBe(from === '11.0.0.1' ? from : '8.8.8.8')
    }
  })

  it('lets a session confirm its password even after the address has used up its password guesses', async () => {
    const { signIn, call } = await openServer()
    const cookie = getFirstCookie(await signIn())
    for (let i = 0; i < 6; i++) await signIn({ password: 'a wrong password' })
    expect((await signIn({ password: 'a wrong password' })).status).toBe(429)
    const confirm = (given: string) =>
      call('/api/session/confirmed', { method: 'POST', body: { password: given }, cookie })
    expect((await call('/api/sessions', { cookie })).status).toBe(200)
    expect((await confirm(password)).status).toBe(204)
    for (let i = 0; i < 10; i++) expect((await confirm('a wrong password')).status).toBe(403)
    expect((await confirm('a wrong password')).status).toBe(429)
  })

  it('limits password guesses per address and in total', async () => {
    const { signIn, call } = await openServer()
    const known = getDeviceCookie(await signIn())
    const guess = (from: string) => signIn({ password: 'a wrong password', from })
    for (let i = 0; i < 5; i++) expect((await guess('7.7.7.7')).status).toBe(401)
    const refused = await guess('7.7.7.7')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
    expect((await signIn({ from: '7.7.7.7' })).status).toBe(429)
    for (let i = 0; i < 5; i++) await guess(`2a00:1:2:3::${i}`)
    expect((await guess('2a00:1:2:3:4:5:6:7')).status).toBe(429)
    for (let i = 0; i < 5; i++) expect((await guess(`127.0.${i}.1`)).status).toBe(401)
    expect((await guess('127.8.0.1')).status).toBe(429)
    for (let i = 0; i < 15; i++) expect((await guess(`9.9.9.${i}`)).status).toBe(401)
    expect((await signIn({ from: '6.6.6.6' })).status).toBe(429)
    expect((await signIn()).status).toBe(429)
    for (let i = 0; i < 10; i++) {
      const own = await signIn({ password: 'a wrong password', from: '7.7.7.7', cookie: known })
      expect(own.status).toBe(401)
    }
    expect((await signIn({ cookie: known })).status).toBe(429)
    expect((await call('/api/session', { cookie: known })).status).toBe(200)
    now += 60_000
    expect((await signIn({ from: '6.6.6.6' })).status).toBe(204)
  })

  it('keeps the number of guesses across a restart and deletes it when it expires', async () => {
    const wrong = 'a wrong password'
    let server = await openServer()
    const restart = async () => {
      await server.access.close()
      server = await openServer()
    }
    const known = getDeviceCookie(await server.signIn())
    const own = { from: '7.7.7.7', cookie: known }
    let lookedAt = 0
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 6; i++) {
        const from = `9.${round}.${i}.1`
        if ((await server.signIn({ password: wrong, from })).status === 401) lookedAt++
      }
      expect((await server.signIn({ password: wrong, ...own })).status).toBe(401)
      await restart()
    }
    expect(lookedAt).toBe(30)
    expect((await server.signIn(own)).status).toBe(429)
    await server.access.close()
    expect(await store.db.select().from(guesses)).toHaveLength(40)
    now += 60_000
    await restart()
    for (let i = 0; i < 10; i++) {
      expect((await server.signIn({ from: '6.6.6.6' })).status).toBe(204)
      await restart()
    }
    now += 60 * 60_000
    await server.signIn({ password: wrong })
    await server.access.close()
    expect(await store.db.select().from(guesses)).toHaveLength(1)
  })

  it('stores many guesses in few commits', async () => {
    let commits = 0
    const counted: Store = {
      ...store,
      transaction: (work) => {
        commits++
        return store.transaction(work)
      },
    }
    const { signIn, access } = await openTestServer(counted, { password, clock: () => now })
    const before = commits
    const guess = (i: number) => signIn({ password: 'a wrong password', from: `9.9.${i}.1` })
    await Promise.all(Array.from({ length: 500 }, (_, i) => guess(i)))
    await access.close()
    expect(await store.db.select().from(guesses)).toHaveLength(30)
    expect(commits - before).toBeLessThan(10)
    const after = commits
    for (let i = 0; i < 100; i++) expect((await guess(i)).status).toBe(429)
    await access.close()
    expect(commits).toBe(after)
  })

  it('lets a browser that has signed in before sign in while others send many wrong guesses', async () => {
    const { signIn } = await openServer()
    const cookie = getDeviceCookie(await signIn({ from: '6.6.6.6' }))
    for (let i = 0; i < 40; i++) await signIn({ password: 'a wrong password', from: `9.9.9.${i}` })
    expect((await signIn({ from: '9.9.9.1', cookie })).status).toBe(204)
    expect((await signIn({ from: '6.6.6.6' })).status).toBe(429)
    // The last Base64 character has unused bits, so a character before it is changed.
    const forged = cookie?.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    expect((await signIn({ from: '6.6.6.6', cookie: forged })).status).toBe(429)
  })

  it('counts wrong link tokens as guesses and still accepts the right token', async () => {
    const { openLink } = await openServer({})
    for (let i = 0; i < 40; i++) await openLink({ token: `x${i}`, from: `9.9.9.${i}` })
    expect((await openLink({ from: '9.9.9.1' })).headers.get('location')).toBe('/welcome')
  })

  it('ends a session on sign-out, on revocation, after a week without use and after a month', async () => {
    const { call, signIn } = await openServer()
    const isIn = async (cookie: string | undefined) =>
      (await call('/api/sessions', { cookie })).status === 200
    const own = getFirstCookie(await signIn())
    const other = getFirstCookie(await signIn())
    expect(await isIn(other)).toBe(true)
    await call('/api/session', { method: 'DELETE', cookie: other })
    expect(await isIn(other)).toBe(false)

    const stolen = getFirstCookie(await signIn())
    expect(await isIn(stolen)).toBe(true)
    const list = sessionListSchema.parse(
      await (await call('/api/sessions', { cookie: own })).json(),
    )
    const doomed = list.sessions.find(({ isOwn }) => !isOwn)
    await call(`/api/sessions/${doomed?.id}`, { method: 'DELETE', cookie: own })
    expect(await isIn(stolen)).toBe(false)
    const third = getFirstCookie(await signIn())
    await call('/api/sessions', { method: 'DELETE', cookie: own })
    expect(await isIn(third)).toBe(false)

    now += 6 * dayMs
    expect(await isIn(own)).toBe(true)
    now += 7 * dayMs
    expect(await isIn(own)).toBe(false)
    const used = getFirstCookie(await signIn())
    for (let day = 0; day < 29; day++) {
      now += dayMs
      expect(await isIn(used)).toBe(true)
    }
    now += dayMs
    expect(await isIn(used)).toBe(false)
  })

  it('ends only the former session of a browser that signs in again', async () => {
    const { call, signIn } = await openServer()
    const [former, other] = [getFirstCookie(await signIn()), getFirstCookie(await signIn())]
    const next = getFirstCookie(await signIn({ cookie: former }))
    const getStatus = async (cookie: string | undefined) =>
      (await call('/api/sessions', { cookie })).status
    expect(await Promise.all([former, other, next].map(getStatus))).toEqual([401, 200, 200])
    expect((await signIn({ cookie: next, password: 'a wrong password' })).status).toBe(401)
    expect(await getStatus(next)).toBe(200)
  })

  it('ends the least recently used session of a person with more than 100', async () => {
    const { access, call, signIn } = await openServer()
    const first = getFirstCookie(await signIn())
    for (let i = 1; i < 100; i++) {
      now += 1_000
      await signIn()
    }
    expect(await access.sessions.list('owner')).toHaveLength(100)
    now += 1_000
    const last = getFirstCookie(await signIn())
    expect(await access.sessions.list('owner')).toHaveLength(100)
    expect((await call('/api/sessions', { cookie: first })).status).toBe(401)
    expect((await call('/api/sessions', { cookie: last })).status).toBe(200)
  })

  it('ends all sessions when the password of the environment changes or is removed', async () => {
    const first = await openServer()
    const cookie = getFirstCookie(await first.signIn())
    const same = await openServer()
    expect((await same.call('/api/sessions', { cookie })).status).toBe(200)
    const change = { method: 'PUT', body: { current: password, next: 'another password' }, cookie }
    expect((await same.call('/api/password', change)).status).toBe(409)
    const changed = await openServer({ password: 'another password' })
    expect((await changed.call('/api/sessions', { cookie })).status).toBe(401)
    const without = await openServer({})
    expect(without.access.signInWith()).toBe('link')
    expect((await without.call('/api/sessions', { cookie })).status).toBe(401)
  })

  it('rejects a sign-in with the old password while a new one is being stored', async () => {
    // Parameters of a slow hash, so that signing in and changing the password overlap.
    const passwordCost = { cost: 2 ** 12, blockSize: 8, passes: 1 }
    const server = await openServer({ passwordCost })
    const own = getFirstCookie(await server.openLink())
    await server.call('/api/password', { method: 'PUT', body: { next: password }, cookie: own })
    const survivors: string[] = []
    for (let round = 0; round < 4; round++) {
      now += 60_000
      const [from, to] =
        round % 2 === 0 ? [password, 'another password'] : ['another password', password]
      const change = { method: 'PUT', body: { current: from, next: to }, cookie: own }
      const opened: Response[] = []
      const stop = new AbortController()
      const guests = [0, 1, 2].map(async (guest) => {
        while (!stop.signal.aborted) {
          opened.push(await server.signIn({ password: from, from: `9.9.${round}.${guest}` }))
        }
      })
      expect((await server.call('/api/password', change)).status).toBe(204)
      stop.abort()
      await Promise.all(guests)
      for (const response of opened) {
        const cookie = getFirstCookie(response)
        if (cookie === undefined) continue
        if ((await server.call('/api/sessions', { cookie })).status === 200) survivors.push(cookie)
      }
      expect((await server.call('/api/sessions', { cookie: own })).status).toBe(200)
    }
    expect(survivors).toEqual([])
  })

  it('spends as much work on a wrong password as on the right one', async () => {
    const passwordCost = { cost: 2 ** 13, blockSize: 8, passes: 1 }
    const access = await openTestAccess(store, { password, passwordCost, clock: () => now })
    const getTime = async (tried: string) => {
      const times: number[] = []
      for (let i = 0; i < 9; i++) {
        now += 60_000
        times.push(await measureCpuMs(() => signInQuietly(access, tried)))
      }
      return Math.min(...times)
    }
    const right = await getTime(password)
    // If a wrong password were rejected before the whole hash is computed, the response would be
    // much faster.
    expect(await getTime('c')).toBeGreaterThan(right * 0.4)
    expect(await getTime('correct horse batterx')).toBeGreaterThan(right * 0.4)
  })
})

const signInQuietly = (access: Access, tried: string) =>
  access.signInFlow
    .signIn({ password: tried }, { address: '127.0.0.1', userAgent: '' })
    .catch(() => {})

describe('Host and Origin checks', () => {
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'studio.example.evil.example',
    'a@127.0.0.1.example',
    '192.168.1.7',
    '[::ffff:192.168.1.7]',
    'localhost.',
    '',
    ' ',
  ])('rejects requests for the host %j on a server without a password', async (host) => {
    const { app } = await openServer({})
    const response = await app.request('http://127.0.0.1/api/session', { headers: { host } })
    expect(response.status).toBe(403)
  })

  it('accepts configured host names and IP addresses once there is a password', async () => {
    const { call } = await openServer({ password, names: ['studio.example'], listensOn: '0.0.0.0' })
    const statusFor = async (host: string) => (await call('/api/session', { host })).status
    expect(await statusFor('studio.example')).toBe(200)
    expect(await statusFor('192.168.1.7:5310')).toBe(200)
    expect(await statusFor('[fd00::7]:5310')).toBe(200)
    expect(await statusFor('localhost:5310')).toBe(200)
    expect(await statusFor('evil.example')).toBe(403)
    expect(await statusFor('sub.studio.example')).toBe(403)
  })

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://127.0.0.1:8080' }],
    [{ origin: 'http://localhost:5310' }],
    [{ origin: 'http://127.0.0.1:5310.evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ])(
    'rejects every POST, PUT and DELETE request of another site, with or without a session: %j',
    async (headers) => {
      const { app, call, signIn } = await openServer()
      const cookie = getFirstCookie(await signIn())
      expect((await signIn({ headers: headers })).status).toBe(403)
      const changing = app.routes.filter(
        ({ method, path }) =>
          ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && /^\/api\/(?!v1)/.test(path),
      )
      expect(changing.length).toBeGreaterThan(30)
      for (const { method, path } of changing) {
        const response = await call(path.replaceAll(/:\w+/g, 'x'), {
          method,
          cookie,
          headers: headers,
        })
        expect(`${path} ${response.status}`).toBe(`${path} 403`)
      }
    },
  )

  it('rejects requests of other sites for images, scripts and data, but allows navigation', async () => {
    const { call, signIn } = await openServer()
    const cookie = getFirstCookie(await signIn())
    const statusFor = async (headers: Record<string, string>) =>
      (await call('/api/sessions', { cookie, headers })).status
    expect(await statusFor({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(
      403,
    )
    expect(await statusFor({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' })).toBe(403)
    expect(await statusFor({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(
      200,
    )
    expect(await statusFor({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200)
  })

  it('rejects a sign-in over HTTPS whose Origin is the same host over plain HTTP', async () => {
    const { signIn } = await openServer({
      password,
      proxies: ['10.0.0.2'],
      names: ['studio.example'],
    })
    const from = '10.0.0.2'
    const host = 'studio.example'
    const forwarded = { 'x-forwarded-proto': 'https' }
    const statusFor = async (origin: string) =>
      (await signIn({ from, host, headers: { ...forwarded, origin } })).status
    expect(await statusFor('http://studio.example')).toBe(403)
    expect(await statusFor('https://studio.example')).toBe(204)
  })
})

describe('response headers', () => {
  it('forbid the caching of all API responses', async () => {
    const { call, signIn } = await openServer()
    const cookie = getFirstCookie(await signIn())
    for (const path of ['/api/sessions', '/api/nothing', '/llm/v1/models', '/model/v1/x']) {
      expect((await call(path, { cookie })).headers.get('cache-control')).toBe('no-store')
    }
  })

  it('contain HSTS only for HTTPS through a trusted proxy', async () => {
    const options = { password, proxies: ['10.0.0.2'], names: ['studio.example'] }
    const { call } = await openServer(options)
    const headers = { 'x-forwarded-proto': 'https' }
    const secure = await call('/api/session', { headers, from: '10.0.0.2', host: 'studio.example' })
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const claimed = await call('/api/session', {
      headers,
      from: '10.0.0.3',
      host: 'studio.example',
    })
    expect(claimed.headers.has('strict-transport-security')).toBe(false)
  })

  it('clear the cache and storage, but not the cookies, after a sign-out', async () => {
    const { call, signIn } = await openServer()
    const response = await call('/api/session', {
      method: 'DELETE',
      cookie: getFirstCookie(await signIn()),
    })
    expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"')
  })
})

describe('a weak password', () => {
  it('is rejected in Settings and in the environment', async () => {
    const { call, openLink } = await openServer({})
    const cookie = getFirstCookie(await openLink())
    const set = (next: string) => call('/api/password', { method: 'PUT', body: { next }, cookie })
    for (const weak of ['password123', 'qwertyuiop', 'bozzetto12345', 'aaaaaaaaaaaa']) {
      expect((await set(weak)).status).toBe(400)
      await expect(openServer({ password: weak })).rejects.toThrow(
        /^BOZZETTO_PASSWORD.*easy to guess/,
      )
    }
    expect((await set(password)).status).toBe(204)
  })
})

describe('API keys', () => {
  const right = 'sa-0123456789abcdef'
  it('count towards the limit of guesses if they are wrong, and always work if they are valid', async () => {
    const access = await openTestAccess(store, { password, clock: () => now })
    const countWrong = (c: Parameters<Access['callerOf']>[0]) =>
      void access.guesses.begin({ address: access.callerOf(c).address, isProgram: true })
    const keyCheck = createKeyCheck([right], { countWrong })
    const services = {
      activity: createActivity(),
      access,
      audit: createTestAudit(),
      keyCheck,
      catalogue: emptyCatalogue,
    }
    const app = createApp(services as unknown as Services)
    const findStatus = async (key: string, from: string) => {
      const headers = { host: '127.0.0.1:5310', authorization: `Bearer ${key}` }
      const env = { incoming: { socket: { remoteAddress: from } } }
      return (await app.request('http://127.0.0.1:5310/llm/v1/models', { headers }, env)).status
    }
    let lookedAt = 0
    for (let i = 0; i < 200; i++) {
      if ((await findStatus(`sa-wrong-${i}`, `127.0.${i}.${i % 7}`)) !== 429) lookedAt++
    }
    expect(lookedAt).toBe(5)
    for (let i = 0; i < 200; i++) {
      if ((await findStatus(`sa-wrong-${i}`, `9.9.${i}.1`)) !== 429) lookedAt++
    }
    expect(lookedAt).toBe(30)
    expect(await findStatus(right, '127.0.0.1')).toBe(200)
    expect(await findStatus(right, '9.9.9.1')).toBe(200)
  })
})

const emptyCatalogue = { list: () => Promise.resolve({ models: [] }) }

describe('confirmation of sensitive routes', () => {
  const guardedOnes = [
    'POST /api/keys',
    'PATCH /api/keys/x',
    'POST /api/keys/x/revoke',
    'DELETE /api/sessions',
    'DELETE /api/sessions/x',
    'GET /api/export?format=zip',
    'GET /api/own-data',
    'GET /api/library/archive',
    'GET /api/audit/export',
    'GET /api/session/confirmed',
    'POST /api/second-factor',
    'POST /api/second-factor/setup',
    'POST /api/passkeys',
    'POST /api/passkeys/options',
    'DELETE /api/passkeys/x',
    'POST /api/account/delete',
    'DELETE /api/account/identity',
    'POST /api/people',
    'PUT /api/people/settings',
    'GET /api/people/x/chats',
    'GET /api/people/x/chats/y',
    'POST /api/keys/x/webhook-secret',
    'PUT /api/limits',
    'DELETE /api/limits/x',
  ]

  /** Requests that need a confirmation only if the server has a password. */
  const guardedByPassword = [
    'PUT /api/assets/x/share',
    'DELETE /api/assets/x/share',
    'PUT /api/conversations/x/share',
    'DELETE /api/conversations/x/share',
  ]

  it.each([
    ['the password', { password }, { password: 'a wrong password' }, { password }],
    ['the link', {}, { token: 'x' }, { token: testLinkToken }],
  ])(
    'asks for %s again if the last confirmation is more than ten minutes old',
    async (_name, options, wrong, right) => {
      const { call } = await openServer(options)
      const signedIn = await call('/api/session', { method: 'POST', body: right })
      const cookie = getFirstCookie(signedIn)
      const getCode = async (route: string) => {
        const [method = '', path = ''] = route.split(' ')
        const response = await call(path, { method, cookie })
        return ((await response.json().catch(() => ({}))) as { code?: string }).code
      }
      const confirm = async (body: object) =>
        (await call('/api/session/confirmed', { method: 'POST', body, cookie })).status
      expect((await call('/api/session/confirmed', { cookie })).status).toBe(204)
      now += 10 * 60_000
      for (const route of guardedOnes) expect(await getCode(route)).toBe('confirmation_needed')
      for (const route of guardedByPassword) {
        expect((await getCode(route)) === 'confirmation_needed').toBe('password' in right)
      }
      expect((await call('/api/sessions', { cookie })).status).toBe(200)
      expect(await confirm(wrong)).toBe(403)
      expect(await getCode('GET /api/session/confirmed')).toBe('confirmation_needed')
      expect(await confirm(right)).toBe(204)
      expect((await call('/api/session/confirmed', { cookie })).status).toBe(204)
      expect((await call('/api/session/confirmed', { method: 'POST', body: right })).status).toBe(
        401,
      )
    },
  )
})

describe('a damaged password hash', () => {
  it('rejects every sign-in if the stored password hash is damaged', async () => {
    await store.db
      .insert(passwords)
      .values({ id: 'owner', hash: 'scrypt:16:8:1:x:y', source: 'owner' })
    const { signIn, call } = await openServer({})
    expect((await call('/api/sessions')).status).toBe(401)
    expect((await signIn()).status).toBe(500)
  })
})

it('openAccess hashes the password with the default scrypt cost', async () => {
  await openAccess(store, {
    audit: createTestAudit(),
    listensOn: '::1',
    names: [],
    proxies: [],
    secret: 's',
    linkToken: 't',
    password,
  })
  const [row] = await store.db.select().from(passwords)
  expect(row?.hash).toMatch(/^scrypt:32768:8:3:/)
})
