import { isIP } from 'node:net'
import type { Context } from 'hono'
import { asRecord, asString, type Fields } from '#lib/fields.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

export type RequestOrigin = {
  /** The client's IP address. Empty for a call within this process. */
  address: string
  /** IP address of this machine to which the request was sent. Empty within this process. */
  localAddress: string
  isForwarded: boolean
  isFromProxy: boolean
  isHttps: boolean
  /** Host and port as the client sees them: `name:port`. */
  host: string
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Determines the origin of a request. Anybody can send forwarding headers, so they count only if a
 * trusted proxy sent them.
 */
export function readCaller(c: Context, proxies: TrustedProxies): RequestOrigin {
  const socket = getSocket(c.env)
  const peer = plain(asString(socket['remoteAddress']))
  const isTrusted = proxies.has(peer)
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined)
  const told = (name: string) => (isTrusted ? c.req.header(name) : undefined)
  return {
    localAddress: plain(asString(socket['localAddress'])),
    address: isTrusted ? forwardedFor(told('x-forwarded-for'), proxies, peer) : peer,
    isForwarded,
    isFromProxy: isTrusted,
    isHttps: getLast(told('x-forwarded-proto')) === 'https' || c.req.url.startsWith('https:'),
    host: getLast(told('x-forwarded-host')) ?? c.req.header('host') ?? '',
  }
}

export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || isLoopbackAddress(host)

/**
 * Returns the last address that does not belong to a trusted proxy. Each proxy appends the address
 * from which it received the request.
 */
function forwardedFor(header: string | undefined, proxies: TrustedProxies, peer: string): string {
  const addresses = (header ?? '').split(',').map((address) => plain(address.trim()))
  const last = addresses.findLast((address) => isIP(address) !== 0 && !proxies.has(address))
  return last ?? peer
}

const getLast = (header: string | undefined): string | undefined =>
  header?.split(',').at(-1)?.trim() || undefined

/** Sockets that accept IPv4 and IPv6 report IPv4 addresses with the prefix `::ffff:`. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

/** Returns the socket that `@hono/node-server` passes with a request. */
const getSocket = (env: unknown): Fields => asRecord(asRecord(asRecord(env)['incoming'])['socket'])
