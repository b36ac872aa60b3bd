import { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { asNumber, asRecord, asString } from '#lib/fields.ts'
import { isLoopbackHost } from '../access/caller.ts'
import type { Env } from '../env.ts'
import { plainHost } from '../outgoing/checked-request.ts'
import type { RenderedMail } from './render-mail.ts'

const timeoutMs = 15_000
/** Maximum time for sending a mail over an open connection, in milliseconds. */
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

type MailerOptions = { tls?: ConnectionOptions; timeoutMs?: number }

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
        connection = await connect(url, env, options)
        const source = Readable.from(
          (function* () {
            // Runs once the server has accepted the recipient and waits for the content.
            isDataSent = true
            yield raw
          })(),
        )
        await transmit(connection, envelope, source)
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

async function connect(
  address: string,
  { BOZZETTO_SMTP_USER: user, BOZZETTO_SMTP_PASSWORD: pass = '' }: MailSettings,
  options: MailerOptions,
): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { protocol, hostname, port } = new URL(address)
  const host = plainHost(hostname)
  const isTls = protocol === 'smtps:'
  const limitMs = options.timeoutMs ?? timeoutMs
  const connection = new Connection({
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
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    if (user !== undefined) {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject)
        connection.login({ user, pass, credentials: { user, pass } }, (error) =>
          error ? reject(error) : resolve(),
        )
      })
    }
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

async function transmit(
  connection: SMTPConnection,
  envelope: Composed['envelope'],
  source: Readable,
): Promise<void> {
  // A separate timer is necessary, because a server that sends a character from time to time resets
  // the socket's timeout.
  const timer = setTimeout(() => connection.close(), totalMs)
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.once('end', () => reject(new Error('The connection was closed.')))
      connection.send(envelope, source, (error) => (error ? reject(error) : resolve()))
    })
  } finally {
    clearTimeout(timer)
  }
}

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
