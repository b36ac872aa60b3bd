import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { SignIn } from '#contract/access/access.ts'
import type { Access } from '../access/access.ts'
import { deviceLifetimeSeconds } from '../access/device-cookie.ts'
import type { Guesser } from '../access/guess-limit.ts'
import { proofLifetimeSeconds } from '../access/second-factor/pending-proofs.ts'
import { linkLimits, passwordLimits, type SessionRow } from '../access/sessions.ts'
import { getCookiePrefix } from '../access/cookie-prefix.ts'
import { CodeNeededError } from '../access/sign-in-flow.ts'
import { cutStreams } from '../http/open-streams.ts'

/**
 * Signs in the browser that sent the request.
 * @throws the errors of `SignInFlow.signIn`.
 */
export async function signInBrowser(c: Context, access: Access, credential: SignIn): Promise<void> {
  const caller = getSignInRequester(c, access)
  const token = await withProofCookie(c, access, () => access.signInFlow.signIn(credential, caller))
  await setSessionCookies(c, access, { token, device: caller.device })
}

/**
 * Signs in with the code after the password.
 * @throws the errors of `SignInFlow.signInWithCode`.
 */
export async function signInBrowserWithCode(
  c: Context,
  access: Access,
  code: string,
): Promise<void> {
  const caller = getSignInRequester(c, access)
  const token = await access.signInFlow.signInWithCode(code, { proof: getProof(c, access), caller })
  deleteProofCookie(c, access)
  await setSessionCookies(c, access, { token, device: caller.device })
}

/**
 * Calls `show`. If `show` throws because a code is needed, sets the cookie that proves a correct
 * password, and rethrows the error.
 */
export async function withProofCookie<T>(
  c: Context,
  access: Access,
  show: () => Promise<T>,
): Promise<T> {
  try {
    return await show()
  } catch (error) {
    if (error instanceof CodeNeededError) {
      setCookie(c, `${access.cookieName}-proof`, error.proof, {
        ...hiddenCookie(c, access),
        sameSite: 'Strict',
        maxAge: proofLifetimeSeconds,
      })
    }
    throw error
  }
}

export const getProof = (c: Context, access: Access): string | undefined =>
  getCookie(c, `${access.cookieName}-proof`, getCookiePrefix(c, access))

export function deleteProofCookie(c: Context, access: Access): void {
  deleteCookie(c, `${access.cookieName}-proof`, cookieOptions(c, access))
}

export const getSignInRequester = (c: Context, access: Access) => ({
  ...getGuesser(c, access),
  userAgent: c.req.header('user-agent') ?? '',
})

/**
 * Ends the browser's former session and sets the cookies of the new session. A browser without a
 * device cookie gets one.
 */
export async function setSessionCookies(
  c: Context,
  access: Access,
  { token, device }: { token: string; device: string | undefined },
): Promise<void> {
  await endFormerSession(c, access)
  keepSession(c, access, token)
  setPeopleCookie(c, access)
  if (device !== undefined) return
  setCookie(c, `${access.cookieName}-device`, access.devices.make(), {
    ...hiddenCookie(c, access),
    maxAge: deviceLifetimeSeconds,
  })
}

/**
 * Ends the session of the replaced cookie, because a copy of that cookie would otherwise stay
 * valid.
 */
async function endFormerSession(c: Context, access: Access): Promise<void> {
  const token = getCookie(c, access.cookieName, getCookiePrefix(c, access))
  const former = token === undefined ? undefined : await access.sessions.recognise(token)
  if (!former) return
  await access.sessions.end(former.userId, former.id)
  cutStreams(former.id)
}

export function renewSession(c: Context, access: Access): void {
  const token = getCookie(c, access.cookieName, getCookiePrefix(c, access))
  if (token !== undefined) keepSession(c, access, token)
}

export function deleteSessionCookie(c: Context, access: Access): void {
  deleteCookie(c, access.cookieName, cookieOptions(c, access))
  deleteCookie(c, `${access.cookieName}-people`, cookieOptions(c, access))
}

/**
 * Sets a cookie that is present if the server has other accounts. A cookie is used because some
 * browsers delete a page's storage after a week.
 */
export function setPeopleCookie(c: Context, access: Access): void {
  const name = `${access.cookieName}-people`
  if (access.signInWith() !== 'account' || getCookie(c, name, getCookiePrefix(c, access))) return
  setCookie(c, name, '1', {
    ...cookieOptions(c, access),
    sameSite: 'Lax',
    maxAge: passwordLimits.lifetimeMs / 1000,
  })
}

/**
 * Returns the limit that counts the password guesses of this request. A session has its own limit,
 * independent of its address.
 */
export const getGuesser = (c: Context, access: Access): Guesser => {
  const session: SessionRow | undefined = c.get('session')
  const device = access.devices.read(
    getCookie(c, `${access.cookieName}-device`, getCookiePrefix(c, access)),
  )
  return {
    address: access.callerOf(c).address,
    device: device ?? (session && `session ${session.id}`),
  }
}

function keepSession(c: Context, access: Access, token: string): void {
  const isForLong = access.signInWith() === 'link'
  const lifetimeMs = isForLong ? linkLimits.idleMs : passwordLimits.lifetimeMs
  setCookie(c, access.cookieName, token, {
    ...hiddenCookie(c, access),
    maxAge: lifetimeMs / 1000,
  })
}

export const hiddenCookie = (c: Context, access: Access): CookieOptions => ({
  ...cookieOptions(c, access),
  httpOnly: true,
  sameSite: 'Lax',
})

/**
 * Returns options of the session cookie. Below a base path the cookie is limited to this path,
 * because other apps may have the same host.
 */
export function cookieOptions(c: Context, access: Access): CookieOptions {
  const path = access.basePath || '/'
  const prefix = getCookiePrefix(c, access)
  return prefix === undefined ? { path } : { path, secure: true, prefix }
}
