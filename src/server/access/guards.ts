import { isIP } from 'node:net'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { getCookie } from 'hono/cookie'
import type { Audit } from '../audit/audit.ts'
import { trustConnection } from '../http/connection.ts'
import { HttpError } from '../errors/http-error.ts'
import { nameCaller } from '../observability/request-context.ts'
import { asOwner } from '../store/owner-scope.ts'
import type { Access } from './access.ts'
import type { RequestOrigin } from './caller.ts'
import { getCookiePrefix } from './cookie-prefix.ts'
import { can, isFirst, type Caller as SignedIn, type ServerThing } from './people/people.ts'
import type { SessionRow } from './sessions.ts'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export type SignedInEnv = { Variables: { session: SessionRow; caller: SignedIn } }

/**
 * Refuses requests for another host name. Otherwise a web page could point its own host name at
 * this server (DNS rebinding) and count as same-origin.
 */
export const hostGuard = (access: Access, audit: Audit) =>
  createMiddleware((c, next) => {
    const caller = access.callerOf(c)
    nameCaller({ address: caller.address })
    const name = nameIn(caller.host)
    const isAddress = name !== undefined && isIP(name) !== 0 && access.signInWith() !== 'link'
    if (name === undefined || !(access.isOwnName(name) || isAddress)) {
      audit.note({ kind: 'host_refused', subject: caller.host })
      throw new HttpError(
        'forbidden',
        'This server is not set up for that host name. Its owner can add it to BOZZETTO_HOSTS.',
      )
    }
    if (caller.isForwarded && access.signInWith() === 'link') {
      throw new HttpError(
        'forbidden',
        'This request came through a proxy, and this server has no password yet. Set BOZZETTO_PASSWORD first.',
      )
    }
    c.set('basePath', access.basePath)
    c.set('ownOrigin', `${caller.isHttps ? 'https' : 'http'}://${caller.host}`)
    return next()
  })

/**
 * Refuses cross-origin changes, and cross-origin requests for anything but a page. Clients that are
 * not browsers may send any request.
 */
export const originGuard = (access: Access, audit: Audit) =>
  createMiddleware((c, next) => {
    const isReading = readingMethods.has(c.req.method)
    if (isReading ? isForeignRead(c) : !isOwnOrigin(c, access.callerOf(c))) {
      audit.note({
        kind: 'origin_refused',
        subject: `${c.req.header('origin') ?? 'a page'} on ${c.req.method} ${c.req.path}`,
      })
      throw new HttpError('forbidden', 'This request came from another website and was blocked.')
    }
    return next()
  })

const isForeignRead = (c: Context): boolean =>
  ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '') &&
  c.req.header('sec-fetch-mode') !== 'navigate'

function isOwnOrigin(c: Context, { host, isHttps }: RequestOrigin): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none'
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.host === host && (url.protocol === 'https:' || !isHttps)
}

/** Requires a session and provides it as `c.get('session')`. */
export const sessionGuard = (access: Access) =>
  createMiddleware<SignedInEnv>(async (c, next) => {
    const session = await findSession(c, access)
    const caller = session && access.people.caller(session.userId)
    if (!session || !caller) {
      c.header('Cache-Control', 'no-store')
      throw new HttpError('unauthorized', 'You are signed out. Sign in to continue.')
    }
    c.set('session', session)
    c.set('caller', caller)
    nameCaller({ actor: formatActor(session, access) })
    trustConnection(c)
    await asOwner(session.userId, next)
  })

/**
 * Returns the name of the acting person for the audit log, with the email address if there are
 * accounts.
 */
export const formatActor = ({ id, userId }: SessionRow, access: Access): string => {
  const email = access.people.find(userId)?.email
  return email === undefined ? `session ${id}` : `${email}, session ${id}`
}

/**
 * Requires permission to see a resource, or to manage the resource if the request changes
 * something. Runs after `sessionGuard`.
 * @param always permission that is required even for reading.
 */
export const permit = (thing: ServerThing, audit: Audit, always?: 'manage') =>
  createMiddleware<SignedInEnv>((c, next) => {
    const action = always ?? (readingMethods.has(c.req.method) ? 'see' : 'manage')
    if (!can(c.get('caller'), action, thing)) {
      audit.note({ kind: 'person_forbidden', subject: `${c.req.method} ${c.req.path}` })
      throw new HttpError('forbidden', 'Only an admin of this server can do this.')
    }
    return next()
  })

/**
 * Requires that the person entered the password or sign-in link in the last ten minutes, because
 * the browser may be unattended. Runs after `sessionGuard`.
 */
export const confirmGuard = (access: Access) =>
  createMiddleware<SignedInEnv>((c, next) => {
    refuseUnconfirmed(access, c.get('session'))
    return next()
  })

/**
 * @throws {HttpError} `confirmation_needed` unless the person entered the password or sign-in link
 * in the last ten minutes.
 */
export function refuseUnconfirmed({ sessions }: Access, session: SessionRow): void {
  if (!sessions.isConfirmed(session)) {
    throw new HttpError('confirmation_needed', 'Confirm that it’s you to do this.')
  }
}

/**
 * Creates middleware like `confirmGuard` that applies only while the second factor is on. Without a
 * second factor, these routes ask for the current password.
 */
export const confirmFactorGuard = (access: Access) => {
  const confirm = confirmGuard(access)
  return createMiddleware<SignedInEnv>((c, next) =>
    access.secondFactor.isOn(c.get('session').userId) ? confirm(c, next) : next(),
  )
}

/** Creates middleware like `confirmGuard` that applies only where people have passwords. */
export const confirmPasswordGuard = (access: Access) => {
  const confirm = confirmGuard(access)
  return createMiddleware<SignedInEnv>((c, next) =>
    access.signInWith() === 'link' ? next() : confirm(c, next),
  )
}

/** Requires the first account, whose password is also the password of the server. */
export const firstGuard = createMiddleware<SignedInEnv>((c, next) => {
  if (!isFirst(c.get('caller').id)) {
    throw new HttpError('forbidden', 'Only the first account can do this.')
  }
  return next()
})

export async function findSession(c: Context, access: Access): Promise<SessionRow | undefined> {
  const token = getCookie(c, access.cookieName, getCookiePrefix(c, access))
  const session = token === undefined ? undefined : await access.sessions.recognise(token)
  return session && access.proxySignIn.holds(c, session) ? session : undefined
}

const hostsMax = 64
const namesByHost = new Map<string, string | undefined>()

function nameIn(host: string): string | undefined {
  if (namesByHost.has(host)) return namesByHost.get(host)
  const name = getHostname(`http://${host}`)
  if (namesByHost.size === hostsMax) namesByHost.clear()
  namesByHost.set(host, name)
  return name
}

const getHostname = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname.replaceAll(/^\[|\]$/g, '') : undefined
