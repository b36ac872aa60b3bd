import { getBase } from '../access/own-origin.ts'
import { extname } from 'node:path'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Access } from '../access/access.ts'
import type { ConnectionService } from '../connections/connection-service.ts'
import { findSession } from '../access/guards.ts'
import { HttpError } from '../errors/http-error.ts'
import { signInBrowser } from './sign-in-browser.ts'

const isInterface = /^\/(?:api|llm|model|share|docs)(?:\/|$)/

/**
 * Creates the middleware for the sign-in link that the server prints, `/?token=…`. It exchanges the
 * token for a session and redirects before the page loads, so that neither the browser history nor
 * a `Referer` contains the token.
 */
export const openLink = (services: LinkServices) =>
  createMiddleware(async (c, next) => {
    const token = c.req.query('token')
    if (token === undefined || !isPageOpened(c)) return next()
    return open(c, services, token)
  })

type LinkServices = { access: Access; connections: Pick<ConnectionService, 'list'> }

async function open(c: Context, services: LinkServices, token: string): Promise<Response> {
  const { access, connections } = services
  const isLetIn = (await findSession(c, access)) !== undefined || (await isRight(c, access, token))
  const { searchParams } = new URL(c.req.url)
  searchParams.delete('token')
  const isRefused = !isLetIn && access.signInWith() === 'link'
  if (isRefused) searchParams.set('link', 'refused')
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  c.header('Cache-Control', 'no-store')
  // Removes leading slashes, because a path with two leading slashes would redirect to another
  // host.
  const path = c.req.path.replace(/^\/+/, '')
  const isNew = isLetIn && connections.list().connections.length === 0
  return c.redirect(`${getBase(c)}/${path === '' && isNew ? 'welcome' : path}${query}`, 303)
}

/**
 * Returns whether the request is a navigation to a page. Requests for pictures and frames may not
 * try tokens.
 */
function isPageOpened(c: Context): boolean {
  const goesTo = c.req.header('sec-fetch-dest') ?? 'document'
  return (
    c.req.method === 'GET' &&
    goesTo === 'document' &&
    !isInterface.test(c.req.path) &&
    extname(c.req.path) === ''
  )
}

async function isRight(c: Context, access: Access, token: string): Promise<boolean> {
  try {
    await signInBrowser(c, access, { token })
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return false
    throw error
  }
}
