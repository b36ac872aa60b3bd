import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { beginOidcSchema, type SignInRefusal } from '#contract/access/access.ts'
import type { Access } from '../../../access/access.ts'
import { sessionOf } from '../../../access/guards.ts'
import { oidcLifetimeSeconds, type Oidc } from '../../../access/oidc/oidc.ts'
import { OidcRefusal } from '../../../access/oidc/oidc-refusal.ts'
import { ownOrigin } from '../../../access/own-origin.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { readJsonBody } from '../../../http/validate.ts'
import { comerOf, cookieOptions, hiddenCookie, letIn, prefixOf } from '../../sign-in-here.ts'
import { noStore } from './access.ts'

const bodyBytesMax = 4096
const callbackPath = '/api/session/oidc/callback'

/** `/api/session/oidc`: signing in with the identity provider, for everybody. */
export const oidcRoutes = ({ access }: { access: Access }) =>
  new Hono()
    .use(noStore)
    .post('/', async (c) => {
      const { purpose } = await readJsonBody(c, beginOidcSchema, bodyBytesMax)
      const own = purpose === 'confirm' ? await sessionOf(c, access) : undefined
      if (purpose === 'confirm' && !own) {
        throw new HttpError('unauthorized', 'You are signed out. Sign in to continue.')
      }
      const { address, kept } = await found(access).begin(ownOrigin(c) + callbackPath, own)
      setCookie(c, cookieName(access), kept, {
        ...hiddenCookie(c, access),
        maxAge: oidcLifetimeSeconds,
      })
      return c.json({ address })
    })
    // Where the provider sends the browser back: whatever happens, it goes on to the page.
    .get('/callback', async (c) => {
      const kept = getCookie(c, cookieName(access), prefixOf(c, access))
      deleteCookie(c, cookieName(access), cookieOptions(c, access))
      const caller = comerOf(c, access)
      const back = { query: new URL(c.req.url).search, kept, own: await sessionOf(c, access) }
      try {
        const came = await found(access).finish(back, caller)
        if (!came) return c.redirect('/#confirmed', 303)
        letIn(c, access, { token: came.token, device: caller.device })
        return c.redirect(`/#signed-in=${encodeURIComponent(came.email)}`, 303)
      } catch (error) {
        return c.redirect(`/?sign-in=${reasonOf(error)}`, 303)
      }
    })

function found({ oidc }: Access): Oidc {
  if (oidc) return oidc
  throw new HttpError('not_found', 'No identity provider is set up.')
}

const cookieName = ({ cookieName: name }: Access): string => `${name}-oidc`

/** @throws what nobody planned for. */
function reasonOf(error: unknown): SignInRefusal {
  if (error instanceof OidcRefusal) return error.reason
  if (!(error instanceof HttpError)) throw error
  return error.code === 'rate_limited' ? 'too_many' : 'refused'
}
