import { isIP } from 'node:net'
import { HttpError } from '../errors/http-error.ts'
import { plainHost } from '../outgoing/checked-request.ts'
import { isPublicAddress } from '../outgoing/public-address.ts'

const lengthMax = 2_000

const createRefusal = (field: string) => (why: string) =>
  new HttpError('bad_request', `${field}: ${why}`, { issues: [{ path: field, message: why }] })

/**
 * Rejects URLs that a delivery would reject anyway, so that the client gets an error immediately.
 * @param allowedHosts hosts that may be private and need no TLS.
 * @param field name of the URL in error messages.
 * @throws {HttpError} `bad_request`.
 */
export function checkWebhookUrl(
  given: unknown,
  allowedHosts: readonly string[],
  field = 'webhook_url',
): string {
  const refuse = createRefusal(field)
  if (typeof given !== 'string' || given.length > lengthMax || !URL.canParse(given)) {
    throw refuse('must be an https:// address of at most 2,000 characters.')
  }
  const url = new URL(given)
  const host = plainHost(url.hostname)
  const isAllowed = allowedHosts.includes(host)
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:')) {
    throw refuse('must be an https:// address.')
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('must not contain a user name or password.')
  }
  const isPrivate = host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host))
  if (isPrivate && !isAllowed) {
    throw refuse(
      'must not lead into a private network. The owner can allow it: BOZZETTO_FETCH_HOSTS.',
    )
  }
  return given
}
