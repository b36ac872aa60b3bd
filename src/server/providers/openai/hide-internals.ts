import { isIP } from 'node:net'
import { isPublicAddress } from '../../outgoing/public-address.ts'

/**
 * Minimum length of a secret that is removed, in characters. Shorter values are placeholders such
 * as `x`, for servers without keys.
 */
const secretLengthMin = 8

const keyPattern = /\b(?:sk|sa|key|gsk|xai|pk)[-_][\w*-]{4,}/g
const credentialPattern = /(?<=\b(?:bearer|basic)\s{1,4})[\w.~+/=*-]{8,}/gi
const urlPattern = /\b(?:https?|wss?):\/\/[^\s"'<>`]{1,500}/gi
const hostPattern =
  /\blocalhost\b(?::\d{1,5})?|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\.\d)(?::\d{1,5})?|\[[\da-f:.]{2,45}\](?::\d{1,5})?|\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.(?:internal|local|localdomain|intranet|lan|svc)\b(?::\d{1,5})?/gi
const privateName = /^localhost$|\.(?:internal|local|localhost|localdomain|intranet|lan|svc)$/i

/**
 * Removes keys and private addresses from a service's message before users see the message.
 * @param secrets secrets of the connection.
 */
export function hideInternals(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) {
    if (secret.length >= secretLengthMin) clean = clean.replaceAll(secret, '•••')
  }
  return clean
    .replace(credentialPattern, '•••')
    .replace(keyPattern, '•••')
    .replace(urlPattern, (url) => (isPrivateUrl(url) ? '[address]' : url))
    .replace(hostPattern, (host) =>
      isPrivateHost(host.replace(/:\d{1,5}$/, '')) ? '[address]' : host,
    )
}

export function hideInternalsIn(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return hideInternals(value, secrets)
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthMax) return null
  if (Array.isArray(value)) return value.map((one) => hideInternalsIn(one, secrets, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      hideInternals(name, secrets),
      hideInternalsIn(one, secrets, depth + 1),
    ]),
  )
}

const depthMax = 16

function isPrivateUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  // A host name without a dot exists only in the service's own network.
  return isPrivateHost(hostname) || !/[.:]/.test(hostname)
}

function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? privateName.test(bare) : !isPublicAddress(bare)
}
