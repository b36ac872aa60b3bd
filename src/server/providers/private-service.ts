import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../outgoing/public-address.ts'
import { plainHost } from '../outgoing/checked-request.ts'

/** How long an answer counts; names move rarely. */
const rememberedMs = 60_000

/**
 * Tells whether a service runs on this machine or in its network. What such a one fetches, it fetches
 * from inside: an address that somebody gives must not reach it. A name that cannot be looked up counts
 * as one of those.
 *
 * @param url of the service.
 */
export function createPrivateCheck(url: string): () => Promise<boolean> {
  const host = plainHost(new URL(url).hostname)
  let known: { isPrivate: boolean; atMs: number } | undefined
  return async () => {
    const now = Date.now()
    if (!known || Math.abs(now - known.atMs) >= rememberedMs) {
      known = { isPrivate: await isPrivate(host), atMs: now }
    }
    return known.isPrivate
  }
}

async function isPrivate(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return !isPublicAddress(host)
  try {
    const addresses = await lookup(host, { all: true })
    return addresses.some(({ address }) => !isPublicAddress(address))
  } catch {
    return true
  }
}
