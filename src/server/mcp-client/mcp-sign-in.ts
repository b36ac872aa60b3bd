import { randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../errors/http-error.ts'
import { checkedFetch } from '../outgoing/checked-fetch.ts'
import { storable } from '../store/storable.ts'
import type { Vault } from '../vault/vault.ts'
import type { KeptServers } from './kept-servers.ts'
import { openClient, openHeaders, openSignIn, sealSignIn, type McpRow } from './mcp-rows.ts'
import type { RegisteredClient, OAuthSignIn } from './sign-in-state.ts'

/** Maximum size of metadata documents and token responses. */
const answerBytesMax = 1024 * 1024
const answerMs = 20_000
/** Maximum duration of a sign-in at the authorization server. */
const signInMs = 15 * 60_000

/** Query params with which the browser returns from the authorization server. */
export type SignInAnswer = { state: string; code: string; iss?: string | undefined }

export type SignIns = {
  /**
   * Starts a sign-in at the authorization server of an MCP server.
   * @param origin under which the person's browser reaches this server.
   * @returns the URL to which the person is redirected.
   * @throws {HttpError} `not_found`, or an error if the service offers no usable sign-in.
   */
  begin: (id: string, origin: string) => Promise<string>
  /**
   * Exchanges the code and stores the tokens.
   * @returns the server's id.
   * @throws {HttpError} `bad_request` for a sign-in that was not started here.
   */
  finish: (answer: SignInAnswer) => Promise<string>
  /** Returns an OAuth provider that refreshes tokens automatically, if somebody has signed in. */
  providerFor: (row: McpRow) => OAuthClientProvider | undefined
}

type Options = {
  kept: KeptServers
  vault: Vault
  allowedHosts: readonly string[]
  clientUrl?: string | undefined
}

type FetchFunction = ReturnType<typeof checkedFetch>

/** Signs in to MCP servers by OAuth 2.1 with PKCE. Tokens and client ids are stored encrypted. */
export function createSignIns({ kept, vault, allowedHosts, clientUrl }: Options): SignIns {
  const fetchFn = checkedFetch({ allowedHosts, bytesMax: answerBytesMax, timeoutMs: answerMs })
  const save = (id: string, signIn: OAuthSignIn) =>
    kept.inTurn(async () => {
      const row = kept.find(id)
      const secrets = { ...row.secrets, ...sealSignIn(vault, row, signIn) }
      await kept.put(id, { secrets })
    })
  const toProvider = (row: McpRow, signIn: OAuthSignIn, reactions: Reactions) =>
    createProvider(signIn, {
      ...reactions,
      registered: openClient(vault, row),
      clientMetadataUrl: clientUrl ?? getClientMetadataUrl(signIn.redirectUrl),
    })

  return {
    async begin(id, origin) {
      const row = kept.find(id)
      if (row.address === null) throw new HttpError('bad_request', 'A command has no sign-in.')
      const redirectUrl = `${origin}/settings`
      const before = openSignIn(vault, row)
      const signIn: OAuthSignIn = {
        redirectUrl,
        // The client of an earlier sign-in can be reused only if it was registered with the same
        // redirect URL.
        client: before?.redirectUrl === redirectUrl ? before.client : undefined,
        pending: { state: `${id}.${randomBytes(24).toString('base64url')}`, beganAtMs: Date.now() },
      }
      const { resourceMetadataUrl, scope } = await readChallenge(row, { vault, fetchFn })
      const wantedScope = joinScopes(scope, before?.wantedScope)
      let goTo: URL | undefined
      const leave = (url: URL) => void (goTo = url)
      await authorize(row, toProvider(row, signIn, { leave }), {
        fetchFn,
        resourceMetadataUrl,
        scope: wantedScope,
      })
      if (!goTo || !/^https?:$/.test(goTo.protocol)) throw noSignIn(row.name)
      await save(id, { ...signIn, wantedScope })
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
      // A code may be redeemed only once, even if redeeming it fails.
      await save(row.id, { ...signIn, pending: undefined })
      const provider = toProvider(row, signIn, { leave: () => {} })
      const { wantedScope: scope } = signIn
      await authorize(row, provider, { fetchFn, authorizationCode: code, iss, scope })
      await save(row.id, { ...signIn, pending: undefined, wantedScope: undefined })
      return row.id
    },
    providerFor(row) {
      const signIn = openSignIn(vault, row)
      if (!signIn?.tokens) return undefined
      return toProvider(row, signIn, {
        leave: async (url) => {
          const wantedScope = url.searchParams.get('scope') ?? undefined
          await save(row.id, { ...signIn, pending: undefined, wantedScope })
          throw signInAgain(row.name)
        },
        onTokens: () => save(row.id, { ...signIn, pending: undefined }),
      })
    },
  }
}

/**
 * Path of this server's client metadata document (CIMD), whose URL can serve as the OAuth client
 * id.
 */
export const clientMetadataPath = '/mcp-client.json'

/**
 * @returns undefined if authorization servers cannot fetch the document, which needs HTTPS and a
 * public host name.
 */
function getClientMetadataUrl(redirectUrl: string): string | undefined {
  const { protocol, hostname } = new URL(redirectUrl)
  const isPublic = /\.[a-z]/i.test(hostname) && !privateName.test(hostname)
  return protocol === 'https:' && isPublic
    ? redirectUrl.replace(/\/settings$/, clientMetadataPath)
    : undefined
}

const privateName = /\.(?:local|lan|home|internal|intranet|localhost|test|home\.arpa)$/i

export const createClientMetadata = (origin: string) => ({
  client_id: `${origin}${clientMetadataPath}`,
  client_uri: origin,
  ...describeClient(`${origin}/settings`),
})

const describeClient = (redirectUrl: string) => ({
  client_name: 'Bozzetto',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

type Reactions = { leave: (url: URL) => void | Promise<void>; onTokens?: () => Promise<void> }
type ProviderOptions = Reactions & {
  registered: RegisteredClient | undefined
  clientMetadataUrl: string | undefined
}

/** Creates the provider through which the SDK reads and stores the OAuth state of `signIn`. */
function createProvider(
  signIn: OAuthSignIn,
  { leave, onTokens, registered, clientMetadataUrl }: ProviderOptions,
): OAuthClientProvider {
  const pending = (signIn.pending ??= { state: '', beganAtMs: 0 })
  const isStored = registered === undefined || signIn.client?.client_id === registered.id
  const { token_endpoint_auth_method: authMethod, ...metadata } = describeClient(signIn.redirectUrl)
  return {
    redirectUrl: signIn.redirectUrl,
    clientMetadata: {
      ...metadata,
      ...(registered?.secret === undefined && { token_endpoint_auth_method: authMethod }),
    },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    state: () => pending.state,
    // The stored client includes the issuer that its credentials belong to.
    clientInformation: () => (isStored ? signIn.client : toClientInformation(registered)),
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

const toClientInformation = ({ id, secret }: RegisteredClient) => ({
  client_id: id,
  ...(secret !== undefined && secret !== '' && { client_secret: secret }),
})

type Challenge = { resourceMetadataUrl?: URL | undefined; scope?: string | undefined }

/**
 * Sends one request without a token and parses `WWW-Authenticate` of the refusal (RFC 9728, section
 * 5).
 */
async function readChallenge(
  row: McpRow,
  { vault, fetchFn }: { vault: Vault; fetchFn: FetchFunction },
): Promise<Challenge> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' }
  try {
    const response = await fetchFn(row.address ?? '', {
      method: 'POST',
      headers: {
        ...openHeaders(vault, row),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(request),
    })
    await response.body?.cancel()
    return response.status === 401 ? extractWWWAuthenticateParams(response) : {}
  } catch {
    // An unreachable server is ignored here, because the discovery reports it.
    return {}
  }
}

function joinScopes(...lists: (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => list?.split(' ').filter(Boolean) ?? []))
  return scopes.size > 0 ? [...scopes].join(' ') : undefined
}

type Steps = Challenge & {
  fetchFn: FetchFunction
  authorizationCode?: string
  iss?: string | undefined
}

/** @throws {HttpError} with the reason given by the authorization server. */
async function authorize(
  { name, address }: McpRow,
  provider: OAuthClientProvider,
  { fetchFn, ...steps }: Steps,
): Promise<void> {
  const { auth } = await import('@modelcontextprotocol/client')
  const given = Object.entries(steps).filter(([, value]) => value !== undefined)
  try {
    await auth(provider, { serverUrl: address ?? '', fetchFn, ...Object.fromEntries(given) })
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
    `${name} wants you to sign in again, in Settings › Tool servers.`,
  )
