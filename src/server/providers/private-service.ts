import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../outgoing/public-address.ts'
import { plainHost } from '../outgoing/checked-request.ts'

/** Time for which the result is cached. Host names rarely change their address. */
const rememberedMs = 60_000

/**
 * Creates a check whether a service runs on this machine or in a private network, because such a
 * service could fetch internal addresses for a user. Names that cannot be resolved count as
 * private.
 * @param url URL of the service.
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
