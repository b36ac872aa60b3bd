import { Hono, type Context } from 'hono'
import {
  requestPasswordResetSchema,
  resetPasswordSchema,
  showPasswordResetSchema,
  type ShownPasswordReset,
} from '#contract/access/password-reset.ts'
import type { Access } from '../../../access/access.ts'
import { ownAddress } from '../../../access/own-origin.ts'
import { isFirst, type UserRow } from '../../../access/people/people.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { cutStreams } from '../../../http/open-streams.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { Outbox } from '../../../mail/outbox.ts'
import type { Letter } from '../../../mail/render-mail.ts'
import { log } from '../../../observability/log.ts'
import { getGuesser } from '../../sign-in-browser.ts'
import { noStore } from './access.ts'

const bodyBytesMax = 4096

type ResetServices = {
  access: Access
  mailer: Pick<Mailer, 'isOn'>
  outbox: Pick<Outbox, 'add'>
}

/** Creates the routes of `/api/password-reset`, for people who have forgotten their password. */
export const passwordResetRoutes = ({ access, mailer, outbox }: ResetServices) =>
  new Hono()
    .use(noStore)
    .post('/', async (c) => {
      const { email } = await readJsonBody(c, requestPasswordResetSchema, bodyBytesMax)
      if (!mailer.isOn() || !access.people.areOn()) {
        throw new HttpError('conflict', 'This server sends no mails. Ask an admin for access.')
      }
      assertOwnHost(c, access)
      const person = access.passwordResets.findAccount(email, getGuesser(c, access))
      // The response does not wait for the mail, because a delay would reveal the account.
      if (person) void mailLink(person, { access, outbox, at: ownAddress(c) })
      return c.body(null, 204)
    })
    .post('/show', async (c) => {
      const { token } = await readJsonBody(c, showPasswordResetSchema, bodyBytesMax)
      const { email } = await access.passwordResets.find(token)
      return c.json({ email } satisfies ShownPasswordReset)
    })
    .post('/accept', async (c) => {
      const { token, password } = await readJsonBody(c, resetPasswordSchema, bodyBytesMax)
      const { id } = await access.passwordResets.find(token)
      const open = await access.sessions.list(id)
      await access.passwordResets.use(token, password)
      for (const session of open) cutStreams(session.id)
      return c.body(null, 204)
    })

/**
 * Refuses a host name that the server does not know, because the link in the mail would send the
 * token to that host.
 * @throws {HttpError} `conflict`.
 */
function assertOwnHost(c: Context, access: Access): void {
  const host = new URL(ownAddress(c)).hostname.replaceAll(/[[\]]/g, '')
  if (access.isOwnName(host) || host === access.callerOf(c).localAddress) return
  throw new HttpError(
    'conflict',
    'Links in mails need a host name that the server knows. Ask an admin to set BOZZETTO_HOSTS.',
  )
}

async function mailLink(
  person: UserRow,
  { access, outbox, at }: Pick<ResetServices, 'access' | 'outbox'> & { at: string },
): Promise<void> {
  try {
    const token = await access.passwordResets.create(person)
    const letter =
      token === undefined
        ? createRefusal(person, access, at)
        : createLetter(person, { at, url: `${at}/reset/${token}` })
    if (await outbox.add({ channel: 'mail', recipient: person.email, letter })) return
    log().warn('The mail with a link for a new password was not queued: too many mails wait.')
  } catch (error) {
    log().warn({ error }, 'The mail with a link for a new password could not be queued.')
  }
}

const subject = 'Your password for Bozzetto'
const ignore = 'If it was not you, ignore this mail. Your password stays the same.'

const createLetter = (
  { name, email }: UserRow,
  { at, url }: { at: string; url: string },
): Letter => ({
  subject,
  paragraphs: [
    `Hello ${name},`,
    `Someone asked for a new password for ${email} at ${at}.`,
    'Open the link to choose one. It works once, within an hour, and signs out all your browsers.',
    ignore,
  ],
  action: { label: 'Choose a new password', url },
})

/** Returns the mail for an account whose password cannot be set here. */
function createRefusal({ id, name, email }: UserRow, access: Access, at: string): Letter {
  const where = access.directory?.isLinked(id)
    ? 'You sign in with the password of your organisation’s directory (LDAP). It can only be changed there.'
    : isFirst(id)
      ? 'The password of this account is set by BOZZETTO_PASSWORD on the server. It can only be changed there.'
      : `This account has no password here. You sign in with ${access.oidc?.name ?? 'your organisation’s sign-in page'}.`
  const asked = `Someone asked for a new password for ${email} at ${at}.`
  return { subject, paragraphs: [`Hello ${name},`, asked, where, ignore] }
}
