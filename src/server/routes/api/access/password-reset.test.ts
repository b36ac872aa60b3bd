import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { secondFactorSetupSchema } from '#contract/access/second-factor.ts'
import { newId } from '#lib/id.ts'
import { codeShownBy } from '../../../access/second-factor/totp.fixture.ts'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import { readEnv } from '../../../env.ts'
import { createMailer } from '../../../mail/mailer.ts'
import { openOutbox, type Outbox } from '../../../mail/outbox.ts'
import { openSmtpServer, type TestSmtpServer } from '../../../mail/smtp-server.fixture.ts'
import {
  outgoingMessages,
  passwordResets,
  passwords,
  sessions,
  users,
} from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import {
  forgetGuesses,
  getFirstCookie,
  openTestServer,
  testPassword,
} from './access-app.fixture.ts'

const ben = { id: newId(), name: 'Ben', email: 'ben@example.com' }
const benPassword = 'four words of ben here'
const next = 'four other words of mine'

let store: Store
let smtp: TestSmtpServer
let outbox: Outbox
let passedMs: number

beforeAll(async () => {
  store = await openTestStore()
  smtp = await openSmtpServer()
})
afterAll(async () => {
  await smtp.close()
  await store.close()
})
beforeEach(async () => {
  passedMs = 0
  smtp.received.length = 0
  await forgetGuesses(store)
  for (const table of [sessions, passwordResets, users, passwords, outgoingMessages]) {
    await store.db.delete(table)
  }
})

const clock = () => Date.now() + passedMs

async function openServer({ mail = true, names = [] as string[] } = {}) {
  // A server with `names` does not start without a password.
  const isFixed = !mail || names.length > 0
  const url = { BOZZETTO_SMTP_URL: smtp.url, BOZZETTO_MAIL_FROM: 'studio@example.com' }
  const mailer = createMailer(readEnv(mail ? url : {}), { tls: { rejectUnauthorized: false } })
  outbox = openOutbox(store, { mailer, secret: 's', signWebhook: () => ({}), allowedHosts: [] })
  const audit = createTestAudit()
  const server = await openTestServer(store, {
    password: isFixed ? testPassword : undefined,
    names,
    audit,
    clock,
    services: { mailer, outbox },
  })
  const { access, call } = server
  const own = isFixed ? undefined : getFirstCookie(await server.openLink())
  if (!isFixed)
    await call('/api/password', { method: 'PUT', body: { next: testPassword }, cookie: own })
  await access.people.begin({ name: 'Anna', email: 'anna@example.com' })
  const invited = await access.people.invitations.invite({ name: 'Ben', role: 'member' }, 'owner')
  await access.people.invitations.accept({
    token: invited.token,
    name: ben.name,
    email: ben.email,
    password: benPassword,
  })
  const post = (path: string, body: object, cookie?: string, from?: string) =>
    call(path, { method: 'POST', body, cookie, ...(from !== undefined && { from }) })
  const signIn = (email: string, password: string) => post('/api/session', { email, password })
  const request = (email: string, from?: string) =>
    post('/api/password-reset', { email }, undefined, from)
  /** Requests a mail, and returns the token in its link, or an empty text without a link. */
  const requestToken = async (email: string) => {
    const before = smtp.received.length
    expect((await request(email)).status).toBe(204)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(before + 1))
    const [, token = ''] = /\/reset\/([\w-]+)/.exec(smtp.received.at(-1)?.text ?? '') ?? []
    return token
  }
  const accept = (token: string, password = next) =>
    post('/api/password-reset/accept', { token, password })
  return { ...server, audit, post, signIn, request, requestToken, accept }
}

const readMessage = async (response: Response) =>
  ((await response.json()) as { message: string }).message

describe('POST /api/password-reset', () => {
  it('mails a link that sets a new password once, and ends all sessions', async () => {
    const { signIn, requestToken, accept, post, call } = await openServer()
    const cookie = getFirstCookie(await signIn(ben.email, benPassword))
    const token = await requestToken('Ben@example.com')
    expect(smtp.received[0]?.to).toEqual([ben.email])
    expect(smtp.received[0]?.text).toContain(`http://127.0.0.1:5310/reset/${token}`)
    const rows = await store.db.select().from(passwordResets)
    expect(JSON.stringify(rows)).not.toContain(token)
    const shown = await post('/api/password-reset/show', { token })
    expect(await shown.json()).toEqual({ email: ben.email })
    expect((await accept(token, 'password12')).status).toBe(400)
    const both = await Promise.all([accept(token), accept(token, `${next} too`)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect((await call('/api/sessions', { cookie })).status).toBe(401)
    expect((await signIn(ben.email, benPassword)).status).toBe(401)
    const used = await Promise.all([signIn(ben.email, next), signIn(ben.email, `${next} too`)])
    expect(used.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401])
    expect((await post('/api/password-reset/show', { token })).status).toBe(404)
    await outbox.close()
  })

  it('sets the password of the first account, which is the password of the server', async () => {
    const { signIn, requestToken, accept } = await openServer()
    expect((await accept(await requestToken('anna@example.com'))).status).toBe(204)
    expect((await signIn('anna@example.com', testPassword)).status).toBe(401)
    expect((await signIn('anna@example.com', next)).status).toBe(204)
    await outbox.close()
  })

  it('returns 204 for unknown and disabled accounts, and sends no mail', async () => {
    const { request, access } = await openServer()
    const known = access.people.list().find(({ email }) => email === ben.email)
    await access.people.change(known?.id ?? '', { isOff: true })
    const answers = [await request('nobody@example.com'), await request(ben.email)]
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([204, ''])
    await outbox.close()
    expect(await store.db.select().from(outgoingMessages)).toEqual([])
  })

  it('limits requests per account and per network, also for unknown accounts', async () => {
    const { request } = await openServer()
    const ask = async (email: string, from: string) => (await request(email, from)).status
    for (const email of [ben.email, 'nobody@example.com']) {
      const statuses = []
      for (let round = 0; round < 4; round++) statuses.push(await ask(email, `198.51.100.${round}`))
      expect(statuses).toEqual([204, 204, 204, 429])
    }
    const fromOne = []
    for (let round = 0; round < 11; round++) {
      fromOne.push(await ask(`${round}@example.com`, '203.0.113.7'))
    }
    expect(fromOne.at(-2)).toBe(204)
    expect(fromOne.at(-1)).toBe(429)
    await outbox.close()
  })

  it('refuses an old link after a newer one, and any link after an hour', async () => {
    const { requestToken, accept } = await openServer()
    const [old, fresh] = [await requestToken(ben.email), await requestToken(ben.email)]
    expect(await readMessage(await accept(old))).toContain('used or has expired')
    passedMs = 60 * 60_000 + 1
    expect((await accept(fresh)).status).toBe(404)
    await outbox.close()
  })

  it('refuses a link after the password has changed', async () => {
    const { call, signIn, requestToken, accept } = await openServer()
    const token = await requestToken(ben.email)
    const cookie = getFirstCookie(await signIn(ben.email, benPassword))
    const body = { current: benPassword, next }
    expect((await call('/api/password', { method: 'PUT', body, cookie })).status).toBeLessThan(300)
    expect((await accept(token, 'another four good words')).status).toBe(404)
    await outbox.close()
  })

  it('leaves the second factor on after a reset', async () => {
    const { signIn, requestToken, accept, post } = await openServer()
    const cookie = getFirstCookie(await signIn(ben.email, benPassword))
    await post('/api/session/confirmed', { password: benPassword }, cookie)
    const setup = await post('/api/second-factor/setup', {}, cookie)
    const { key } = secondFactorSetupSchema.parse(await setup.json())
    await post('/api/second-factor', { code: codeShownBy(key, Date.now()) }, cookie)
    expect((await accept(await requestToken(ben.email))).status).toBe(204)
    expect(await (await signIn(ben.email, next)).json()).toMatchObject({ code: 'code_needed' })
    await outbox.close()
  })

  it('mails an explanation without a link if the password is kept elsewhere', async () => {
    const { access, requestToken } = await openServer()
    await access.scim.putUser(undefined, { userName: 'carl@example.com' })
    expect(await requestToken('carl@example.com')).toBe('')
    expect(smtp.received[0]?.text).toContain('This account has no password here.')
    await outbox.close()
  })

  it('returns 409 for a host name that the server does not know, and mails no link', async () => {
    const { call } = await openServer({ names: ['studio.example.com'] })
    const ask = (host: string) =>
      call('/api/password-reset', { method: 'POST', body: { email: ben.email }, host })
    expect((await ask('198.51.100.9:80')).status).toBe(409)
    expect((await ask('studio.example.com')).status).toBe(204)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1))
    expect(smtp.received[0]?.text).toContain('http://studio.example.com/reset/')
    await outbox.close()
  })

  it('does not replace a password that BOZZETTO_PASSWORD sets', async () => {
    const { requestToken } = await openServer({ names: ['127.0.0.1'] })
    expect(await requestToken('anna@example.com')).toBe('')
    expect(smtp.received[0]?.text).toContain('BOZZETTO_PASSWORD on the server')
    await outbox.close()
  })

  it('is refused if no mail server is set up', async () => {
    const { request, call } = await openServer({ mail: false })
    expect(await readMessage(await request(ben.email))).toContain('sends no mails')
    expect(await (await call('/api/session')).json()).not.toHaveProperty('canResetPassword')
    await outbox.close()
  })
})
