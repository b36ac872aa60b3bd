import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Session cookie in the format of Playwright's `addCookies`. */
export type SessionCookie = { name: string; value: string; url: string }

/**
 * Matches the output of a server without a terminal: its address, and a hint if a link signs the
 * owner in.
 */
const printedPattern = /Open it here: (http:\/\/[^\s/]+)\S*( \(npm run link)?.*\n/

type PrintedBy = { dataFolder: string; env: Record<string, string | undefined> }

/**
 * Finds the link that signs the owner in. The server does not print the link's token, so this
 * function reads the token as `npm run link` does.
 * @returns the link, or only the address of a server with a password. `undefined` before the server
 * has printed its address.
 */
export function findLink(output: string, { dataFolder, env }: PrintedBy): string | undefined {
  const [, origin, needsToken] = printedPattern.exec(output) ?? []
  if (origin === undefined || needsToken === undefined) return origin
  const secret = env['DATABASE_URL'] === undefined ? undefined : env['BOZZETTO_SECRET']
  const token =
    secret === undefined
      ? readFileSync(path.join(dataFolder, 'link-token'), 'utf8').trim()
      : createHmac('sha256', secret).update('link token').digest('base64url')
  return `${origin}/?token=${token}`
}

const plainFetch = globalThis.fetch
const cookies = new Map<string, string>()

/**
 * Signs in with the link of a server. `fetch` of this process then sends the session cookie with
 * each request that has no cookie.
 * @returns `undefined` if the link has no token, because the server has a password.
 * @throws {Error} if the server refuses the sign-in.
 */
export async function signInByLink(link: string): Promise<SessionCookie | undefined> {
  const { origin, searchParams } = new URL(link)
  if (!searchParams.has('token')) return undefined
  const response = await plainFetch(link, { redirect: 'manual' })
  await response.body?.cancel()
  const [cookie = ''] = response.headers.getSetCookie()
  const [, name, value] = /^([^=;]+)=([^;]+)/.exec(cookie) ?? []
  if (name === undefined || value === undefined) {
    throw new Error(`The link did not let in: ${response.status}.`)
  }
  cookies.set(origin, `${name}=${value}`)
  globalThis.fetch = fetchAsOwner
  return { name, value, url: origin }
}

const fetchAsOwner: typeof fetch = (input, init) => {
  const url = typeof input === 'string' || input instanceof URL ? String(input) : input.url
  const cookie = cookies.get(new URL(url).origin)
  if (cookie === undefined || input instanceof Request) return plainFetch(input, init)
  const headers = new Headers(init?.headers)
  if (!headers.has('cookie')) headers.set('cookie', cookie)
  return plainFetch(input, { ...init, headers })
}
