import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Who sent a request, as far as one can know. */
export type Caller = {
  /** IP address; empty where there is none, as in a call within this process. */
  address: string
  /** Whether some proxy says that it hands the request on, be it trusted or not. */
  isForwarded: boolean
  /** Whether it came from one of the proxies whose word counts. */
  isFromProxy: boolean
  isHttps: boolean
  /** What the caller believes to talk to: `name:port`. */
  host: string
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Reads who sent a request. Forwarding headers count only if a trusted proxy sent them: anybody can send such
 * headers.
 */
export function callerOf(c: Context, proxies: TrustedProxies): Caller {
  const peer = plain(peerOf(c.env))
  const isTrusted = proxies.has(peer)
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined)
  const told = (name: string) => (isTrusted ? c.req.header(name) : undefined)
  return {
    address: isTrusted ? forwardedFor(told('x-forwarded-for'), proxies, peer) : peer,
    isForwarded,
    isFromProxy: isTrusted,
    isHttps: lastOf(told('x-forwarded-proto')) === 'https' || c.req.url.startsWith('https:'),
    host: lastOf(told('x-forwarded-host')) ?? c.req.header('host') ?? '',
  }
}

export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

/** Whether nobody outside this machine can reach a server that listens on `host`. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || isLoopbackAddress(host)

/** Proxies append, so the last address that is not one of theirs is the one that they saw. */
function forwardedFor(header: string | undefined, proxies: TrustedProxies, peer: string): string {
  const addresses = (header ?? '').split(',').map((address) => plain(address.trim()))
  const last = addresses.findLast((address) => isIP(address) !== 0 && !proxies.has(address))
  return last ?? peer
}

const lastOf = (header: string | undefined): string | undefined =>
  header?.split(',').at(-1)?.trim() || undefined

/** IPv4 as such, also where a socket of both kinds shows it as IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

/** What `@hono/node-server` hands along with a request. */
function peerOf(env: unknown): string {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return ''
  const { incoming } = env as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress ?? ''
}
