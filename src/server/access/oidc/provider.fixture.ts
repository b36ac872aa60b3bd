import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { signInAsBrowser } from '../../testing/sign-in-as-browser.fixture.ts'

type Told = Record<string, unknown>
type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } }

/** How the provider misbehaves: by path, instead of its own answer. */
type Misbehaviour = (path: string, response: ServerResponse) => boolean
const behave: Misbehaviour = () => false

/**
 * A real OpenID Connect provider on this machine. Whoever signs in gives their subject as the name.
 *
 * @param redirectUri the one address that it sends people back to.
 */
export async function openProvider(redirectUri: string) {
  const people = new Map<string, Told>()
  let misbehave = behave
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://provider.invalid')
    if (!misbehave(pathname, response)) handle?.(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'bozzetto', client_secret: 'a secret of ours', redirect_uris: [redirectUri] },
    ],
    cookies: { keys: ['a key for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Nobody is asked whether this client may know them.
    loadExistingGrant: async (context: Context) => {
      const { client, session } = context.oidc
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  handle = provider.callback()

  return {
    issuer,
    people,
    misbehave: (how: Misbehaviour = behave) => {
      misbehave = how
    },
    /** Goes there as a browser does, and signs in. @returns the address that it is sent back to. */
    signIn: async (address: string, subject: string): Promise<string> =>
      (await signInAsBrowser({ address, issuer, login: subject })).back.href,
    close: () => {
      server.close().closeAllConnections()
    },
  }
}
