import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
} from '#contract/access/second-factor.ts'
import { peopleSchema } from '#contract/access/people.ts'
import { codeShownBy } from '../../../access/second-factor/totp.fixture.ts'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import {
  invitations,
  passwords,
  recoveryCodes,
  secondFactors,
  sessions,
  users,
} from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import {
  getFirstCookie,
  forgetGuesses,
  openTestServer,
  testPassword,
} from './access-app.fixture.ts'

const stepMs = 30_000
const dayMs = 24 * 3_600_000
const benPassword = 'another horse battery'

let store: Store
let now: number
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [sessions, passwords, secondFactors, recoveryCodes, invitations, users]) {
    await store.db.delete(table)
  }
  await forgetGuesses(store)
  now = Date.parse('2026-11-20T10:00:00Z')
})

async function openServer() {
  const audit = createTestAudit()
  const server = await openTestServer(store, { password: testPassword, clock: () => now, audit })
  const post = (path: string, body: object, cookie?: string, from = '127.0.0.1') =>
    server.call(path, { method: 'POST', body, cookie, from })
  const first = getFirstCookie(await server.signIn())
  await post('/api/people', { name: 'Ada', email: 'ada@example.com' }, first)
  const invited = await server.access.people.invitations.invite(
    { name: 'Ben', role: 'member' },
    'owner',
  )
  const accepted = { token: invited.token, name: 'Ben', email: 'ben@example.com' }
  const joined = await post('/api/invitation/accept', { ...accepted, password: benPassword })
  const ben = getFirstCookie(joined)
  const benId = server.access.people.list().find(({ name }) => name === 'Ben')!.id
  const showPassword = (person: 'ada' | 'ben', from?: string) =>
    post(
      '/api/session',
      {
        email: `${person}@example.com`,
        password: person === 'ada' ? testPassword : benPassword,
      },
      undefined,
      from,
    )
  const isIn = async (cookie: string | undefined) =>
    (await server.call('/api/sessions', { cookie })).status === 200
  const state = async (cookie: string | undefined) =>
    secondFactorSchema.parse(await (await server.call('/api/second-factor', { cookie })).json())
  async function turnOn(cookie: string | undefined) {
    const setup = await post('/api/second-factor/setup', {}, cookie)
    const { key, address } = secondFactorSetupSchema.parse(await setup.json())
    const on = await post('/api/second-factor', { code: codeShownBy(key, now) }, cookie)
    const { recoveryCodes: codes } = recoveryCodesSchema.parse(await on.json())
    now += stepMs
    return { codes, address, code: () => codeShownBy(key, now) }
  }
  return { ...server, audit, post, first, ben, benId, showPassword, isIn, state, turnOn }
}

const proofIn = (response: Response) => getFirstCookie(response)

describe('second factor of a member', () => {
  it('is required after the member’s password, and accepts each code once', async () => {
    const { turnOn, ben, first, state, isIn, showPassword, post } = await openServer()
    const other = getFirstCookie(await showPassword('ben'))
    const { code, codes, address } = await turnOn(ben)
    expect(address).toContain('ben%40example.com')
    expect(await isIn(ben)).toBe(true)
    expect(await isIn(other)).toBe(false)
    expect(await isIn(first)).toBe(true)
    expect(await state(first)).toEqual({ isOn: false })
    expect(await state(ben)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await showPassword('ada')).status).toBe(204)

    const asked = await showPassword('ben')
    expect(asked.status).toBe(403)
    expect(await isIn(proofIn(asked))).toBe(false)
    const shown = code()
    expect((await post('/api/session/code', { code: shown }, proofIn(asked))).status).toBe(204)
    const again = await showPassword('ben')
    expect((await post('/api/session/code', { code: shown }, proofIn(again))).status).toBe(401)
    const byCode = await post('/api/session/code', { code: codes[0] }, proofIn(again))
    expect(byCode.status).toBe(204)
    expect(await state(ben)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('does not accept a member’s code for another account', async () => {
    const { turnOn, ben, first, showPassword, post, call } = await openServer()
    const ofBen = await turnOn(ben)
    const ofAda = await turnOn(first)
    const asked = await showPassword('ada')
    for (const code of [ofBen.code(), ofBen.codes[0]]) {
      expect((await post('/api/session/code', { code }, proofIn(asked))).status).toBe(401)
    }
    const signedIn = await post('/api/session/code', { code: ofAda.code() }, proofIn(asked))
    expect(signedIn.status).toBe(204)
    const session = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => /=[\w-]{43}$/.test(one) && !one.includes('-proof='))
    const told = await (await call('/api/session', { cookie: session })).json()
    expect(told).toMatchObject({ person: { email: 'ada@example.com' } })
  })

  it('does not lock other people out when somebody guesses a member’s codes', async () => {
    const { turnOn, ben, first, showPassword, post } = await openServer()
    await turnOn(ben)
    const { code } = await turnOn(first)
    const statuses = new Set<number>()
    for (let i = 0; i < 12; i++) {
      now += 60_000
      const from = `9.9.${i}.9`
      const asked = await showPassword('ben', from)
      const tried = await post('/api/session/code', { code: '000 000' }, proofIn(asked), from)
      statuses.add(tried.status)
    }
    expect(statuses).toEqual(new Set([401, 429]))
    const asked = await showPassword('ada', '9.9.9.9')
    const signedIn = await post('/api/session/code', { code: code() }, proofIn(asked), '9.9.9.9')
    expect(signedIn.status).toBe(204)
  })

  it('remains on after a restart, and can be turned off with password and code', async () => {
    const { turnOn, ben } = await openServer()
    const { code } = await turnOn(ben)
    const again = await openTestServer(store, { password: testPassword, clock: () => now })
    expect((await again.call('/api/sessions', { cookie: ben })).status).toBe(200)
    const remove = (body: object) =>
      again.call('/api/second-factor/remove', { method: 'POST', body, cookie: ben })
    expect((await remove({ password: testPassword, code: code() })).status).toBe(403)
    expect((await remove({ password: benPassword, code: code() })).status).toBe(204)
    expect(await store.db.select().from(recoveryCodes)).toEqual([])
  })
})

describe('an admin turning off second factors', () => {
  it('can turn off a member’s second factor, which is logged and ends the member’s sessions', async () => {
    const { turnOn, ben, benId, first, call, post, isIn, showPassword, audit } = await openServer()
    await turnOn(ben)
    const list = async () =>
      peopleSchema.parse(await (await call('/api/people', { cookie: first })).json()).people
    expect((await list()).map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([undefined, true])
    const path = `/api/people/${benId}/remove-second-factor`
    expect((await post(path, {}, ben)).status).toBe(403)
    expect((await post(path, {}, first)).status).toBe(204)
    expect(audit.entries.at(-1)).toMatchObject({
      kind: 'second_factor_removed',
      subject: 'ben@example.com',
    })
    expect(await isIn(ben)).toBe(false)
    expect((await showPassword('ben')).status).toBe(204)
    expect((await post(path, {}, first)).status).toBe(409)
  })

  it('cannot turn off their own second factor or that of the first account', async () => {
    const { turnOn, ben, benId, first, post, access } = await openServer()
    await turnOn(first)
    await access.people.change(benId, { role: 'admin' })
    const path = '/api/people/owner/remove-second-factor'
    expect((await post(path, {}, ben)).status).toBe(409)
    await turnOn(ben)
    const own = `/api/people/${benId}/remove-second-factor`
    expect((await post(own, {}, ben)).status).toBe(409)
    expect((await post('/api/people/nobody/remove-second-factor', {}, ben)).status).toBe(404)
  })
})

it('the deletion of a person also deletes the second factor', async () => {
  const { turnOn, ben, benId, access } = await openServer()
  await turnOn(ben)
  await access.people.scheduleDeletion(benId, 'owner')
  now += 8 * dayMs
  expect(await access.people.deleteDue()).toEqual([benId])
  expect(await store.db.select().from(secondFactors)).toEqual([])
  expect(await store.db.select().from(recoveryCodes)).toEqual([])
})
