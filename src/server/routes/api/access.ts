import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  changePasswordSchema,
  removePasswordSchema,
  signInSchema,
  type AccessState,
  type Session,
} from '#contract/access.ts'
import { signInCodeSchema } from '#contract/second-factor.ts'
import type { Access } from '../../access/access.ts'
import type { Audit } from '../../audit/audit.ts'
import { sessionOf, type SignedInEnv } from '../../access/guards.ts'
import type { SessionRow } from '../../access/sessions.ts'
import { HttpError } from '../../errors/http-error.ts'
import { cutStreams } from '../../http/open-streams.ts'
import { readJsonBody } from '../../http/validate.ts'
import {
  forgetProof,
  forgetSession,
  guesserOf,
  keepingProof,
  proofOf,
  renewSession,
  signInHere,
  signInHereWithCode,
} from '../sign-in-here.ts'

const bodyBytesMax = 4096

type AccessServices = { access: Access; audit: Audit }

/** `/api/session`: the browser's own. Everybody may ask, since this is the way in. */
export const sessionRoutes = ({ access, audit }: AccessServices) =>
  new Hono()
    .use(noStore)
    .get('/', async (c) => {
      const passwordFrom = access.passwordFrom()
      return c.json({
        signInWith: access.signInWith(),
        isSignedIn: (await sessionOf(c, access)) !== undefined,
        ...(passwordFrom !== undefined && { passwordFrom }),
      } satisfies AccessState)
    })
    .post('/', async (c) => {
      await signInHere(c, access, await readJsonBody(c, signInSchema, bodyBytesMax))
      return c.body(null, 204)
    })
    .post('/code', async (c) => {
      const { code } = await readJsonBody(c, signInCodeSchema, bodyBytesMax)
      await signInHereWithCode(c, access, code)
      return c.body(null, 204)
    })
    .delete('/', async (c) => {
      const session = await sessionOf(c, access)
      if (session && (await endSession(access, session.id))) {
        audit.note({ kind: 'sign_out', actor: `session ${session.id}` })
      }
      forgetSession(c, access)
      // Not the cookies: browsers would drop those of every other program on this host as well.
      c.header('Clear-Site-Data', '"cache", "storage"')
      return c.body(null, 204)
    })

/** `/api/session/confirmed`: whether its owner has just shown the password or link, and to show it. */
export const confirmationRoutes = ({ access }: Pick<AccessServices, 'access'>) =>
  new Hono<SignedInEnv>()
    .get('/', (c) => c.body(null, 204))
    .post('/', async (c) => {
      const credential = await readJsonBody(c, signInSchema, bodyBytesMax)
      const who = { guesser: guesserOf(c, access), own: c.get('session') }
      await keepingProof(c, access, () => access.wayIn.confirm(credential, who))
      return c.body(null, 204)
    })
    .post('/code', async (c) => {
      const { code } = await readJsonBody(c, signInCodeSchema, bodyBytesMax)
      await access.wayIn.confirmWithCode(code, {
        proof: proofOf(c, access),
        guesser: guesserOf(c, access),
        own: c.get('session'),
      })
      forgetProof(c, access)
      return c.body(null, 204)
    })

/** `/api/sessions`: the browsers that are signed in. */
export const sessionListRoutes = ({ access, audit }: AccessServices) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .get('/', async (c) => {
      const ownId = c.get('session')?.id
      const rows = await access.sessions.list()
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
      await access.sessions.endAll({ butId: c.get('session')?.id })
      others.forEach(cutStreams)
      audit.note({ kind: 'session_ended', subject: 'all others' })
      return c.body(null, 204)
    })
    .delete('/:id', async (c) => {
      if (!(await endSession(access, c.req.param('id')))) {
        throw new HttpError('not_found', 'This browser is already signed out.')
      }
      audit.note({ kind: 'session_ended', subject: `session ${c.req.param('id')}` })
      return c.body(null, 204)
    })

/** `/api/password`: the owner's, where it does not come from the environment. */
export const passwordRoutes = ({ access }: { access: Access }) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .put('/', async (c) => {
      const { current, next } = await readJsonBody(c, changePasswordSchema, bodyBytesMax)
      const own = c.get('session')
      const others = await otherSessionIds(own, access)
      await access.changePassword({ current, next, guesser: guesserOf(c, access), own })
      others.forEach(cutStreams)
      return c.body(null, 204)
    })
    .post('/remove', async (c) => {
      const { current } = await readJsonBody(c, removePasswordSchema, bodyBytesMax)
      const own = c.get('session')
      const others = await otherSessionIds(own, access)
      await access.removePassword({ current, guesser: guesserOf(c, access), own })
      others.forEach(cutStreams)
      renewSession(c, access)
      return c.body(null, 204)
    })

async function endSession(access: Access, id: string): Promise<boolean> {
  const hasEnded = await access.sessions.end(id)
  cutStreams(id)
  return hasEnded
}

/** Ids of all sessions but one. */
export const otherSessionIds = async (
  own: SessionRow | undefined,
  access: Access,
): Promise<string[]> =>
  (await access.sessions.list()).map(({ id }) => id).filter((id) => id !== own?.id)

export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
