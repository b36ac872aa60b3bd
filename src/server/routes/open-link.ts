import path from 'node:path'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Access } from '../access/access.ts'
import { findSession } from '../access/guards.ts'
import { HttpError } from '../errors/http-error.ts'
import { signInBrowser } from './sign-in-browser.ts'

const isInterface = /^\/(?:api|llm|model|share|docs)(?:\/|$)/

/**
 * Creates the middleware for the link that the server prints, `/?token=…`. It exchanges the token
 * for a session and redirects before the page loads. So neither the browser history nor a `Referer`
 * contains the token. A wrong token redirects to `?link=refused`.
 */
export const openLink = (access: Access) =>
  createMiddleware((c, next) => {
    const token = c.req.query('token')
    return token === undefined || !isPageOpened(c) ? next() : open(c, access, token)
  })

async function open(c: Context, access: Access, token: string): Promise<Response> {
  const isLetIn = (await findSession(c, access)) !== undefined || (await isRight(c, access, token))
  const { pathname, searchParams } = new URL(c.req.url)
  searchParams.delete('token')
  if (!isLetIn && access.signInWith() === 'link') searchParams.set('link', 'refused')
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  c.header('Cache-Control', 'no-store')
  // A path with two leading slashes would redirect to another host.
  return c.redirect(`/${pathname.replace(/^\/+/, '')}${query}`, 303)
}

/**
 * Returns whether the browser navigates to a page. Only such requests may try tokens, not those for
 * pictures and frames.
 */
function isPageOpened(c: Context): boolean {
  const { pathname } = new URL(c.req.url)
  const goesTo = c.req.header('sec-fetch-dest') ?? 'document'
  return (
    c.req.method === 'GET' &&
    goesTo === 'document' &&
    !isInterface.test(pathname) &&
    path.extname(pathname) === ''
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
