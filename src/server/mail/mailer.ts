import { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { asNumber, asRecord, asString } from '#lib/fields.ts'
import { isLoopbackHost } from '../access/caller.ts'
import type { Env } from '../env.ts'
import { plainHost } from '../outgoing/checked-request.ts'
import type { RenderedMail } from './render-mail.ts'

const timeoutMs = 15_000
/** Maximum time for connecting, signing in and sending a mail, in milliseconds. */
const totalMs = 45_000
const responseLengthMax = 200

export type MailResult =
  | { isSent: true }
  | {
      isSent: false
      /** Why the mail was not sent, as a sentence for the admin. */
      error: string
      /** True if another attempt would fail as well, or could deliver the mail twice. */
      isFinal: boolean
    }

export type Mailer = {
  isOn: () => boolean
  send: (to: string, mail: RenderedMail) => Promise<MailResult>
}

type MailSettings = Pick<
  Env,
  'BOZZETTO_SMTP_URL' | 'BOZZETTO_SMTP_USER' | 'BOZZETTO_SMTP_PASSWORD' | 'BOZZETTO_MAIL_FROM'
>

type MailerOptions = { tls?: ConnectionOptions; timeoutMs?: number; totalMs?: number }

/** @param env is read at each mail, because an admin can change the settings. */
export function createMailer(env: MailSettings, options: MailerOptions = {}): Mailer {
  return {
    isOn: () => env.BOZZETTO_SMTP_URL !== undefined && env.BOZZETTO_MAIL_FROM !== undefined,
    async send(to, mail) {
      const { BOZZETTO_SMTP_URL: url, BOZZETTO_MAIL_FROM: from } = env
      if (url === undefined || from === undefined) {
        const error = 'Set the mail server and the sender in Settings › Server settings.'
        return { isSent: false, error, isFinal: false }
      }
      let isDataSent = false
      let connection: SMTPConnection | undefined
      try {
        const { raw, envelope } = await compose({ from, to, ...mail })
        connection = await createConnection(url, env, options)
        const source = Readable.from(
          (function* () {
            // Runs once the server has accepted the recipient and waits for the content.
            isDataSent = true
            yield raw
          })(),
        )
        await deliver(connection, { env, envelope, source, totalMs: options.totalMs ?? totalMs })
        connection.quit()
        return { isSent: true }
      } catch (error) {
        connection?.close()
        return explainFailure(error, isDataSent)
      }
    },
  }
}

type Composed = { raw: Buffer; envelope: { from: string | false; to: string[] } }

async function compose(mail: RenderedMail & { from: string; to: string }): Promise<Composed> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const message = new MailComposer({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  const node = message.compile()
  return { raw: await node.build(), envelope: node.getEnvelope() }
}

async function createConnection(
  address: string,
  { BOZZETTO_SMTP_USER: user }: MailSettings,
  options: MailerOptions,
): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { protocol, hostname, port } = new URL(address)
  const host = plainHost(hostname)
  const isTls = protocol === 'smtps:'
  const limitMs = options.timeoutMs ?? timeoutMs
  return new Connection({
    host,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    // A password is never sent in plain text to another machine.
    requireTLS: user !== undefined && !isLoopbackHost(host),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
    ...(options.tls && { tls: options.tls }),
  })
}

type Delivery = {
  env: MailSettings
  envelope: Composed['envelope']
  source: Readable
  totalMs: number
}

/** Connects, signs in and sends the mail. */
async function deliver(
  connection: SMTPConnection,
  { env, envelope, source, totalMs: limitMs }: Delivery,
): Promise<void> {
  const { BOZZETTO_SMTP_USER: user, BOZZETTO_SMTP_PASSWORD: pass = '' } = env
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('The connection was closed.')))
    // A separate timer is necessary, because a server that sends a character from time to time
    // resets the socket's timeout.
    timer = setTimeout(() => {
      reject(Object.assign(new Error('The mail was not sent in time.'), { code: 'ETIMEDOUT' }))
    }, limitMs)
  })
  const send = async () => {
    await settle((done) => connection.connect(done))
    if (user !== undefined) {
      await settle((done) => connection.login({ user, pass, credentials: { user, pass } }, done))
    }
    await settle((done) => connection.send(envelope, source, done))
  }
  try {
    await Promise.race([ended, send()])
  } finally {
    clearTimeout(timer)
  }
}

const settle = (run: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    run((error) => (error ? reject(error) : resolve()))
  })

const explanations = new Map([
  ['EAUTH', 'The mail server refused the user name or password'],
  ['EDNS', 'The name of the mail server cannot be found'],
  ['ETLS', 'No encrypted connection to the mail server could be made'],
  ['ETIMEDOUT', 'The mail server did not answer in time'],
  ['EENVELOPE', 'The mail server refused the sender or the recipient'],
  ['EMESSAGE', 'The mail server refused the mail'],
  ['ECONNECTION', 'The connection to the mail server was closed'],
])

/**
 * Returns a sentence with the server's response. A missing response after the content was sent is
 * final, because another attempt could deliver the mail twice.
 */
function explainFailure(thrown: unknown, isDataSent: boolean): MailResult {
  const { code, responseCode, response, message } = asRecord(thrown)
  const status = asNumber(responseCode)
  if (isDataSent && status === undefined) {
    const error =
      'The connection to the mail server ended before it confirmed the mail. It may have been delivered.'
    return { isSent: false, error, isFinal: true }
  }
  const why = explanations.get(asString(code)) ?? 'The mail server cannot be reached'
  const said = asString(response) || asString(message)
  const detail = said.replaceAll(/\s+/g, ' ').trim().slice(0, responseLengthMax)
  return {
    isSent: false,
    error: detail === '' ? `${why}.` : `${why}: ${detail}`,
    // A status below 500 is temporary, for example greylisting.
    isFinal: (status ?? 0) >= 500,
  }
}
