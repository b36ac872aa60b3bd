import { createMiddleware } from 'hono/factory'
import { HttpError } from '../errors.ts'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that name another host than this machine. Without it any web page could point a
 * name of its own at 127.0.0.1 and talk to this server as if it were the same origin.
 */
export const hostGuard = createMiddleware(async (c, next) => {
  const name = hostnameOf(`http://${c.req.header('host') ?? ''}`)
  if (name === undefined || !loopbackNames.has(name)) {
    throw new HttpError('forbidden', 'This server answers only to 127.0.0.1 and localhost.')
  }
  await next()
})

/** Refuses changes that a page of another origin asks the browser to make. Clients that are no browser pass. */
export const originGuard = createMiddleware(async (c, next) => {
  if (!readingMethods.has(c.req.method)) {
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const isOwnOrigin =
      origin === undefined
        ? site === undefined || site === 'same-origin' || site === 'none'
        : hostOf(origin) === c.req.header('host')
    if (!isOwnOrigin) {
      throw new HttpError('forbidden', 'Another web page tried to change something here. Refused.')
    }
  }
  await next()
})

const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host : undefined
const hostnameOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined
