import path from 'node:path'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Access } from '../access/access.ts'
import { sessionOf } from '../access/guards.ts'
import { HttpError } from '../errors/http-error.ts'
import { signInHere } from './sign-in-here.ts'

const isInterface = /^\/(?:api|llm|model|share|docs)(?:\/|$)/

/**
 * Opens the link that the server prints, `/?token=…`: exchanges the token for a session, and takes it
 * out of the address before the page is loaded, so that it stays in no history and no `Referer`. With
 * a wrong one the page says so; it finds `?link=refused`.
 */
export const openLink = (access: Access) =>
  createMiddleware((c, next) => {
    const token = c.req.query('token')
    return token === undefined || !isPageOpened(c) ? next() : open(c, access, token)
  })

async function open(c: Context, access: Access, token: string): Promise<Response> {
  const isLetIn = (await sessionOf(c, access)) !== undefined || (await isRight(c, access, token))
  const { pathname, searchParams } = new URL(c.req.url)
  searchParams.delete('token')
  if (!isLetIn && access.signInWith() === 'link') searchParams.set('link', 'refused')
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  c.header('Cache-Control', 'no-store')
  // Two slashes at its beginning would make another host of it.
  return c.redirect(`/${pathname.replace(/^\/+/, '')}${query}`, 303)
}

/** Only what a person opens: a picture or frame in another page tries no tokens. */
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
    await signInHere(c, access, { token })
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return false
    throw error
  }
}
