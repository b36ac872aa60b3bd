import { lookup as lookUp, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const redirectsMax = 3
const headerBytesMax = 16 * 1024

/** How a name is looked up: as `dns.lookup` with `all`. */
type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export type CheckedRequestOptions = {
  signal: AbortSignal
  /** What kind of answer is wanted; `*` unless told. */
  accept?: string
  /** Hosts that the owner allows wherever they are: names or IP addresses, without a port. */
  allowedHosts?: readonly string[]
  /** Which IP addresses may be connected to; for tests. */
  isAllowedAddress?: (address: string) => boolean
  /** For tests. */
  resolve?: Resolve
}

/** Why an address is not asked. */
export type Refusal = 'malformed' | 'scheme' | 'password' | 'private' | 'redirects'

/** Nothing was sent to the address that is meant. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
  readonly refusal: Refusal
  /** With its port; empty where the address has none. */
  readonly host: string

  constructor(refusal: Refusal, host = '') {
    super(`${host || 'A file'} was refused: ${refusal}.`)
    this.refusal = refusal
    this.host = host
  }
}

/** An answer whose body is still to be read; destroy it when it is not. */
export type CheckedAnswer = { response: http.IncomingMessage; url: URL }

/**
 * Sends a GET to an address that somebody else gave, without letting it lead into this machine or its
 * network: every name is resolved here, checked, and the connection made to exactly the addresses that
 * were checked, redirects included. Nothing of ours goes along: no key, no cookie.
 *
 * @throws {AddressRefusedError} for an address that is not asked, else what `node:http` throws.
 */
export async function checkedRequest(
  address: string,
  options: CheckedRequestOptions,
): Promise<CheckedAnswer> {
  let url = parse(address)
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await send(url, options)
    const { statusCode = 0, headers } = response
    const { location } = headers
    if (statusCode < 300 || statusCode >= 400 || location === undefined) return { response, url }
    response.destroy()
    url = parse(location, url)
  }
  throw new AddressRefusedError('redirects', url.host)
}

type Sent = {
  method: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | undefined
}

/**
 * Sends any request, checked as by `checkedRequest`. Nothing is followed: an answer that redirects is given
 * back as it is.
 *
 * @throws as `checkedRequest`.
 */
export const checkedSend = (
  address: string,
  options: CheckedRequestOptions & Sent,
): Promise<http.IncomingMessage> => send(parse(address), options, options)

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new AddressRefusedError('malformed')
  const url = new URL(address, base?.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AddressRefusedError('scheme', url.host)
  }
  if (url.username !== '' || url.password !== '')
    throw new AddressRefusedError('password', url.host)
  return url
}

/** Lower case, without brackets and without the dot that ends a whole name. */
export const plainHost = (hostname: string): string =>
  hostname.toLowerCase().replaceAll(/^\[|\]$|\.$/g, '')

function send(
  url: URL,
  {
    signal,
    accept = '*/*',
    allowedHosts = [],
    isAllowedAddress = isPublicAddress,
    resolve = lookUp,
  }: CheckedRequestOptions,
  { method, headers, body }: Sent = { method: 'GET', headers: {}, body: undefined },
): Promise<http.IncomingMessage> {
  const literal = plainHost(url.hostname)
  const isAllowed = allowedHosts.includes(literal) ? () => true : isAllowedAddress
  // A literal address is never looked up, so it is checked here.
  if (isIP(literal) !== 0 && !isAllowed(literal)) {
    return Promise.reject(new AddressRefusedError('private', url.host))
  }
  return new Promise((done, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    request(
      url,
      {
        agent: false,
        method,
        headers: {
          ...(headers['accept'] === undefined && { Accept: accept }),
          ...headers,
          'Accept-Encoding': 'identity',
          'User-Agent': 'Bozzetto',
          ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        },
        lookup: checkedLookup(url, isAllowed, resolve),
        maxHeaderSize: headerBytesMax,
        signal,
      },
      done,
    )
      .on('error', reject)
      .end(body)
  })
}

/** Gives the connection only addresses that passed; it connects to one of exactly these. */
const checkedLookup =
  (url: URL, isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('No address.'), '', 0)
      if (!addresses.every(({ address }) => isAllowed(address))) {
        return callback(new AddressRefusedError('private', url.host), '', 0)
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
