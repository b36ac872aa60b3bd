import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { SignIn } from '#contract/access.ts'
import type { Access } from '../access/access.ts'
import { deviceLifetimeSeconds } from '../access/device-cookie.ts'
import type { Guesser } from '../access/guess-limit.ts'
import { linkLimits, passwordLimits } from '../access/sessions.ts'

/** Signs the browser in that sent the request. @throws as `Access.signIn`. */
export async function signInHere(c: Context, access: Access, credential: SignIn): Promise<void> {
  const guesser = guesserOf(c, access)
  const userAgent = c.req.header('user-agent') ?? ''
  const token = await access.signIn(credential, { ...guesser, userAgent })
  keepSession(c, access, token)
  if (guesser.device !== undefined) return
  setCookie(c, `${access.cookieName}-device`, access.devices.make(), {
    ...hiddenCookie(c, access),
    maxAge: deviceLifetimeSeconds,
  })
}

/** Lets the browser keep its session for as long as it lasts from now on. */
export function renewSession(c: Context, access: Access): void {
  const token = getCookie(c, access.cookieName, prefixOf(c, access))
  if (token !== undefined) keepSession(c, access, token)
}

export function forgetSession(c: Context, access: Access): void {
  deleteCookie(c, access.cookieName, cookieOptions(c, access))
}

/** Whose guesses those of this request count as. */
export const guesserOf = (c: Context, access: Access): Guesser => ({
  address: access.callerOf(c).address,
  device: access.devices.read(getCookie(c, `${access.cookieName}-device`, prefixOf(c, access))),
})

function keepSession(c: Context, access: Access, token: string): void {
  const isForLong = access.signInWith() === 'link'
  const lifetimeMs = isForLong ? linkLimits.idleMs : passwordLimits.lifetimeMs
  setCookie(c, access.cookieName, token, {
    ...hiddenCookie(c, access),
    maxAge: lifetimeMs / 1000,
  })
}

const hiddenCookie = (c: Context, access: Access) =>
  ({ ...cookieOptions(c, access), httpOnly: true, sameSite: 'Lax' }) as const

/** `__Host-` makes browsers refuse a cookie of that name from anybody else, and needs HTTPS. */
const cookieOptions = (c: Context, access: Access) =>
  access.callerOf(c).isHttps
    ? ({ path: '/', secure: true, prefix: 'host' } as const)
    : ({ path: '/' } as const)

const prefixOf = (c: Context, access: Access) =>
  access.callerOf(c).isHttps ? ('host' as const) : undefined
