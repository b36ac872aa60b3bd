import { createActivity } from '../../../process/activity.ts'
import { openTestAccess, testLinkToken } from '../../../access/access.fixture.ts'
import { createKeyCheck } from '../../../access/keys/api-keys.ts'
import { createApp } from '../../../app.ts'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import type { Access } from '../../../access/access.ts'
import type { Services } from '../../../services.ts'
import { guesses } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export const testPassword = 'correct horse battery'

export type TestServerOptions = NonNullable<Parameters<typeof openTestAccess>[1]> & {
  keys?: string[]
  services?: Partial<Services>
}

type Call = {
  method?: string
  form?: string
  body?: object
  cookie?: string | undefined
  headers?: Record<string, string>
  from?: string
  signal?: AbortSignal
  host?: string
  /** Raw headers of the connection (name, value, name, …). A name may occur twice. */
  rawHeaders?: string[] | undefined
}

const opened = new Set<Access>()

/** Resets the rate limit, so that wrong passwords of one test do not count in the next test. */
export async function forgetGuesses(store: Store): Promise<void> {
  await Promise.all([...opened].map((access) => access.close()))
  opened.clear()
  await store.db.delete(guesses)
}

/**
 * Creates the app with real access checks and stubs of all other services, so only the routes for
 * access work.
 */
export async function openTestServer(
  store: Store,
  { keys = [], services: own, ...options }: TestServerOptions,
) {
  const audit = options.audit ?? createTestAudit()
  const access = await openTestAccess(store, { ...options, audit })
  opened.add(access)
  const catalogue = { list: () => Promise.resolve({ models: [] }) }
  const services = {
    activity: createActivity(),
    apiKeys: { list: () => Promise.resolve([]) },
    access,
    audit,
    catalogue,
    connections: { list: () => ({ connections: [], kinds: [] }) },
    keyCheck: createKeyCheck(keys),
    mailer: { isOn: () => false },
    outbox: {
      findInvitationMails: () => Promise.resolve(new Map()),
      cancel: () => Promise.resolve(),
    },
    ...own,
  }
  const app = createApp(services as unknown as Services)
  const call = async (path: string, init: Call = {}): Promise<Response> => {
    const { method = 'GET', body, form, cookie, headers, from = '127.0.0.1', rawHeaders } = init
    const host = init.host ?? '127.0.0.1:5310'
    return app.request(
      `http://${host}${path}`,
      {
        method,
        ...(init.signal && { signal: init.signal }),
        headers: { host, ...(cookie !== undefined && { cookie }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        ...(form !== undefined && { body: new URLSearchParams({ logout_token: form }) }),
      },
      { incoming: { socket: { remoteAddress: from }, rawHeaders } },
    )
  }
  const signIn = (init: Call & { password?: string } = {}) =>
    call('/api/session', {
      ...init,
      method: 'POST',
      body: { password: init.password ?? testPassword },
    })
  const openLink = (init: Call & { token?: string; path?: string } = {}) =>
    call(`${init.path ?? '/'}?token=${init.token ?? testLinkToken}`, init)
  return { access, app, call, signIn, openLink }
}

export const getFirstCookie = (response: Response) =>
  response.headers.getSetCookie()[0]?.split(';')[0]
/** Returns the cookie that marks a browser in which somebody has signed in before. */
export const getDeviceCookie = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((one) => one.includes('-device='))
    ?.split(';')[0]
