import { onAddressRefused } from '../outgoing/refused-addresses.ts'
import type { Audit } from './audit.ts'

const apartMs = 10 * 60_000
const rememberedMax = 1_000

type Options = {
  audit: Pick<Audit, 'note'>
  emailOf: (personId: string) => string | undefined
  clock?: () => number
}

/**
 * Writes an audit event when a request to a private network address was refused, at most one in ten
 * minutes for each person and host.
 * @returns a function that stops the watching.
 */
export function noteRefusedAddresses({ audit, emailOf, clock = Date.now }: Options): () => void {
  const noted = new Map<string, number>()
  return onAddressRefused(({ host, personId }) => {
    const key = JSON.stringify([personId, host])
    const now = clock()
    if (Math.abs(now - (noted.get(key) ?? -Infinity)) < apartMs) return
    noted.delete(key)
    noted.set(key, now)
    const [oldest] = noted.keys()
    if (noted.size > rememberedMax && oldest !== undefined) noted.delete(oldest)
    const actor = emailOf(personId)
    audit.note({ kind: 'address_refused', subject: host, ...(actor !== undefined && { actor }) })
  })
}
