import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { beginOidcSchema, type SignInRefusal } from '#contract/access/access.ts'
import type { Access } from '../../../access/access.ts'
import { refuseUnconfirmed, findSession } from '../../../access/guards.ts'
import { oidcLifetimeSeconds, type Oidc } from '../../../access/oidc/oidc.ts'
import { OidcRefusal } from '../../../access/oidc/oidc-refusal.ts'
import { getCookiePrefix } from '../../../access/cookie-prefix.ts'
import { getBase, ownAddress } from '../../../access/own-origin.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { takeBody } from '../../../http/body/read-body.ts'
import { cutStreams } from '../../../http/open-streams.ts'
import { readJsonBody } from '../../../http/validate.ts'
import {
  getSignInRequester,
  cookieOptions,
  hiddenCookie,
  setSessionCookies,
} from '../../sign-in-browser.ts'
import { noStore } from './access.ts'

const bodyBytesMax = 4096
const logoutBytesMax = 32_768
const callbackPath = '/api/session/oidc/callback'

export const oidcRoutes = ({ access }: { access: Access }) =>
  new Hono()
    .use(noStore)
    .post('/', async (c) => {
      const { purpose } = await readJsonBody(c, beginOidcSchema, bodyBytesMax)
      const own = purpose === 'sign-in' ? undefined : await findSession(c, access)
      if (purpose !== 'sign-in' && !own) {
        throw new HttpError('unauthorized', 'You are signed out. Sign in to continue.')
      }
      // Linking needs a confirmation, because somebody at an unattended browser could link another
      // identity.
      if (purpose === 'link' && own) refuseUnconfirmed(access, own)
      const to = ownAddress(c) + callbackPath
      const { address, kept } = await found(access).begin(to, { purpose, own })
      setCookie(c, cookieName(access), kept, {
        ...hiddenCookie(c, access),
        maxAge: oidcLifetimeSeconds,
      })
      return c.json({ address })
    })
    // The provider calls this route directly, without a browser. Source: OpenID Connect
    // Back-Channel Logout 1.0.
    .post('/backchannel-logout', async (c) => {
      const { bytes } = await takeBody(c, logoutBytesMax, { memoryPerByte: 2 })
      const token = new URLSearchParams(Buffer.from(bytes).toString()).get('logout_token')
      try {
        for (const id of await found(access).signOut(token ?? '')) cutStreams(id)
      } catch (error) {
        if (!(error instanceof OidcRefusal)) throw error
        throw new HttpError('bad_request', 'This is not a valid logout token.', { cause: error })
      }
      return c.body(null, 200)
    })
    // The provider redirects the browser to this route. The response is always a redirect to the
    // page.
    .get('/callback', async (c) => {
      const kept = getCookie(c, cookieName(access), getCookiePrefix(c, access))
      deleteCookie(c, cookieName(access), cookieOptions(c, access))
      const caller = getSignInRequester(c, access)
      const { signal } = c.req.raw
      const own = await findSession(c, access)
      const back = { query: new URL(c.req.url).search, kept, own, signal }
      try {
        const came = await found(access).finish(back, caller)
        if (!came) return c.redirect(`${getBase(c)}/#confirmed`, 303)
        await setSessionCookies(c, access, { token: came.token, device: caller.device })
        return c.redirect(`${getBase(c)}/#signed-in=${encodeURIComponent(came.email)}`, 303)
      } catch (error) {
        return c.redirect(`${getBase(c)}/?sign-in=${getReason(error)}`, 303)
      }
    })

function found({ oidc }: Access): Oidc {
  if (oidc) return oidc
  throw new HttpError('not_found', 'No identity provider is set up.')
}

const cookieName = ({ cookieName: name }: Access): string => `${name}-oidc`

function getReason(error: unknown): SignInRefusal {
  if (error instanceof OidcRefusal) return error.reason
  if (!(error instanceof HttpError)) throw error
  return 'refused'
}
