import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { signInAsBrowser } from '../../testing/sign-in-as-browser.fixture.ts'

type Told = Record<string, unknown>
type Context = {
  oidc: {
    client: { clientId: string }
    session: { accountId: string; sidFor: (clientId: string) => string }
  }
}

type Misbehaviour = (path: string, response: ServerResponse) => boolean
const behave: Misbehaviour = () => false
const toldPath = '/told-of-sign-out'

/**
 * Starts a real OpenID Connect provider on this machine. The login name is the subject.
 * @param redirectUri the only allowed redirect URL.
 */
export async function openProvider(redirectUri: string) {
  const people = new Map<string, Told>()
  let misbehave = behave
  let handle: ReturnType<Provider['callback']> | undefined
  const told: string[] = []
  function takeLogoutToken(request: IncomingMessage, response: ServerResponse): void {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      told.push(new URLSearchParams(body).get('logout_token') ?? '')
      response.end()
    })
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://provider.invalid')
    if (pathname === toldPath) return takeLogoutToken(request, response)
    if (!misbehave(pathname, response)) handle?.(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = 'a key of the provider'
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: 'bozzetto',
        client_secret: 'a secret of ours',
        redirect_uris: [redirectUri],
        backchannel_logout_uri: issuer + toldPath,
        backchannel_logout_session_required: true,
      },
    ],
    features: { backchannelLogout: { enabled: true } },
    // The package's own `fetch` refuses loopback addresses.
    fetch: (address: string, { method = 'GET', body, headers }: RequestInit) =>
      fetch(address, { method, ...(body != null && { body }), ...(headers && { headers }) }),
    cookies: { keys: ['a key for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
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
  const sessionsThere = new Map<string, string>()
  provider.on('authorization.success', ({ oidc: { client, session } }) => {
    sessionsThere.set(session.accountId, session.sidFor(client.clientId))
  })

  return {
    issuer,
    people,
    misbehave: (how: Misbehaviour = behave) => {
      misbehave = how
    },
    signIn: async (address: string, subject: string): Promise<string> =>
      (await signInAsBrowser({ address, issuer, login: subject })).back.href,
    /**
     * Signs a person out at the provider.
     * @param session the provider's session id. Absent to name only the person.
     * @returns the signed logout token that the app receives.
     */
    signOut: async (subject: string, session?: string): Promise<string> => {
      const client = await provider.Client.find('bozzetto')
      await client?.backchannelLogout(subject, session)
      return told.at(-1) ?? ''
    },
    sessionOf: (subject: string) => sessionsThere.get(subject) ?? '',
    signed: async (claims: Told, key = privateKey): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key),
    close: () => {
      server.close().closeAllConnections()
    },
  }
}
