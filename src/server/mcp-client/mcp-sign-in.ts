import { randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors/http-error.ts'
import { checkedFetch } from '../outgoing/checked-fetch.ts'
import { storable } from '../store/storable.ts'
import type { Vault } from '../vault/vault.ts'
import type { KeptServers } from './kept-servers.ts'
import { openSignIn, sealSignIn, type McpRow } from './mcp-rows.ts'
import type { SignIn } from './sign-in-state.ts'

/** Of a document about a service, or a token. */
const answerBytesMax = 1024 * 1024
const answerMs = 20_000
/** How long a person may take at the other service. */
const signInMs = 15 * 60_000

/** What comes back with a person. */
export type SignInAnswer = { state: string; code: string; iss?: string | undefined }

export type SignIns = {
  /**
   * Begins to sign in at what protects an MCP server.
   *
   * @param origin under which the person's browser knows this server.
   * @returns the address to which the person goes.
   * @throws {HttpError} `not_found`, and where the service offers no sign-in that can be used.
   */
  begin: (id: string, origin: string) => Promise<string>
  /** Keeps the tokens. @returns the server's id. @throws {HttpError} `bad_request` for what did not begin here. */
  finish: (answer: SignInAnswer) => Promise<string>
  /** For the connection with a server where somebody has signed in; renews tokens by itself. */
  providerFor: (row: McpRow) => OAuthClientProvider | undefined
}

type Options = { kept: KeptServers; vault: Vault; allowedHosts: readonly string[] }

/** Signing in to MCP servers by OAuth 2.1 with PKCE. Tokens and client ids are sealed like headers. */
export function createSignIns({ kept, vault, allowedHosts }: Options): SignIns {
  const fetchFn = checkedFetch({ allowedHosts, bytesMax: answerBytesMax, timeoutMs: answerMs })
  const save = (id: string, signIn: SignIn) =>
    kept.inTurn(async () => {
      const row = kept.find(id)
      const secrets = { ...row.secrets, ...sealSignIn(vault, row, signIn) }
      await kept.put(id, { secrets })
    })

  return {
    async begin(id, origin) {
      const row = kept.find(id)
      if (row.address === null) throw new HttpError('bad_request', 'A command has no sign-in.')
      const redirectUrl = `${origin}/settings`
      const before = openSignIn(vault, row)
      const signIn: SignIn = {
        redirectUrl,
        // It was registered with the address under which this server was known then.
        client: before?.redirectUrl === redirectUrl ? before.client : undefined,
        pending: { state: `${id}.${randomBytes(24).toString('base64url')}`, beganAtMs: Date.now() },
      }
      let goTo: URL | undefined
      const leave = (url: URL) => void (goTo = url)
      await authorize(row, providerOf(signIn, { leave }), { fetchFn })
      if (!goTo || !/^https?:$/.test(goTo.protocol)) throw noSignIn(row.name)
      await save(id, signIn)
      return goTo.href
    },
    async finish({ state, code, iss }) {
      const row = kept.rows.get(state.slice(0, state.indexOf('.')))
      const signIn = row && openSignIn(vault, row)
      const { pending } = signIn ?? {}
      if (!signIn || pending?.state !== state || Date.now() - pending.beganAtMs > signInMs) {
        throw new HttpError(
          'bad_request',
          'This sign-in was not started here, or has expired. Sign in again.',
        )
      }
      // A code is taken once, whatever comes of it.
      await save(row.id, { ...signIn, pending: undefined })
      const provider = providerOf(signIn, { leave: () => {} })
      await authorize(row, provider, { fetchFn, authorizationCode: code, iss })
      await save(row.id, { ...signIn, pending: undefined })
      return row.id
    },
    providerFor(row) {
      const signIn = openSignIn(vault, row)
      if (!signIn?.tokens) return undefined
      return providerOf(signIn, {
        leave: () => {
          throw signInAgain(row.name)
        },
        onTokens: () => save(row.id, { ...signIn, pending: undefined }),
      })
    },
  }
}

type ProviderOptions = { leave: (url: URL) => void; onTokens?: () => Promise<void> }

/** What the SDK wants to know and keep, in `signIn`. */
function providerOf(signIn: SignIn, { leave, onTokens }: ProviderOptions): OAuthClientProvider {
  const pending = (signIn.pending ??= { state: '', beganAtMs: 0 })
  return {
    redirectUrl: signIn.redirectUrl,
    clientMetadata: {
      client_name: 'Bozzetto',
      redirect_uris: [signIn.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => pending.state,
    clientInformation: () => signIn.client,
    saveClientInformation: (client) => void (signIn.client = client),
    tokens: () => signIn.tokens,
    saveTokens: (tokens) => {
      signIn.tokens = tokens
      return onTokens?.()
    },
    redirectToAuthorization: leave,
    saveCodeVerifier: (verifier) => void (pending.verifier = verifier),
    codeVerifier: () => pending.verifier ?? '',
    saveDiscoveryState: (discovery) => void (pending.discovery = discovery),
    discoveryState: () => pending.discovery,
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'tokens') delete signIn.tokens
      if (scope === 'all' || scope === 'client') delete signIn.client
    },
  }
}

type Steps = {
  fetchFn: ReturnType<typeof checkedFetch>
  authorizationCode?: string
  iss?: string | undefined
}

/** @throws {HttpError} with a sentence that says what the service did not like. */
async function authorize(
  { name, address }: McpRow,
  provider: OAuthClientProvider,
  { fetchFn, authorizationCode, iss }: Steps,
): Promise<void> {
  const { auth } = await import('@modelcontextprotocol/client')
  try {
    await auth(provider, {
      serverUrl: address ?? '',
      fetchFn,
      ...(authorizationCode !== undefined && { authorizationCode }),
      ...(iss !== undefined && { iss }),
    })
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    throw noSignIn(name, cause)
  }
}

function noSignIn(name: string, cause?: unknown): HttpError {
  const words = cause instanceof Error ? ` ${cutText(storable(cause.message), 300)}` : ''
  return new HttpError('provider_failed', `Signing in to ${name} did not work.${words}`, { cause })
}

const signInAgain = (name: string) =>
  new HttpError(
    'provider_refused',
    `${name} wants you to sign in again, in Settings › MCP servers.`,
  )
