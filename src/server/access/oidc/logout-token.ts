import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { asRecord, isRecord } from '#lib/fields.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/**
 * Accepted signature algorithms of logout tokens. Algorithms with a shared secret are missing on
 * purpose.
 */
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
const ageMax = '10 minutes'
const clockToleranceSeconds = 60

/**
 * Person or session that was signed out at the identity provider. At least one of the two is set.
 */
export type SignedOutThere = { subject: string | undefined; session: string | undefined }

type Expected = { issuer: string; clientId: string; keys: JWTVerifyGetKey }

/**
 * Verifies a logout token. Source: OpenID Connect Back-Channel Logout 1.0, section 2.6.
 * @throws {Error} if the token is of another issuer or audience, has expired, or is not a logout
 * token.
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

/** An ID token has a nonce and a logout token has none, so tokens with a nonce are refused. */
function isLogout({ events, nonce }: JWTPayload): boolean {
  return nonce === undefined && isRecord(asRecord(events)[logoutEvent])
}
