import { lookup as resolveName, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pictureLimits } from '#contract/files.ts'
import { HttpError } from '../errors.ts'
import { isPublicAddress } from './public-address.ts'

const timeoutMs = 15_000
const redirectsMax = 3

type FetchPictureOptions = {
  signal?: AbortSignal
  /** Which IP addresses may be connected to; for tests. */
  isAllowedAddress?: (address: string) => boolean
}

/**
 * Fetches a picture from an address that a user gave, without letting the address lead into this
 * machine or its network: every name is resolved here, checked, and the connection made to exactly the
 * address that was checked, redirects included.
 *
 * @returns the body, not yet checked to be a picture, and a name from the address.
 * @throws {HttpError} `bad_picture` or `too_large`, saying what is wrong with the address.
 */
export async function fetchPicture(
  address: string,
  { signal, isAllowedAddress = isPublicAddress }: FetchPictureOptions = {},
): Promise<{ bytes: Uint8Array; name: string }> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const both = signal ? AbortSignal.any([signal, timeout]) : timeout
  let url = parse(address)
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const answer = await request(url, { signal: both, isAllowedAddress, timeout })
    if ('bytes' in answer) return { bytes: answer.bytes, name: url.pathname }
    url = parse(answer.location, url)
  }
  throw new HttpError('bad_picture', 'The address of the picture redirects too often.')
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) {
    throw new HttpError('bad_picture', 'The address of the picture is not a web address.')
  }
  const url = new URL(address, base?.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new HttpError('bad_picture', 'The address of the picture must begin with https:.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new HttpError('bad_picture', 'The address of the picture must not hold a password.')
  }
  return url
}

type Answer = { bytes: Uint8Array } | { location: string }

async function request(
  url: URL,
  options: {
    signal: AbortSignal
    timeout: AbortSignal
    isAllowedAddress: (address: string) => boolean
  },
): Promise<Answer> {
  const { signal, timeout, isAllowedAddress } = options
  const literal = url.hostname.replaceAll(/^\[|\]$/g, '')
  // A literal address is never looked up, so it is checked here.
  if (isIP(literal) !== 0 && !isAllowedAddress(literal)) throw refused(url)
  try {
    const response = await send(url, signal, checkedLookup(isAllowedAddress))
    try {
      return await read(response, url)
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (error instanceof AddressRefusedError) throw refused(url)
    if (timeout.aborted) {
      throw new HttpError('bad_picture', `${url.host} did not send the picture within 15 s.`, {
        cause: error,
      })
    }
    if (signal.aborted) throw error
    throw new HttpError('bad_picture', `The picture cannot be fetched from ${url.host}.`, {
      cause: error,
    })
  }
}

class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
}

const refused = (url: URL): HttpError =>
  new HttpError(
    'bad_picture',
    `${url.host} is in a private network, which this server does not fetch from. Upload the picture instead.`,
  )

/** Gives the connection only addresses that passed; it connects to one of exactly these. */
const checkedLookup =
  (isAllowedAddress: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('No address.'), '', 0)
      if (!addresses.every(({ address }) => isAllowedAddress(address))) {
        return callback(new AddressRefusedError('A private address.'), '', 0)
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }

const send = (
  url: URL,
  signal: AbortSignal,
  lookup: LookupFunction,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request: start } = url.protocol === 'https:' ? https : http
    const headers = { Accept: 'image/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Bozzetto' }
    start(url, { agent: false, headers, lookup, signal }, resolve).on('error', reject).end()
  })

async function read(response: http.IncomingMessage, url: URL): Promise<Answer> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    return { location: headers.location }
  }
  if (statusCode !== 200) {
    throw new HttpError(
      'bad_picture',
      `${url.host} answered with status ${statusCode} instead of a picture.`,
    )
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.byteLength
    if (length > pictureLimits.sizeBytesMax) {
      throw new HttpError('too_large', `The picture at ${url.host} has more than 20 MB.`)
    }
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks, length) }
}
