import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Invited, PeopleList } from '#contract/access/people.ts'
import { readEnv } from '../../../env.ts'
import { createMailer } from '../../../mail/mailer.ts'
import { openOutbox, type Outbox } from '../../../mail/outbox.ts'
import { openSmtpServer, type TestSmtpServer } from '../../../mail/smtp-server.fixture.ts'
import { invitations, outgoingMessages as outboxRows, users } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { getFirstCookie, openTestServer, testPassword } from './access-app.fixture.ts'

let store: Store
let smtp: TestSmtpServer
let outbox: Outbox
let isRefusing: boolean
let server: Awaited<ReturnType<typeof openTestServer>>
let cookie: string | undefined

beforeAll(async () => {
  store = await openTestStore()
  smtp = await openSmtpServer({
    onRcptTo: (_address, _session, done) =>
      done(isRefusing ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
  })
  const env = readEnv({ BOZZETTO_SMTP_URL: smtp.url, BOZZETTO_MAIL_FROM: 'studio@example.com' })
  const mailer = createMailer(env, { tls: { rejectUnauthorized: false } })
  outbox = openOutbox(store, {
    mailer,
    secret: 'secret',
    signWebhook: () => ({}),
    allowedHosts: [],
  })
  server = await openTestServer(store, { password: testPassword, services: { mailer, outbox } })
  const confirmed = getFirstCookie(await server.signIn())
  const body = { name: 'Owner', email: 'owner@example.com' }
  await server.call('/api/people', { method: 'POST', cookie: confirmed, body })
  cookie = getFirstCookie(
    await server.call('/api/session', {
      method: 'POST',
      body: { email: body.email, password: testPassword },
    }),
  )
})
beforeEach(async () => {
  isRefusing = false
  smtp.received.length = 0
  await store.db.delete(invitations)
  await store.db.delete(outboxRows)
})
afterAll(async () => {
  await outbox.close()
  await smtp.close()
  await store.db.delete(users)
  await store.close()
})

const invite = async () => {
  const body = { name: 'Anna', email: 'anna@example.com', role: 'member' }
  const answer = await server.call('/api/people/invitations', { method: 'POST', cookie, body })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Invited
}
const list = async () => (await (await server.call('/api/people', { cookie })).json()) as PeopleList
const findMail = async () => (await list()).invitations[0]?.mail
const isValid = async (token: string) =>
  (await server.call('/api/invitation', { method: 'POST', body: { token } })).ok

describe('POST /api/people/invitations', () => {
  it('sends the link by mail once and also returns it', async () => {
    const { token, isMailed } = await invite()
    expect(isMailed).toBe(true)
    await vi.waitFor(async () => expect(await findMail()).toEqual({ status: 'sent' }))
    expect(smtp.received).toHaveLength(1)
    const [mail] = smtp.received
    expect(mail?.to).toEqual(['anna@example.com'])
    expect(mail?.text).toContain(`http://127.0.0.1:5310/invitation/${token}`)
    expect(await isValid(token)).toBe(true)
  })

  it('keeps the invitation if the mail is refused, and offers a new link', async () => {
    isRefusing = true
    const { token, invitation } = await invite()
    await vi.waitFor(async () =>
      expect(await findMail()).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('550 No such user') as string,
      }),
    )
    expect(await isValid(token)).toBe(true)
    const path = `/api/people/invitations/${invitation.id}/link`
    const renewed = (await (await server.call(path, { method: 'POST', cookie })).json()) as Invited
    expect([await isValid(token), await isValid(renewed.token)]).toEqual([false, true])
    expect(await findMail()).toBeUndefined()
  })

  it('creates an account only with the address that it names', async () => {
    const { token } = await invite()
    const shown = await server.call('/api/invitation', { method: 'POST', body: { token } })
    expect(await shown.json()).toEqual({ name: 'Anna', email: 'anna@example.com' })
    const accept = (email: string) => {
      const body = { token, name: 'Anna', email, password: 'another horse entirely' }
      return server.call('/api/invitation/accept', { method: 'POST', body })
    }
    const refused = await accept('boss@example.com')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      issues: [{ path: 'email', message: expect.stringContaining('anna@example.com') as string }],
    })
    expect((await accept('Anna@example.com')).status).toBe(204)
    const { people } = await list()
    expect(people.map(({ email }) => email)).toEqual(['owner@example.com', 'anna@example.com'])
  })

  it('sends nothing without an email address', async () => {
    const body = { name: 'Ben', role: 'member' }
    const answer = await server.call('/api/people/invitations', { method: 'POST', cookie, body })
    expect(await answer.json()).toMatchObject({ isMailed: false })
    expect(await store.db.select().from(outboxRows)).toEqual([])
  })
})
