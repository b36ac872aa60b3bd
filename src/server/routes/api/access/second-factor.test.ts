import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
} from '#contract/access/second-factor.ts'
import { codeShownBy } from '../../../access/second-factor/totp.fixture.ts'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import { passwords, recoveryCodes, secondFactors, sessions } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import {
  getFirstCookie,
  getDeviceCookie,
  forgetGuesses,
  openTestServer,
  testPassword as password,
  type TestServerOptions,
} from './access-app.fixture.ts'

const stepMs = 30_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let store: Store
let now: number
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [sessions, passwords, secondFactors, recoveryCodes]) {
    await store.db.delete(table)
  }
  await forgetGuesses(store)
  now = Date.parse('2026-11-20T10:00:00Z')
})

async function openServer(options: TestServerOptions = { password }) {
  const audit = createTestAudit()
  const server = await openTestServer(store, { clock: () => now, audit, ...options })
  const post = (path: string, body: object, cookie?: string, from?: string) =>
    server.call(path, { method: 'POST', body, cookie, ...(from !== undefined && { from }) })
  const isIn = async (cookie: string | undefined) =>
    (await server.call('/api/sessions', { cookie })).status === 200
  const state = async (cookie: string | undefined) =>
    secondFactorSchema.parse(await (await server.call('/api/second-factor', { cookie })).json())

  async function turnOn() {
    const signedIn = await server.signIn()
    const own = getFirstCookie(signedIn)
    const setup = await post('/api/second-factor/setup', {}, own)
    const { key, address } = secondFactorSetupSchema.parse(await setup.json())
    const on = await post('/api/second-factor', { code: codeShownBy(key, now) }, own)
    expect(on.status).toBe(200)
    const { recoveryCodes: codes } = recoveryCodesSchema.parse(await on.json())
    // The code that turned on the second factor is used up, so the tests use the next code.
    now += stepMs
    return {
      own,
      device: getDeviceCookie(signedIn),
      key,
      address,
      codes,
      code: () => codeShownBy(key, now),
    }
  }

  async function showPassword(from?: string, cookie?: string) {
    const response = await server.signIn({ cookie, ...(from !== undefined && { from }) })
    expect(response.status).toBe(403)
    expect(await getCode(response)).toBe('code_needed')
    const [proof = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    return [cookie, proof.split(';')[0]].filter(Boolean).join('; ')
  }
  const showCode = (code: string, proof: string | undefined, from?: string) =>
    post('/api/session/code', { code }, proof, from)
  async function signInWith(code: string) {
    const proof = await showPassword()
    return showCode(code, proof)
  }
  return { ...server, audit, post, isIn, state, turnOn, showPassword, showCode, signInWith }
}

const getCode = async (response: Response) =>
  ((await response.clone().json()) as { code?: string }).code
/** The response may also delete another cookie, so the session's cookie is found by its name. */
const getSession = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((one) => /^[\w-]+=[\w-]{43};/.test(one) && !one.includes('-proof='))
    ?.split(';')[0]
const wrongFor = (key: string, n = 0) => {
  const near = [-2, -1, 0, 1, 2].map((away) => codeShownBy(key, now + away * stepMs))
  let code = n
  while (near.includes(String(code).padStart(6, '0'))) code += 1000
  return String(code).padStart(6, '0')
}

describe('turning on the second factor', () => {
  it('turns on the second factor after a valid code, and ends other sessions', async () => {
    const { signIn, post, isIn, state, audit } = await openServer()
    const stolen = getFirstCookie(await signIn())
    const own = getFirstCookie(await signIn())
    expect(await state(own)).toEqual({ isOn: false })
    expect(await getCode(await post('/api/second-factor', { code: '123456' }, own))).toBe(
      'conflict',
    )
    const setup = await post('/api/second-factor/setup', {}, own)
    expect(setup.headers.get('cache-control')).toBe('no-store')
    const { key, address } = secondFactorSetupSchema.parse(await setup.json())
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toBe(
      `otpauth://totp/Bozzetto:127.0.0.1%3A5310?secret=${key}&issuer=Bozzetto&algorithm=SHA1&digits=6&period=30`,
    )
    const wrong = await post('/api/second-factor', { code: wrongFor(key) }, own)
    expect(wrong.status).toBe(403)
    expect(await state(own)).toEqual({ isOn: false })
    expect((await signIn()).status).toBe(204)

    const code = codeShownBy(key, now)
    expect(await getCode(await post('/api/second-factor', { code }, stolen))).toBe('conflict')
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const on = await post('/api/second-factor', { code: spaced }, own)
    expect(recoveryCodesSchema.parse(await on.json()).recoveryCodes).toHaveLength(10)
    expect(await state(own)).toEqual({
      isOn: true,
      since: '2026-11-20T10:00:00.000Z',
      recoveryCodesLeft: 10,
    })
    expect(await isIn(own)).toBe(true)
    expect(await isIn(stolen)).toBe(false)
    expect(audit.entries.map(({ kind }) => kind)).toContain('second_factor_set')
    expect((await post('/api/second-factor/setup', {}, own)).status).toBe(409)
    expect((await post('/api/second-factor', { code: codeShownBy(key, now) }, own)).status).toBe(
      409,
    )
  })

  it('stores neither the key nor the recovery codes in plain text and returns them once', async () => {
    const { turnOn, call } = await openServer()
    const { key, codes, own } = await turnOn()
    const rows = JSON.stringify([
      await store.db.select().from(secondFactors),
      await store.db.select().from(recoveryCodes),
    ])
    expect(rows).not.toContain(key)
    for (const code of codes) {
      expect(rows).not.toContain(code)
      expect(rows).not.toContain(code.replaceAll('-', ''))
    }
    const shown = await (await call('/api/second-factor', { cookie: own })).text()
    expect(shown).not.toContain(key)
    expect(shown).not.toContain(codes[0])
  })

  it('rejects the code of a setup that is older than ten minutes', async () => {
    const { signIn, post } = await openServer()
    const own = getFirstCookie(await signIn())
    const { key } = secondFactorSetupSchema.parse(
      await (await post('/api/second-factor/setup', {}, own)).json(),
    )
    now += 10 * minuteMs + 1
    await post('/api/session/confirmed', { password }, own)
    const late = await post('/api/second-factor', { code: codeShownBy(key, now) }, own)
    expect(late.status).toBe(409)
  })

  it('cannot turn on the second factor on a server without a password', async () => {
    const { openLink, post } = await openServer({})
    const own = getFirstCookie(await openLink())
    expect((await post('/api/second-factor/setup', {}, own)).status).toBe(409)
  })
})

describe('signing in', () => {
  it('asks for a code after the password, and creates no session before the code', async () => {
    const { turnOn, showPassword, showCode, isIn, call, audit } = await openServer()
    const { code } = await turnOn()
    const proof = await showPassword()
    expect(proof).toMatch(/-proof=[\w-]{43}$/)
    expect(await isIn(proof)).toBe(false)
    const token = proof.split('=')[1] ?? ''
    for (const name of [proof.replace('-proof', ''), `x=${token}`]) {
      expect(await isIn(name)).toBe(false)
    }
    const answer = await showCode(code(), proof)
    expect(answer.status).toBe(204)
    expect(await isIn(getSession(answer))).toBe(true)
    expect(answer.headers.getSetCookie().join()).toMatch(/-proof=; Max-Age=0/)
    expect(audit.entries.at(-1)).toMatchObject({ kind: 'sign_in', subject: 'password and code' })
    const state = await (await call('/api/session', { cookie: getSession(answer) })).json()
    expect(state).toMatchObject({ isSignedIn: true })
  })

  it('sets the cookie that proves the password with HttpOnly and a limited path', async () => {
    const { turnOn, signIn } = await openServer()
    await turnOn()
    const [header = ''] = (await signIn()).headers.getSetCookie()
    expect(header).toContain('HttpOnly')
    expect(header).toContain('SameSite=Strict')
    expect(header).toContain('Max-Age=300')
  })

  it('does not reveal whether 2FA is on before the password is correct', async () => {
    const { turnOn, signIn, showCode, call, signInWith } = await openServer()
    const { code } = await turnOn()
    expect((await signIn({ password: 'a wrong password' })).status).toBe(401)
    const state = (await (await call('/api/session')).json()) as object
    expect(state).toEqual({
      signInWith: 'password',
      isSignedIn: false,
      passwordFrom: 'environment',
    })
    for (const proof of [undefined, 'x=y', `bozzetto-00000000-proof=${'A'.repeat(43)}`]) {
      const answer = await showCode(code(), proof)
      expect(answer.status).toBe(409)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    // The code was not checked before, so the code can still be used.
    expect((await signInWith(code())).status).toBe(204)
  })

  it('accepts each code once, even across a restart, and rejects older codes', async () => {
    const { turnOn, signInWith } = await openServer()
    const { key, code } = await turnOn()
    expect((await signInWith(code())).status).toBe(204)
    const again = await signInWith(code())
    expect(again.status).toBe(401)
    expect(await again.text()).toContain('already been used')
    const restarted = await openServer()
    expect((await restarted.signInWith(code())).status).toBe(401)
    // The previous code would still be valid by time, but a later code was already accepted.
    expect((await restarted.signInWith(codeShownBy(key, now - stepMs))).status).toBe(401)
    now += stepMs
    expect((await restarted.signInWith(code())).status).toBe(204)
  })

  it('rejects the code with which the second factor was turned on', async () => {
    const { signIn, post, signInWith } = await openServer()
    const own = getFirstCookie(await signIn())
    const { key } = secondFactorSetupSchema.parse(
      await (await post('/api/second-factor/setup', {}, own)).json(),
    )
    const code = codeShownBy(key, now)
    await post('/api/second-factor', { code }, own)
    expect((await signInWith(code)).status).toBe(401)
  })

  it('accepts a code only once when concurrent requests send it', async () => {
    const { turnOn, showPassword, showCode } = await openServer()
    const { code } = await turnOn()
    const proofs: string[] = []
    for (let i = 0; i < 8; i++) proofs.push(await showPassword(`9.9.9.${i}`))
    const answers = await Promise.all(
      proofs.map((proof, i) => showCode(code(), proof, `9.9.9.${i}`)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204, 401, 401, 401, 401, 401, 401, 401,
    ])
  })

  it('accepts a proof of the password only once when concurrent requests send it', async () => {
    const { turnOn, showPassword, showCode } = await openServer()
    const { code, codes } = await turnOn()
    const proof = await showPassword()
    const tried = [code(), ...codes.slice(0, 4)]
    const answers = await Promise.all(tried.map((one) => showCode(one, proof)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await store.db.select().from(recoveryCodes)).toHaveLength(10)
  })

  it('checks at most ten wrong codes per hour from unknown browsers, even if their IP addresses differ', async () => {
    const { turnOn, showPassword, showCode, audit } = await openServer()
    const { key, code, device } = await turnOn()
    let lookedAt = 0
    for (let i = 0; i < 40; i++) {
      // Time passes between the guesses, so that the limit of password guesses is not reached.
      now += minuteMs
      const from = `9.9.${i}.1`
      const answer = await showCode(wrongFor(key, i), await showPassword(from), from)
      expect([401, 429]).toContain(answer.status)
      if (answer.status === 401) lookedAt++
    }
    expect(lookedAt).toBe(10)
    expect(audit.entries.filter(({ kind }) => kind === 'second_factor_failed')).toHaveLength(10)
    expect(audit.entries).toContainEqual(
      expect.objectContaining({ kind: 'limit_hit', subject: 'two-factor codes' }),
    )
    // Codes from unknown browsers are not checked any more. The owner's browser has a separate
    // limit.
    const refused = await showCode(code(), await showPassword('8.8.8.8'), '8.8.8.8')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(15 * 60)
    expect(await refused.text()).toMatch(/in \d\d min/)
    now += minuteMs
    expect((await showCode(code(), await showPassword('8.8.8.8', device))).status).toBe(204)
    for (let i = 0; i < 12; i++) {
      now += minuteMs
      const answer = await showCode(wrongFor(key, i), await showPassword('8.8.8.8', device))
      expect(answer.status).toBe(i < 10 ? 401 : 429)
    }
    now += hourMs
    expect((await showCode(code(), await showPassword('8.8.8.8'), '8.8.8.8')).status).toBe(204)
  })

  it('keeps the limit of wrong codes across a restart', async () => {
    let server = await openServer()
    const { key, code } = await server.turnOn()
    let lookedAt = 0
    for (let i = 0; i < 20; i++) {
      now += minuteMs
      const from = `9.9.${i}.1`
      const proof = await server.showPassword(from)
      if ((await server.showCode(wrongFor(key, i), proof, from)).status === 401) lookedAt++
      await server.access.close()
      server = await openServer()
    }
    expect(lookedAt).toBe(10)
    now += minuteMs
    const proof = await server.showPassword('8.8.8.8')
    expect((await server.showCode(code(), proof, '8.8.8.8')).status).toBe(429)
  })

  it('counts a correct password without a following code as a password guess', async () => {
    const { turnOn, showPassword, signIn } = await openServer()
    await turnOn()
    for (let i = 0; i < 5; i++) await showPassword('7.7.7.7')
    expect((await signIn({ from: '7.7.7.7' })).status).toBe(429)
    for (let i = 0; i < 25; i++) await showPassword(`9.9.9.${i}`)
    expect((await signIn({ from: '6.6.6.6' })).status).toBe(429)
  })

  it('keeps a started sign-in valid when strangers start many sign-ins', async () => {
    const { turnOn, showPassword, showCode } = await openServer()
    const { code, device } = await turnOn()
    const mine = await showPassword(undefined, device)
    // Starts as many sign-ins as the limits allow while the owner's password proof is valid.
    for (let minute = 0; minute < 4; minute++) {
      now += minuteMs
      for (let i = 0; i < 30; i++) await showPassword(`9.9.${minute}.${i}`)
    }
    expect((await showCode(code(), mine)).status).toBe(204)
  })
})

describe('the proof between password and code', () => {
  it('rejects a password proof after its use, after five minutes and after five wrong codes', async () => {
    const { turnOn, showPassword, showCode } = await openServer()
    const { key, code } = await turnOn()
    const used = await showPassword()
    expect((await showCode(code(), used)).status).toBe(204)
    now += stepMs
    expect((await showCode(code(), used)).status).toBe(409)

    const old = await showPassword()
    now += 5 * minuteMs
    expect((await showCode(code(), old)).status).toBe(409)

    const tried = await showPassword()
    for (let i = 0; i < 5; i++) expect((await showCode(wrongFor(key, i), tried)).status).toBe(401)
    expect((await showCode(code(), tried)).status).toBe(409)
    expect((await showCode(code(), await showPassword())).status).toBe(204)
  })

  it('rejects a password proof if the clock is set back', async () => {
    const { turnOn, showPassword, showCode } = await openServer()
    const { codes } = await turnOn()
    const proof = await showPassword()
    now -= 24 * hourMs
    expect((await showCode(codes[0] ?? '', proof)).status).toBe(409)
  })

  it('accepts a password proof only for its purpose and session', async () => {
    const { turnOn, showPassword, showCode, post, call } = await openServer()
    const { own, code, codes } = await turnOn()
    const forSignIn = await showPassword()
    const confirmed = '/api/session/confirmed'
    const both = `${own}; ${forSignIn}`
    expect((await post(`${confirmed}/code`, { code: code() }, both)).status).toBe(409)
    const asked = await post(confirmed, { password }, own)
    expect(await getCode(asked)).toBe('code_needed')
    const forConfirming = getFirstCookie(asked) ?? ''
    expect((await showCode(code(), forConfirming)).status).toBe(409)
    const other = getSession(await showCode(code(), await showPassword()))
    expect((await call('/api/sessions', { cookie: other })).status).toBe(200)
    const crossed = `${other}; ${forConfirming}`
    expect((await post(`${confirmed}/code`, { code: codes[0] }, crossed)).status).toBe(409)
  })

  it('rejects a password proof after the password or the second factor has changed', async () => {
    const { openLink, call, ...server } = await openServer({})
    const first = getFirstCookie(await openLink())
    await call('/api/password', { method: 'PUT', body: { next: password }, cookie: first })
    const { own, code, codes } = await server.turnOn()
    const before = await server.showPassword()
    const next = 'another long password'
    const change = { method: 'PUT', body: { current: password, next }, cookie: own }
    expect((await call('/api/password', change)).status).toBe(204)
    expect((await server.showCode(code(), before)).status).toBe(409)

    const proof = await call('/api/session', { method: 'POST', body: { password: next } })
    const off = { password: next, code: code() }
    expect((await server.post('/api/second-factor/remove', off, own)).status).toBe(204)
    expect((await server.showCode(codes[0] ?? '', getFirstCookie(proof))).status).toBe(409)
  })
})

describe('a recovery code', () => {
  it('is accepted once, with any spacing and case', async () => {
    const { turnOn, signInWith, state, isIn, audit } = await openServer()
    const { codes } = await turnOn()
    const [first = '', second = '', third = ''] = codes
    const answer = await signInWith(first)
    expect(answer.status).toBe(204)
    const session = getSession(answer)
    expect(await isIn(session)).toBe(true)
    expect(await state(session)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(audit.entries.map(({ kind }) => kind)).toContain('recovery_code_used')
    expect(audit.entries.at(-1)).toMatchObject({ subject: 'password and recovery code' })
    expect(JSON.stringify(audit.entries)).not.toContain(first)
    expect((await signInWith(first)).status).toBe(401)
    const restarted = await openServer()
    expect((await restarted.signInWith(first)).status).toBe(401)
    expect((await restarted.signInWith(second.toUpperCase().replaceAll('-', ' '))).status).toBe(204)
    expect((await restarted.signInWith(third.slice(0, -1))).status).toBe(401)
  })

  it('is accepted once when concurrent requests send it', async () => {
    const { turnOn, showPassword, showCode } = await openServer()
    const { codes } = await turnOn()
    const proofs: string[] = []
    for (let i = 0; i < 8; i++) proofs.push(await showPassword(`9.9.9.${i}`))
    const answers = await Promise.all(proofs.map((proof) => showCode(codes[0] ?? '', proof)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('is accepted even after many wrong codes', async () => {
    const { turnOn, showPassword, showCode } = await openServer()
    const { key, codes } = await turnOn()
    for (let i = 0; i < 12; i++) {
      now += minuteMs
      await showCode(wrongFor(key, i), await showPassword('9.9.9.9'), '9.9.9.9')
    }
    now += minuteMs
    const proof = await showPassword('9.9.9.9')
    expect((await showCode(wrongFor(key), proof, '9.9.9.9')).status).toBe(429)
    expect((await showCode(codes[0] ?? '', proof, '9.9.9.9')).status).toBe(204)
  })

  it('is rejected once new recovery codes were created', async () => {
    const { turnOn, post, signInWith, audit } = await openServer()
    const { own, code, codes } = await turnOn()
    const renew = (body: object) => post('/api/second-factor/recovery-codes', body, own)
    expect((await renew({ password: 'a wrong password', code: code() })).status).toBe(403)
    expect((await renew({ password, code: '000 000' })).status).toBe(403)
    expect((await renew({ password })).status).toBe(400)
    const answer = await renew({ password, code: code() })
    const { recoveryCodes: fresh } = recoveryCodesSchema.parse(await answer.json())
    expect(new Set([...fresh, ...codes]).size).toBe(20)
    expect(audit.entries.at(-1)).toMatchObject({ kind: 'recovery_codes_made' })
    expect((await signInWith(codes[0] ?? '')).status).toBe(401)
    expect((await signInWith(fresh[0] ?? '')).status).toBe(204)
  })
})

describe('confirming a session', () => {
  it('requires a code after the password to confirm a session', async () => {
    const { turnOn, call, post } = await openServer()
    const { own, key, code } = await turnOn()
    now += 10 * minuteMs
    const isConfirmed = async () =>
      (await call('/api/session/confirmed', { cookie: own })).status === 204
    const confirmed = '/api/session/confirmed'
    expect(await isConfirmed()).toBe(false)
    const asked = await post(confirmed, { password }, own)
    expect(asked.status).toBe(403)
    expect(await getCode(asked)).toBe('code_needed')
    expect(await isConfirmed()).toBe(false)
    // A code needs two cookies: the proof of the password and the session.
    const proof = getFirstCookie(asked) ?? ''
    expect((await post(`${confirmed}/code`, { code: code() }, proof)).status).toBe(401)
    expect((await post(`${confirmed}/code`, { code: code() }, own)).status).toBe(409)
    const both = `${own}; ${proof}`
    expect((await post(`${confirmed}/code`, { code: wrongFor(key) }, both)).status).toBe(403)
    expect(await isConfirmed()).toBe(false)
    expect((await post(`${confirmed}/code`, { code: code() }, both)).status).toBe(204)
    expect(await isConfirmed()).toBe(true)
    expect((await call('/api/sessions', { method: 'DELETE', cookie: own })).status).toBe(204)
  })

  it('requires a confirmation for a new password, and keeps the second factor', async () => {
    const { openLink, call, ...server } = await openServer({})
    const first = getFirstCookie(await openLink())
    await call('/api/password', { method: 'PUT', body: { next: password }, cookie: first })
    const { own, code, codes } = await server.turnOn()
    now += 10 * minuteMs
    const next = 'another long password'
    const change = { method: 'PUT', body: { current: password, next }, cookie: own }
    expect(await getCode(await call('/api/password', change))).toBe('confirmation_needed')
    const asked = await server.post('/api/session/confirmed', { password }, own)
    const both = `${own}; ${getFirstCookie(asked)}`
    await server.post('/api/session/confirmed/code', { code: code() }, both)
    expect((await call('/api/password', change)).status).toBe(204)
    expect(await server.isIn(own)).toBe(true)
    expect(await server.state(own)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    const signIn = await server.signIn({ password: next })
    expect(await getCode(signIn)).toBe('code_needed')
    expect((await server.showCode(codes[0] ?? '', getFirstCookie(signIn))).status).toBe(204)
  })
})

describe('turning off the second factor', () => {
  it('turns off the second factor with the password and a code in the same request', async () => {
    const { turnOn, post, signIn, isIn, state, showPassword, showCode, audit } = await openServer()
    const { own, key, code, codes } = await turnOn()
    const other = getSession(await showCode(codes[1] ?? '', await showPassword()))
    const remove = (body: object, cookie = own) => post('/api/second-factor/remove', body, cookie)
    expect((await remove({ password, code: wrongFor(key) })).status).toBe(403)
    expect((await remove({ password: 'a wrong password', code: code() })).status).toBe(403)
    expect((await remove({ code: code() })).status).toBe(400)
    expect((await remove({ password, code: code() }, 'x=y')).status).toBe(401)
    expect(await state(own)).toMatchObject({ isOn: true })
    expect((await remove({ password, code: codes[0] })).status).toBe(204)
    expect(audit.entries.at(-1)).toMatchObject({ kind: 'second_factor_removed' })
    expect(await isIn(own)).toBe(true)
    expect(await isIn(other)).toBe(false)
    expect(await state(own)).toEqual({ isOn: false })
    expect((await signIn()).status).toBe(204)
    expect(await store.db.select().from(recoveryCodes)).toEqual([])
    const rows = await store.db.select().from(secondFactors)
    expect(rows).toMatchObject([{ enrolment: null, sealedKey: null }])
    expect((await remove({ password, code: codes[2] })).status).toBe(409)
  })

  it('invalidates the old key and recovery codes when the second factor is set up again', async () => {
    const { turnOn, post, isIn, signInWith, showPassword, showCode } = await openServer()
    const old = await turnOn()
    const stolen = getSession(await showCode(old.codes[0] ?? '', await showPassword()))
    await post('/api/second-factor/remove', { password, code: old.code() }, old.own)
    now += stepMs
    const fresh = await turnOn()
    expect(await isIn(stolen)).toBe(false)
    expect(await isIn(old.own)).toBe(false)
    expect((await signInWith(old.code())).status).toBe(401)
    expect((await signInWith(old.codes[1] ?? '')).status).toBe(401)
    expect((await signInWith(fresh.code())).status).toBe(204)
  })

  it('is required before the password can be removed', async () => {
    const { openLink, call, ...server } = await openServer({})
    const first = getFirstCookie(await openLink())
    await call('/api/password', { method: 'PUT', body: { next: password }, cookie: first })
    const { own, code } = await server.turnOn()
    const remove = () => server.post('/api/password/remove', { current: password }, own)
    expect((await remove()).status).toBe(409)
    await server.post('/api/second-factor/remove', { password, code: code() }, own)
    expect((await remove()).status).toBe(204)
  })

  it('lets an owner without the phone turn off the second factor in the terminal', async () => {
    const { turnOn, access, isIn, signIn, audit } = await openServer()
    const { own } = await turnOn()
    expect(await access.secondFactor.drop()).toBe(true)
    expect(audit.entries.at(-1)).toMatchObject({ kind: 'second_factor_removed' })
    expect(await isIn(own)).toBe(false)
    expect((await signIn()).status).toBe(204)
    expect(await access.secondFactor.drop()).toBe(false)
  })
})

describe('the stored second factor', () => {
  it('keeps the second factor across a restart, a new password of the environment, and a start without a password', async () => {
    const { turnOn } = await openServer()
    const { own, code } = await turnOn()
    const same = await openServer()
    expect(await same.isIn(own)).toBe(true)
    const next = 'another long password'
    const changed = await openServer({ password: next })
    expect(await changed.isIn(own)).toBe(false)
    expect(await getCode(await changed.signIn({ password: next }))).toBe('code_needed')
    // The server now has no password. The printed link needs no code and cannot turn off the second
    // factor.
    const without = await openServer({})
    const byLink = getFirstCookie(await without.openLink())
    expect(await without.isIn(byLink)).toBe(true)
    const off = await without.post(
      '/api/second-factor/remove',
      { password: next, code: code() },
      byLink,
    )
    expect(off.status).toBe(409)
    const again = await openServer()
    expect((await again.signInWith(code())).status).toBe(204)
  })

  it('cannot be read with another server secret, but recovery codes are still accepted', async () => {
    const { turnOn } = await openServer()
    const { code, codes } = await turnOn()
    const other = await openServer({ password, secret: 'another secret of ours' })
    const refused = await other.signInWith(code())
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('recovery code')
    expect((await other.signInWith(codes[0] ?? '')).status).toBe(204)
  })
})

it('the second factor is not required for API keys', async () => {
  const key = 'sa-0123456789abcdef'
  const { turnOn, call } = await openServer({ password, keys: [key] })
  await turnOn()
  const headers = { authorization: `Bearer ${key}` }
  expect((await call('/llm/v1/models', { headers })).status).toBe(200)
})
