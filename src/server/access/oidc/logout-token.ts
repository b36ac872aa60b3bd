import type { JWTPayload, JWTVerifyGetKey } from 'jose'

/** The claim that makes a logout token of a JSON web token. */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** What is signed with a shared secret, or not at all, is refused. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]
/** How long one counts after it was made. */
const ageMax = '10 minutes'
const clockToleranceSeconds = 60

/** Whose session ended at the provider: one of the two is there. */
export type SignedOutThere = { subject: string | undefined; session: string | undefined }

type Expected = { issuer: string; clientId: string; keys: JWTVerifyGetKey }

/**
 * Reads what a provider sends when somebody signed out there, by OpenID Connect Back-Channel Logout 1.0, section 2.6.
 *
 * @throws {Error} for what is not from it, not for us, too old, or no logout token.
 */
export async function readLogoutToken(
  token: string,
  { issuer, clientId, keys }: Expected,
): Promise<SignedOutThere> {
  const { jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms,
    maxTokenAge: ageMax,
    clockTolerance: clockToleranceSeconds,
  })
  if (!isLogout(payload)) throw new Error('This is not a logout token.')
  const { sub: subject, sid } = payload
  const session = typeof sid === 'string' && sid !== '' ? sid : undefined
  if (subject === undefined && session === undefined) {
    throw new Error('The logout token names neither a session nor a person.')
  }
  return { subject, session }
}

/** An ID token, which has a nonce, must not pass for one. */
function isLogout({ events, nonce }: JWTPayload): boolean {
  if (nonce !== undefined || typeof events !== 'object' || events === null) return false
  const event = (events as Record<string, unknown>)[logoutEvent]
  return typeof event === 'object' && event !== null
}
