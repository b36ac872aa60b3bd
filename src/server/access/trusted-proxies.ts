import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../observability/log.ts'

/** The proxies whose headers are trusted. A `Set` of addresses is assignable to this type. */
export type TrustedProxies = { has: (address: string) => boolean }

const resolveEveryMs = 30_000
const resolveTimeoutMs = 5_000
/**
 * Time in milliseconds for which the last addresses are kept while a host name cannot be resolved.
 */
const addressLifetimeMs = 5 * 60_000
const addressesPerNameMax = 64

type Resolve = (name: string) => Promise<readonly string[]>

type ProxiesOptions = {
  resolve?: Resolve
  clock?: () => number
}

/**
 * Resolves host names at the start and then every 30 s.
 * @param entries IP addresses, CIDR ranges and host names.
 */
export async function openTrustedProxies(
  entries: readonly string[],
  { resolve = resolveByDns, clock = Date.now }: ProxiesOptions = {},
): Promise<TrustedProxies & { resolveAgain: () => Promise<void>; close: () => void }> {
  const fixed = new BlockList()
  const names: string[] = []
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    if (prefix !== undefined) fixed.addSubnet(address, Number(prefix), getFamily(address))
    else if (isIP(address) === 0) names.push(entry)
    else fixed.addAddress(address, getFamily(address))
  }
  const resolved = new Map<string, { addresses: ReadonlySet<string>; at: number }>()

  async function resolveName(name: string): Promise<void> {
    try {
      const found = await Promise.race([resolve(name), timeOut()])
      resolved.set(name, {
        addresses: new Set(found.slice(0, addressesPerNameMax)),
        at: clock(),
      })
    } catch (error) {
      const before = resolved.get(name)
      if (before && clock() - before.at > addressLifetimeMs) resolved.delete(name)
      log().warn({ error, name }, 'A proxy in BOZZETTO_PROXIES could not be resolved.')
    }
  }
  const resolveAgain = async () => void (await Promise.all(names.map(resolveName)))
  await resolveAgain()
  const timer =
    names.length > 0 ? setInterval(() => void resolveAgain(), resolveEveryMs).unref() : undefined

  return {
    has: (address) =>
      isIP(address) !== 0 &&
      (fixed.check(address, getFamily(address)) ||
        [...resolved.values()].some(({ addresses }) => addresses.has(address))),
    resolveAgain,
    close: () => clearInterval(timer),
  }
}

const resolveByDns: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

async function timeOut(): Promise<never> {
  await sleep(resolveTimeoutMs, undefined, { ref: false })
  throw new Error(`No answer within ${resolveTimeoutMs / 1000} s.`)
}

const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
