import type { JWTVerifyGetKey } from 'jose'
import type { Configuration, IDToken } from 'openid-client'
import { asString, asText, asTexts } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { log } from '../../observability/log.ts'
import { readLogoutToken, type SignedOutThere } from './logout-token.ts'
import { OidcRefusal } from './oidc-refusal.ts'
import { dependsOnGroups, type OidcSettings } from './oidc-settings.ts'

const usualTimeoutSeconds = 10
const discoveryLastsMs = 60 * 60_000
/** Maximum age of a sign-in at the provider that confirms a session on this server, in seconds. */
const freshSeconds = 5 * 60

/** State that the browser keeps while a person is at the provider. */
export type PendingSignIn = {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

export type OidcClaims = {
  issuer: string
  subject: string
  name: string
  /** Email address in lower case. Absent unless the provider has verified it. */
  email: string | undefined
  groups: readonly string[] | undefined
  session?: string | undefined
}

/**
 * Client of the provider: OpenID Connect with the authorization code flow, PKCE, state and nonce.
 */
export type OidcClient = {
  /**
   * Starts a sign-in.
   * @param options.isFresh requires that the person signs in at the provider again.
   * @throws {HttpError} `provider_unreachable`.
   */
  begin: (options: {
    redirectUri: string
    isFresh: boolean
  }) => Promise<{ address: string; pending: PendingSignIn }>
  /**
   * Completes a sign-in.
   * @param query the query with which the provider redirected the browser back.
   * @throws {OidcRefusal} `unreachable`, or `refused` for an invalid answer.
   */
  finish: (
    query: string,
    options: { pending: PendingSignIn; isFresh: boolean },
  ) => Promise<OidcClaims>
  readSignOut: (token: string) => Promise<SignedOutThere>
}

type OidcClientOptions = {
  clock: () => number
  timeoutSeconds?: number
}

export function createOidcClient(
  settings: OidcSettings,
  { clock, timeoutSeconds = usualTimeoutSeconds }: OidcClientOptions,
): OidcClient {
  let known: { config: Promise<Configuration>; atMs: number } | undefined
  const loadKeys = createKeys(timeoutSeconds)

  function configuration(): Promise<Configuration> {
    if (known && Math.abs(clock() - known.atMs) < discoveryLastsMs) return known.config
    const config = discover(settings, timeoutSeconds)
    const asked = { config, atMs: clock() }
    known = asked
    config.catch(() => {
      if (known === asked) known = undefined
    })
    return config
  }

  return {
    async begin({ redirectUri, isFresh }) {
      const client = await import('openid-client')
      let config: Configuration
      try {
        config = await configuration()
      } catch (error) {
        log().warn({ error }, 'The identity provider cannot be reached.')
        throw new HttpError(
          'provider_unreachable',
          `${settings.name} cannot be reached. Try again later, or sign in with a password.`,
          { cause: error },
        )
      }
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        redirectUri,
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      })
      return { address: address.href, pending }
    },

    async finish(query, { pending, isFresh }) {
      try {
        return await exchange(await configuration(), query, { pending, isFresh, settings })
      } catch (error) {
        log().warn({ error }, 'Signing in with the identity provider failed.')
        throw new OidcRefusal(isUnreachable(error) ? 'unreachable' : 'refused', { cause: error })
      }
    },

    async readSignOut(token) {
      try {
        const { issuer, jwks_uri: address = '' } = (await configuration()).serverMetadata()
        const { clientId } = settings
        return await readLogoutToken(token, { issuer, clientId, keys: await loadKeys(address) })
      } catch (error) {
        log().warn({ error }, 'The identity provider’s logout token could not be verified.')
        throw new OidcRefusal(isUnreachable(error) ? 'unreachable' : 'refused', { cause: error })
      }
    },
  }
}

/** Creates a function that caches the provider's keys, and reloads them for an unknown key id. */
function createKeys(timeoutSeconds: number): (address: string) => Promise<JWTVerifyGetKey> {
  let known: { address: string; keys: JWTVerifyGetKey } | undefined
  return async (address) => {
    if (known?.address === address) return known.keys
    const { createRemoteJWKSet } = await import('jose')
    const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 })
    known = { address, keys }
    return keys
  }
}

async function discover(
  { issuer, clientId, clientSecret }: OidcSettings,
  timeoutSeconds: number,
): Promise<Configuration> {
  const client = await import('openid-client')
  // Plain HTTP is allowed only for loopback addresses.
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  const options = { timeout: timeoutSeconds, execute: insecure }
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options)
  if (clientSecret === undefined) return found
  const metadata = found.serverMetadata()
  // Without this metadata field, the default method applies. Source: OpenID Connect Discovery 1.0,
  // section 3.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret)
  const config = new client.Configuration(metadata, clientId, { client_secret: clientSecret }, auth)
  config.timeout = timeoutSeconds
  insecure.forEach((allow) => allow(config))
  return config
}

type Exchange = { pending: PendingSignIn; isFresh: boolean; settings: OidcSettings }

async function exchange(
  config: Configuration,
  query: string,
  { pending, isFresh, settings }: Exchange,
): Promise<OidcClaims> {
  const client = await import('openid-client')
  const tokens = await client.authorizationCodeGrant(config, new URL(pending.redirectUri + query), {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.verifier,
    idTokenExpected: true,
    ...(isFresh && { maxAge: freshSeconds }),
  })
  const told = tokens.claims()
  if (!told) throw new Error('The identity provider sent no ID token.')
  const isShort =
    told['email'] === undefined || (told['groups'] === undefined && dependsOnGroups(settings))
  const more =
    isShort && config.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(config, tokens.access_token, told.sub)
      : {}
  return getClaims({ ...more, ...told }, settings)
}

function getClaims(told: IDToken, settings: OidcSettings): OidcClaims {
  const email = asText(told['email'])?.trim().toLowerCase()
  // Some providers send the boolean `email_verified` as a string.
  const isVerified = told['email_verified'] === true || told['email_verified'] === 'true'
  const name =
    asString(told['name']).trim() ||
    asString(told['preferred_username']).trim() ||
    (email ?? '').replace(/@.*/, '')
  return {
    issuer: told.iss,
    subject: told.sub,
    name,
    email: isVerified ? email : undefined,
    // The list is empty if the claim is missing, because some providers omit the claim for people
    // without groups.
    groups: dependsOnGroups(settings)
      ? asTexts(told['groups']).map((group) => group.toLowerCase())
      : undefined,
    session: asText(told['sid']),
  }
}

/**
 * Returns whether the provider could not be reached, by the errors of `fetch` and the timeouts of
 * the libraries.
 */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    'code' in error &&
    (error.code === 'OAUTH_TIMEOUT' || error.code === 'ERR_JWKS_TIMEOUT'))
