import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testPasswordCost } from '../access/access.fixture.ts'
import { createApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { createServicesOn, type Services } from '../services.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'

const origin = 'http://127.0.0.1:5310'
const password = 'correct horse battery staple'

export type SignedIn = { userId: string; cookie: string }

export type PeopleApp = {
  store: Store
  services: Services
  owner: SignedIn
  join: (name: string) => Promise<SignedIn>
  call: (who: SignedIn | undefined, route: string, body?: unknown) => Promise<Response>
  close: () => Promise<void>
}

/** Starts the whole server in this process, with accounts and an empty store. */
export async function openPeopleApp(env: Record<string, string> = {}): Promise<PeopleApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-people-'))
  const store = await openTestStore()
  const settings = readEnv({ BOZZETTO_DATA: folder, BOZZETTO_PASSWORD: password, ...env })
  const services = await createServicesOn(store, settings, { passwordCost: testPasswordCost })
  const app = createApp(services)

  const call: PeopleApp['call'] = async (who, route, body) => {
    const [method = '', target = ''] = route.split(' ')
    return app.request(
      origin + target,
      {
        method,
        headers: { host: '127.0.0.1:5310', ...(who && { cookie: who.cookie }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
  }
  const owner = {
    userId: 'owner',
    cookie: getCookie(await call(undefined, 'POST /api/session', { password })),
  }
  await call(owner, 'POST /api/people', { name: 'Owner', email: 'owner@example.com' })

  return {
    store,
    services,
    owner,
    call,
    async join(name) {
      const invited = await call(owner, 'POST /api/people/invitations', { name, role: 'member' })
      const { token } = (await invited.json()) as { token: string }
      const email = `${name.toLowerCase()}@example.net`
      const body = { token, name, email, password: `${password} too` }
      const joined = await call(undefined, 'POST /api/invitation/accept', body)
      const person = services.access.people.list().find((one) => one.email === email)
      return { userId: person?.id ?? '', cookie: getCookie(joined) }
    },
    async close() {
      await services.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const getCookie = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
