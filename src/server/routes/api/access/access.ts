import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  changePasswordSchema,
  removePasswordSchema,
  signInSchema,
  type AccessState,
  type Session,
} from '#contract/access/access.ts'
import { signInCodeSchema } from '#contract/access/second-factor.ts'
import type { Access } from '../../../access/access.ts'
import type { Audit } from '../../../audit/audit.ts'
import { formatActor, findSession, type SignedInEnv } from '../../../access/guards.ts'
import { OidcRefusal } from '../../../access/oidc/oidc-refusal.ts'
import { isFirst } from '../../../access/people/people.ts'
import type { SessionRow } from '../../../access/sessions.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { cutStreams } from '../../../http/open-streams.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { readJsonBody } from '../../../http/validate.ts'
import {
  getSignInRequester,
  deleteProofCookie,
  deleteSessionCookie,
  getGuesser,
  withProofCookie,
  setSessionCookies,
  getProof,
  renewSession,
  signInBrowser,
  signInBrowserWithCode,
} from '../../sign-in-browser.ts'
import type { RouteRules } from '../route-rules.ts'

const bodyBytesMax = 4096

type AccessServices = { access: Access; audit: Audit }
type SessionServices = AccessServices & { mailer: Pick<Mailer, 'isOn'> }

/** Creates the routes of `/api/session`, which need no session, because they include sign-in. */
export const sessionRoutes = ({ access, audit, mailer }: SessionServices) =>
  new Hono()
    .use(noStore)
    .get('/', async (c) => {
      const { session, proxy } = await sessionOrProxied(c, access)
      const person = session && access.people.find(session.userId)
      const passwordFrom =
        person && !isFirst(person.id)
          ? access.people.hasLocalPassword(person.id)
            ? 'owner'
            : access.people.hasPassword(person.id)
              ? 'directory'
              : undefined
          : access.passwordFrom()
      const isAccount = access.signInWith() === 'account'
      return c.json({
        signInWith: access.signInWith(),
        isSignedIn: session !== undefined,
        ...(person && {
          person: {
            name: person.name,
            email: person.email,
            role: person.role,
            isFirst: isFirst(person.id),
            ...(person.deletesAt !== undefined && { deletesAt: person.deletesAt }),
          },
        }),
        ...(passwordFrom !== undefined && { passwordFrom }),
        ...(proxy && { proxy }),
        ...((await access.passkeys.areThere()) && { hasPasskeys: true }),
        ...(isAccount && mailer.isOn() && { canResetPassword: true }),
        ...(isAccount && access.directory && { hasDirectory: true }),
        ...(isAccount && access.oidc && { oidc: { name: access.oidc.name } }),
      } satisfies AccessState)
    })
    .post('/', async (c) => {
      await signInBrowser(c, access, await readJsonBody(c, signInSchema, bodyBytesMax))
      return c.body(null, 204)
    })
    .post('/code', async (c) => {
      const { code } = await readJsonBody(c, signInCodeSchema, bodyBytesMax)
      await signInBrowserWithCode(c, access, code)
      return c.body(null, 204)
    })
    .delete('/', async (c) => {
      const session = await findSession(c, access)
      if (session && (await endSession(access, session.userId, session.id))) {
        audit.note({ kind: 'sign_out', actor: formatActor(session, access) })
      }
      deleteSessionCookie(c, access)
      // Cookies are not cleared, because browsers would also delete cookies of other programs on
      // this host. Below a base path, storage is not cleared, because other apps of the host share
      // it.
      c.header('Clear-Site-Data', access.basePath === '' ? '"cache", "storage"' : '"cache"')
      return c.body(null, 204)
    })

export const confirmationRules: RouteRules = { confirm: [[['GET'], ['']]] }

/**
 * Creates the routes of `/api/session/confirmed`, where a person enters the password or link again
 * before a sensitive action.
 */
export const confirmationRoutes = ({ access }: Pick<AccessServices, 'access'>) =>
  new Hono<SignedInEnv>()
    .get('/', (c) => c.body(null, 204))
    .post('/', async (c) => {
      const credential = await readJsonBody(c, signInSchema, bodyBytesMax)
      const who = { guesser: getGuesser(c, access), own: c.get('session') }
      await withProofCookie(c, access, () => access.signInFlow.confirm(credential, who))
      return c.body(null, 204)
    })
    .post('/code', async (c) => {
      const { code } = await readJsonBody(c, signInCodeSchema, bodyBytesMax)
      await access.signInFlow.confirmWithCode(code, {
        proof: getProof(c, access),
        guesser: getGuesser(c, access),
        own: c.get('session'),
      })
      deleteProofCookie(c, access)
      return c.body(null, 204)
    })

export const sessionListRules: RouteRules = { confirm: [[['DELETE'], ['', '/:id']]] }

export const sessionListRoutes = ({ access, audit }: AccessServices) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .get('/', async (c) => {
      const { id: ownId, userId } = c.get('session')
      const rows = await access.sessions.list(userId)
      return c.json({
        sessions: rows.map(({ id, address, userAgent, createdAt, lastSeenAt }): Session => ({
          id,
          isOwn: id === ownId,
          address,
          userAgent,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
      })
    })
    .delete('/', async (c) => {
      const others = await otherSessionIds(c.get('session'), access)
      const { id, userId } = c.get('session')
      await access.sessions.endAll(userId, { butId: id })
      others.forEach(cutStreams)
      audit.note({ kind: 'session_ended', subject: 'all others' })
      return c.body(null, 204)
    })
    .delete('/:id', async (c) => {
      if (!(await endSession(access, c.get('session').userId, c.req.param('id')))) {
        throw new HttpError('not_found', 'This browser is already signed out.')
      }
      audit.note({ kind: 'session_ended', subject: `session ${c.req.param('id')}` })
      return c.body(null, 204)
    })

export const passwordRules: RouteRules = {
  firstOnly: ['/remove'],
  confirmWithFactor: [[['PUT'], ['']]],
}

/** Creates the routes of `/api/password`, which do not change a password from the environment. */
export const passwordRoutes = ({ access }: { access: Access }) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .put('/', async (c) => {
      const { current, next } = await readJsonBody(c, changePasswordSchema, bodyBytesMax)
      const own = c.get('session')
      const others = await otherSessionIds(own, access)
      const guesser = getGuesser(c, access)
      if (isFirst(own.userId)) await access.changePassword({ current, next, guesser, own })
      else await access.people.changePassword({ current: current ?? '', next, guesser, own })
      others.forEach(cutStreams)
      return c.body(null, 204)
    })
    .post('/remove', async (c) => {
      const { current } = await readJsonBody(c, removePasswordSchema, bodyBytesMax)
      const own = c.get('session')
      const others = await otherSessionIds(own, access)
      await access.removePassword({ current, guesser: getGuesser(c, access), own })
      others.forEach(cutStreams)
      renewSession(c, access)
      return c.body(null, 204)
    })

/** Returns the browser's session. Creates a session if a trusted proxy sends the person's name. */
async function sessionOrProxied(c: Context, access: Access): Promise<Proxied> {
  const [session, user] = [await findSession(c, access), access.proxySignIn.subjectOf(c)]
  if (session) return { session, ...(session.proxySubject !== null && user && { proxy: { user } }) }
  if (user === undefined) return { session }
  try {
    const caller = getSignInRequester(c, access)
    const token = await access.proxySignIn.signIn(c, caller)
    await setSessionCookies(c, access, { token, device: caller.device })
    return { session: await access.sessions.recognise(token), proxy: { user } }
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error
    return { session: undefined, proxy: { user, refusal: error.reason } }
  }
}

type Proxied = { session: SessionRow | undefined; proxy?: AccessState['proxy'] }

async function endSession(access: Access, userId: string, id: string): Promise<boolean> {
  const hasEnded = await access.sessions.end(userId, id)
  cutStreams(id)
  return hasEnded
}

export const otherSessionIds = async (own: SessionRow, access: Access): Promise<string[]> =>
  (await access.sessions.list(own.userId)).map(({ id }) => id).filter((id) => id !== own.id)

export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
