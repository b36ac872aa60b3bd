import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEnv } from '../env.ts'
import { outgoingMessages as rows } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createMailer } from './mailer.ts'
import type { OutgoingMessage } from './message-rows.ts'
import { openOutbox, type Outbox } from './outbox.ts'
import { renderMail } from './render-mail.ts'
import { openSmtpServer, type TestSmtpServer } from './smtp-server.fixture.ts'

const patiently = { interval: 20 }
const letter = {
  subject: 'An invitation\r\nBcc: eve@example.com',
  paragraphs: ['Hello <b>Anna</b>,'],
  action: { label: 'Open', url: 'https://studio.example.com/invitation/abc' },
}

let smtp: TestSmtpServer | undefined
let raw: Server | undefined
afterEach(async () => {
  await smtp?.close()
  smtp = undefined
  await new Promise((resolve) => (raw ? raw.close(resolve) : resolve(undefined)))
  raw = undefined
})

async function start(options: SMTPServerOptions = {}) {
  smtp = await openSmtpServer(options)
  return smtp
}

const toEnv = (url: string, more: Record<string, string> = {}) =>
  readEnv({ BOZZETTO_SMTP_URL: url, BOZZETTO_MAIL_FROM: 'Studio <studio@example.com>', ...more })

const trusting = { tls: { rejectUnauthorized: false } }
const send = (
  env = toEnv(smtp?.url ?? ''),
  options: Parameters<typeof createMailer>[1] = trusting,
) => createMailer(env, options).send('anna@example.com', renderMail(letter))

describe('createMailer', () => {
  it('sends text and HTML over STARTTLS, without injected headers or markup', async () => {
    const { received } = await start()
    expect(await send()).toEqual({ isSent: true })
    expect(received).toHaveLength(1)
    const [mail] = received
    expect(mail?.to).toEqual(['anna@example.com'])
    expect(mail?.subject).toBe('An invitation Bcc: eve@example.com')
    expect(mail?.text).toContain('Open:\nhttps://studio.example.com/invitation/abc')
    expect(mail?.html).toContain('Hello &lt;b&gt;Anna&lt;/b&gt;,')
  })

  it('sends over TLS and signs in', async () => {
    const { url, signedIn, received } = await start({ secure: true, authOptional: false })
    const account = { BOZZETTO_SMTP_USER: 'studio', BOZZETTO_SMTP_PASSWORD: 'right' }
    expect(await send(toEnv(url, account))).toEqual({ isSent: true })
    expect([signedIn, received.length]).toEqual([['studio'], 1])
  })

  it('refuses a certificate that it does not trust', async () => {
    const { url, received } = await start({ secure: true })
    const result = await send(toEnv(url), {})
    expect(result).toMatchObject({ isSent: false, isFinal: false })
    expect(result).toHaveProperty('error', expect.stringMatching(/certificate/i))
    expect(received).toEqual([])
  })

  it('explains a wrong password, and does not try again', async () => {
    const { url } = await start()
    const account = { BOZZETTO_SMTP_USER: 'studio', BOZZETTO_SMTP_PASSWORD: 'wrong' }
    expect(await send(toEnv(url, account))).toEqual({
      isSent: false,
      error: expect.stringContaining('refused the user name or password: 535') as string,
      isFinal: true,
    })
  })

  it('tries again later if the recipient is greylisted, but not if the recipient is unknown', async () => {
    let responseCode = 451
    await start({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('Try again later'), { responseCode })),
    })
    expect(await send()).toMatchObject({
      error: expect.stringContaining('451 Try again later') as string,
      isFinal: false,
    })
    responseCode = 550
    expect(await send()).toMatchObject({
      error: expect.stringMatching(/refused the sender or the recipient: 550/) as string,
      isFinal: true,
    })
  })

  it('gives up on a server that is silent or cannot be reached, and tries again later', async () => {
    raw = createServer(() => {})
    await once(raw.listen(0, '127.0.0.1'), 'listening')
    const { port } = raw.address() as AddressInfo
    const silent = await send(toEnv(`smtp://127.0.0.1:${port}`), { timeoutMs: 200 })
    expect(silent).toMatchObject({ isSent: false, isFinal: false })
    expect(silent).toHaveProperty('error', expect.stringMatching(/did not answer in time/))
    expect(await send(toEnv('smtp://127.0.0.1:1'))).toMatchObject({
      error: expect.stringContaining('cannot be reached') as string,
      isFinal: false,
    })
  })

  it('reports a timeout for a server that answers one character at a time', async () => {
    raw = createServer((socket) => {
      socket.write('220 slow\r\n2')
      const timer = setInterval(() => socket.write('5'), 20)
      socket.on('close', () => clearInterval(timer)).on('error', () => {})
      socket.resume()
    })
    await once(raw.listen(0, '127.0.0.1'), 'listening')
    const { port } = raw.address() as AddressInfo
    const limits = { timeoutMs: 1_000, totalMs: 300 }
    const result = await send(toEnv(`smtp://127.0.0.1:${port}`), limits)
    expect(result).toMatchObject({ isSent: false, isFinal: false })
    expect(result).toHaveProperty('error', expect.stringMatching(/did not answer in time/))
  })

  it('does not send a mail again whose delivery is unknown', async () => {
    await start({ onData: (stream) => void stream.resume().on('end', () => smtp?.drop()) })
    expect(await send()).toEqual({
      isSent: false,
      error: expect.stringContaining('may have been delivered') as string,
      isFinal: true,
    })
  })

  it('refuses a mail server URL that contains a password', () => {
    expect(() => toEnv('smtp://user:secret@mail.example.com')).toThrow(/without a user name/)
  })
})

const findState = async (outbox: Outbox) => (await outbox.findInvitationMails()).get('i1')

describe('openOutbox', () => {
  let store: Store
  let passedMs: number
  const opened: Outbox[] = []
  beforeAll(async () => {
    store = await openTestStore()
  })
  beforeEach(() => {
    passedMs = 0
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    await store.db.delete(rows)
  })
  afterAll(() => store.close())

  const open = (url = smtp?.url ?? '') => {
    const outbox = openOutbox(store, {
      mailer: createMailer(toEnv(url), trusting),
      secret: 'a secret of the server',
      signWebhook: () => ({}),
      allowedHosts: [],
      clock: () => Date.now() + passedMs,
    })
    opened.push(outbox)
    return outbox
  }
  const mail: OutgoingMessage = {
    channel: 'mail',
    recipient: 'anna@example.com',
    letter,
    invitationId: 'i1',
  }

  it('sends each mail once, also with several servers, and removes its content', async () => {
    const { received } = await start()
    const [outbox] = [open(), open()]
    await outbox.add(mail)
    await vi.waitFor(
      async () => expect(await findState(outbox)).toEqual({ status: 'sent' }),
      patiently,
    )
    expect(received).toHaveLength(1)
    expect((await store.db.select().from(rows))[0]?.sealed).toBeNull()
  })

  it('keeps a mail while the server is down, and sends it after a restart', async () => {
    const first = open('smtp://127.0.0.1:1')
    await first.add(mail)
    await vi.waitFor(
      async () =>
        expect(await findState(first)).toEqual({
          status: 'waiting',
          error: expect.stringContaining('cannot be reached') as string,
        }),
      patiently,
    )
    const [row] = await store.db.select().from(rows)
    expect(row?.sealed).not.toContain('studio.example.com')
    await first.close()
    const { received } = await start()
    passedMs = 2 * 60_000
    const second = open()
    await vi.waitFor(
      async () => expect(await findState(second)).toEqual({ status: 'sent' }),
      patiently,
    )
    expect(received).toHaveLength(1)
  })

  it('fails after a bounded number of attempts', async () => {
    await open('smtp://127.0.0.1:1').add(mail)
    for (let attempt = 1; attempt <= 8; attempt++) {
      const at = attempt
      await vi.waitFor(async () => {
        const [row] = await store.db.select().from(rows)
        expect([row?.attempts, row?.leaseUntil]).toEqual([at, null])
      }, patiently)
      passedMs += 24 * 60 * 60_000
      for (const one of opened.splice(0)) await one.close()
      open('smtp://127.0.0.1:1')
    }
    const [last] = opened
    if (!last) throw new Error('No outbox is open.')
    expect(await findState(last)).toMatchObject({ status: 'failed' })
    expect((await store.db.select().from(rows))[0]?.attempts).toBe(8)
  })

  it('does not send a mail again if the server stopped while it was sent', async () => {
    const { received } = await start()
    await open('smtp://127.0.0.1:1').add(mail)
    for (const one of opened.splice(0)) await one.close()
    const leaseUntil = new Date(Date.now() + 1000)
    await store.db.update(rows).set({ status: 'waiting', nextAt: new Date(0), leaseUntil })
    passedMs = 60 * 60_000
    const outbox = open()
    await vi.waitFor(
      async () => expect(await findState(outbox)).toMatchObject({ status: 'failed' }),
      patiently,
    )
    expect(received).toEqual([])
  })

  it('drops a waiting mail whose invitation was revoked', async () => {
    const outbox = open('smtp://127.0.0.1:1')
    await outbox.add(mail)
    await outbox.cancel('i1')
    await vi.waitFor(async () => expect(await findState(outbox)).toBeUndefined(), patiently)
    expect(await store.db.select().from(rows)).toEqual([])
  })
})
