/** The session of a browser, as Playwright's `addCookies` takes it. */
export type SessionCookie = { name: string; value: string; url: string }

/** What a server prints for its owner to open. */
export const linkPattern = /Open it here: (http:\/\/\S+)\n/

const plainFetch = globalThis.fetch
const cookies = new Map<string, string>()

/**
 * Signs in at a server by the link that it printed. From then on every `fetch` of this process comes
 * as its owner, unless it brings a cookie of its own.
 *
 * @returns nothing where the link has no token, since the server has a password.
 * @throws {Error} when the server does not let in.
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
