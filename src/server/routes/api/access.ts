import { Hono, type Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import {
  changePasswordSchema,
  removePasswordSchema,
  signInSchema,
  type AccessState,
  type Session,
} from '#contract/access.ts'
import type { Access } from '../../access/access.ts'
import { sessionOf, type SignedInEnv } from '../../access/guards.ts'
import { sessionLifetimeMs, type SessionRow } from '../../access/sessions.ts'
import { HttpError } from '../../errors.ts'
import { cutStreams } from '../../open-streams.ts'
import { readJsonBody } from '../../validate.ts'

const bodyBytesMax = 4096

/** `/api/session`: the browser's own. Everybody may ask, since this is the way in. */
export const sessionRoutes = ({ access }: { access: Access }) =>
  new Hono()
    .use(noStore)
    .get('/', async (c) => {
      const passwordFrom = access.passwordFrom()
      const isLoginNeeded = access.isLoginNeeded()
      return c.json({
        isLoginNeeded,
        isSignedIn: !isLoginNeeded || (await sessionOf(c, access)) !== undefined,
        ...(passwordFrom !== undefined && { passwordFrom }),
      } satisfies AccessState)
    })
    .post('/', async (c) => {
      const { password } = await readJsonBody(c, signInSchema, bodyBytesMax)
      await signIn(c, access, password)
      return c.body(null, 204)
    })
    .delete('/', async (c) => {
      const session = await sessionOf(c, access)
      if (session) await endSession(access, session.id)
      deleteCookie(c, access.cookieName, cookieOptions(c, access))
      return c.body(null, 204)
    })

/** `/api/sessions`: the browsers that are signed in. */
export const sessionListRoutes = ({ access }: { access: Access }) =>
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
      const others = await othersThan(c.get('session'), access)
      await access.sessions.endAll({ butId: c.get('session')?.id })
      others.forEach(cutStreams)
      return c.body(null, 204)
    })
    .delete('/:id', async (c) => {
      if (!(await endSession(access, c.req.param('id')))) {
        throw new HttpError('not_found', 'This browser is signed out already.')
      }
      return c.body(null, 204)
    })

/** `/api/password`: the owner's, where it does not come from the environment. */
export const passwordRoutes = ({ access }: { access: Access }) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .put('/', async (c) => {
      const { current, next } = await readJsonBody(c, changePasswordSchema, bodyBytesMax)
      const { address } = access.callerOf(c)
      const own = c.get('session')
      const others = await othersThan(own, access)
      await access.changePassword({ current, next, address, own })
      others.forEach(cutStreams)
      // Whoever has just set it is not asked for it at once.
      if (!own) await signIn(c, access, next)
      return c.body(null, 204)
    })
    .post('/remove', async (c) => {
      const { current } = await readJsonBody(c, removePasswordSchema, bodyBytesMax)
      await access.removePassword({ current, address: access.callerOf(c).address })
      deleteCookie(c, access.cookieName, cookieOptions(c, access))
      return c.body(null, 204)
    })

async function endSession(access: Access, id: string): Promise<boolean> {
  const hasEnded = await access.sessions.end(id)
  cutStreams(id)
  return hasEnded
}

/** Ids of all sessions but one. */
const othersThan = async (own: SessionRow | undefined, access: Access): Promise<string[]> =>
  (await access.sessions.list()).map(({ id }) => id).filter((id) => id !== own?.id)

async function signIn(c: Context, access: Access, password: string): Promise<void> {
  const { address } = access.callerOf(c)
  const userAgent = c.req.header('user-agent') ?? ''
  const token = await access.signIn(password, { address, userAgent })
  setCookie(c, access.cookieName, token, {
    ...cookieOptions(c, access),
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: sessionLifetimeMs / 1000,
  })
}

/** `__Host-` makes browsers refuse a cookie of that name from anybody else, and needs HTTPS. */
const cookieOptions = (c: Context, access: Access) =>
  access.callerOf(c).isHttps
    ? ({ path: '/', secure: true, prefix: 'host' } as const)
    : ({ path: '/' } as const)

const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
