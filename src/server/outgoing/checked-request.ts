import { lookup as lookUp, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { getCurrentPerson } from '../process/current-person.ts'
import { isPublicAddress } from './public-address.ts'
import { reportRefusedAddress } from './refused-addresses.ts'

const redirectsMax = 3
const headerBytesMax = 16 * 1024

type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export type CheckedRequestOptions = {
  signal: AbortSignal
  accept?: string
  /** Hosts that may have private addresses: names or IP addresses, without a port. */
  allowedHosts?: readonly string[]
  /** Returns whether the request may connect to an IP address. Only tests set this option. */
  isAllowedAddress?: (address: string) => boolean
  resolve?: Resolve
}

export type Refusal = 'malformed' | 'scheme' | 'password' | 'private' | 'redirects'

/** Thrown before anything is sent to a refused host. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
  readonly refusal: Refusal
  /** Name of the refused host, with its port. Empty if the URL has no host. */
  readonly host: string

  constructor(refusal: Refusal, host = '') {
    super(`${host || 'A file'} was refused: ${refusal}.`)
    this.refusal = refusal
    this.host = host
  }
}

/** A response whose body has not been read. The caller has to read or destroy the response. */
export type CheckedAnswer = { response: http.IncomingMessage; url: URL }

/**
 * Sends a GET to an untrusted URL, without access to this machine or its network. The addresses of
 * every host, also after redirects, are checked.
 * @throws {AddressRefusedError} for a refused URL, otherwise errors of `node:http`.
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
 * Sends any request with the checks of `checkedRequest`. Returns redirects instead of following
 * them.
 * @throws the errors of `checkedRequest`.
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

/** Converts a host name to lower case without brackets and without the trailing dot. */
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
  const personId = getCurrentPerson()
  const refuse = () => {
    reportRefusedAddress({ host: url.host, personId })
    return new AddressRefusedError('private', url.host)
  }
  // A literal IP address is never resolved, so it is checked here.
  if (isIP(literal) !== 0 && !isAllowed(literal)) {
    return Promise.reject(refuse())
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
        lookup: checkedLookup(isAllowed, resolve, refuse),
        maxHeaderSize: headerBytesMax,
        signal,
      },
      done,
    )
      .on('error', reject)
      .end(body)
  })
}

/** Creates a lookup that returns only permitted addresses. Node connects to no other address. */
const checkedLookup =
  (
    isAllowed: (address: string) => boolean,
    resolve: Resolve,
    refuse: () => AddressRefusedError,
  ): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('No address.'), '', 0)
      if (!addresses.every(({ address }) => isAllowed(address))) {
        return callback(refuse(), '', 0)
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
