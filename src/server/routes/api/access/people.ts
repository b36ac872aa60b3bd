import { Hono } from 'hono'
import type * as z from 'zod/mini'
import type { linkedIdentitySchema } from '#contract/access/access.ts'
import {
  acceptInvitationSchema,
  beginAccountsSchema,
  changePersonSchema,
  handOverSchema,
  inviteSchema,
  showInvitationSchema,
  type Invited,
  type PeopleList,
  type Person,
} from '#contract/access/people.ts'
import { peopleSettingsSchema } from '#contract/access/teams.ts'
import type { Access } from '../../../access/access.ts'
import type { SignedInEnv } from '../../../access/guards.ts'
import { ownAddress } from '../../../access/own-origin.ts'
import { isFirst } from '../../../access/people/people.ts'
import type { KeyService } from '../../../access/keys/key-service.ts'
import type { Audit } from '../../../audit/audit.ts'
import type { Changes } from '../../../changes/changes.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { cutStreams } from '../../../http/open-streams.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { Outbox } from '../../../mail/outbox.ts'
import { log } from '../../../observability/log.ts'
import { asOwner } from '../../../store/owner-scope.ts'
import { signInBrowser } from '../../sign-in-browser.ts'
import type { RouteRules } from '../route-rules.ts'
import { noStore } from './access.ts'

const bodyBytesMax = 4096

type PeopleServices = {
  access: Access
  apiKeys: KeyService
  audit: Audit
  changes: Pick<Changes, 'tell'>
  mailer: Pick<Mailer, 'isOn'>
  outbox: Pick<Outbox, 'add' | 'cancel' | 'findInvitationMails'>
}

export const peopleRules: RouteRules = {
  permit: [['/*', 'people']],
  confirm: [
    [
      ['POST', 'PUT', 'PATCH', 'DELETE'],
      ['', '/*'],
    ],
  ],
}

/** Creates the routes of `/api/people`, for admins. */
export const peopleRoutes = (services: PeopleServices) => {
  const { access, apiKeys, audit, changes, mailer, outbox } = services
  // `access.people` does not exist yet when the routes are created.
  const people = () => access.people

  const getStreams = (userId: string) => streamsOfPerson({ access, apiKeys }, userId)

  return new Hono<SignedInEnv>()
    .use(noStore)
    .get('/', async (c) =>
      c.json({
        people: people().list(),
        invitations: await listInvitations(people().invitations, outbox),
        canMail: mailer.isOn(),
      } satisfies PeopleList),
    )
    .post('/', async (c) => {
      const first = await readJsonBody(c, beginAccountsSchema, bodyBytesMax)
      return c.json(await people().begin(first), 201)
    })
    .post('/invitations', async (c) => {
      if (!people().areOn()) throw new HttpError('conflict', 'Turn on accounts first.')
      const invited = await people().invitations.invite(
        await readJsonBody(c, inviteSchema, bodyBytesMax),
        c.get('caller').id,
      )
      audit.note({ kind: 'person_invited', subject: invited.invitation.name })
      const by = people().find(c.get('caller').id)?.name ?? ''
      const isMailed = await mailInvitation({ mailer, outbox }, invited, { by, at: ownAddress(c) })
      return c.json({ ...invited, isMailed } satisfies Invited, 201)
    })
    .post('/invitations/:id/link', async (c) => {
      const id = c.req.param('id')
      const invited = await people().invitations.renew(id)
      await outbox.cancel(id)
      audit.note({ kind: 'person_invited', subject: `${invited.invitation.name}: new link` })
      return c.json(invited)
    })
    .delete('/invitations/:id', async (c) => {
      const id = c.req.param('id')
      await outbox.cancel(id)
      if (await people().invitations.revoke(id)) return c.body(null, 204)
      throw new HttpError('not_found', 'This invitation was used or has expired.')
    })
    .put('/settings', async (c) => {
      const settings = await readJsonBody(c, peopleSettingsSchema, bodyBytesMax)
      const changed = await access.teams.changeSettings(settings)
      // All pages reload this setting, because each chat page shows whether admins can read chats.
      for (const { id } of people().list()) await asOwner(id, () => changes.tell('chats'))
      return c.json(changed)
    })
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changePersonSchema, bodyBytesMax)
      const id = c.req.param('id')
      const cut = await getStreams(id)
      const changed = await people().change(id, change)
      if (changed.isOff) cut()
      return c.json(changed)
    })
    .post('/:id/delete', async (c) => {
      const id = c.req.param('id')
      const cut = await getStreams(id)
      const person = await people().scheduleDeletion(id, c.get('caller').id)
      if (person.isOff) cut()
      return c.json(person)
    })
    .post('/:id/keep', async (c) => c.json(await people().keep(c.req.param('id'), c.get('caller'))))
    .post('/:id/hand-over', async (c) => {
      const { to } = await readJsonBody(c, handOverSchema, bodyBytesMax)
      await people().handOver(c.req.param('id'), to)
      return c.body(null, 204)
    })
    .route('/', signOutRoutes({ access, apiKeys, audit }))
}

async function listInvitations(
  invitations: Access['people']['invitations'],
  outbox: Pick<Outbox, 'findInvitationMails'>,
): Promise<PeopleList['invitations']> {
  const [list, mails] = [await invitations.list(), await outbox.findInvitationMails()]
  return list.map((invitation) => {
    const mail = mails.get(invitation.id)
    return mail ? { ...invitation, mail } : invitation
  })
}

/**
 * Queues the mail with an invitation's link. The invitation stays valid if the mail cannot be
 * queued.
 * @returns whether the mail was queued.
 */
async function mailInvitation(
  { mailer, outbox }: Pick<PeopleServices, 'mailer' | 'outbox'>,
  { invitation, token }: Invited,
  { by, at }: { by: string; at: string },
): Promise<boolean> {
  const { id, name, email } = invitation
  if (email === undefined || !mailer.isOn()) return false
  const letter = {
    subject: `${by} invites you to Bozzetto`,
    paragraphs: [
      `Hello ${name},`,
      `${by} invites you to Bozzetto, where you can chat with language models and turn pictures into 3D models.`,
      'Open the link to create your account. It works once, within a week. If you do not know the sender, ignore this mail.',
    ],
    action: { label: 'Create your account', url: `${at}/invitation/${token}` },
  }
  try {
    return await outbox.add({ channel: 'mail', recipient: email, letter, invitationId: id })
  } catch (error) {
    log().warn({ error }, 'The mail of an invitation could not be queued.')
    return false
  }
}

async function streamsOfPerson(
  { access, apiKeys }: Pick<PeopleServices, 'access' | 'apiKeys'>,
  userId: string,
): Promise<() => void> {
  const open = await access.sessions.list(userId)
  const keys = await asOwner(userId, () => apiKeys.list())
  return () => [...open, ...keys].forEach(({ id }) => cutStreams(id))
}

const signOutRoutes = ({
  access,
  apiKeys,
  audit,
}: Pick<PeopleServices, 'access' | 'apiKeys' | 'audit'>) => {
  /**
   * Returns the person whose second factor an admin wants to turn off.
   * @throws {HttpError} `conflict` for the admin's own account and for the first account.
   */
  function whoLostPhone(id: string, by: string): Person {
    const person = access.people.find(id)
    if (!person) throw new HttpError('not_found', 'No person has this id.')
    if (!isFirst(id) && id !== by) return person
    throw new HttpError(
      'conflict',
      'Turn off your own two-factor authentication under Access. Nobody else can turn off that of the first account.',
    )
  }

  return new Hono<SignedInEnv>()
    .post('/:id/remove-second-factor', async (c) => {
      const id = c.req.param('id')
      const person = whoLostPhone(id, c.get('caller').id)
      const cut = await streamsOfPerson({ access, apiKeys }, id)
      await access.secondFactor.takeOff(person)
      cut()
      return c.body(null, 204)
    })
    .post('/:id/sign-out', async (c) => {
      const id = c.req.param('id')
      const open = await access.sessions.list(id)
      await access.sessions.endAll(id)
      for (const session of open) cutStreams(session.id)
      audit.note({ kind: 'session_ended', subject: `all of person ${id}` })
      return c.body(null, 204)
    })
}

export const accountRules: RouteRules = {
  confirm: [
    [['POST'], ['/delete']],
    [['DELETE'], ['/identity']],
  ],
}

export const accountRoutes = ({ access }: Pick<PeopleServices, 'access'>) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .post('/delete', async (c) => {
      const { id } = c.get('caller')
      return c.json(await access.people.scheduleDeletion(id, id))
    })
    .post('/keep', async (c) => {
      const caller = c.get('caller')
      return c.json(await access.people.keep(caller.id, caller))
    })
    .get('/identity', async (c) => {
      const isLinked = (await access.oidc?.isLinked(c.get('caller').id)) ?? false
      return c.json({ isLinked } satisfies z.infer<typeof linkedIdentitySchema>)
    })
    .delete('/identity', async (c) => {
      const { id } = c.get('caller')
      if (!access.people.hasPassword(id)) {
        throw new HttpError('conflict', 'You have no password here: this is your way in.')
      }
      await access.oidc?.unlink(id)
      return c.body(null, 204)
    })

/** Creates the routes of `/api/invitation`, for everybody who has an invitation link. */
export const invitationRoutes = ({ access, audit }: Pick<PeopleServices, 'access' | 'audit'>) =>
  new Hono()
    .use(noStore)
    .post('/', async (c) => {
      const { token } = await readJsonBody(c, showInvitationSchema, bodyBytesMax)
      return c.json(await access.people.invitations.find(token))
    })
    .post('/accept', async (c) => {
      const request = await readJsonBody(c, acceptInvitationSchema, bodyBytesMax)
      const { email } = await access.people.invitations.accept(request)
      audit.note({ kind: 'person_joined', subject: email })
      await signInBrowser(c, access, { email, password: request.password })
      return c.body(null, 204)
    })
