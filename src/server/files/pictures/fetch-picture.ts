import type { IncomingMessage } from 'node:http'
import { pictureLimits } from '#contract/files.ts'
import { HttpError } from '../../errors/http-error.ts'
import {
  AddressRefusedError,
  checkedRequest,
  type CheckedRequestOptions,
} from '../../outgoing/checked-request.ts'
import { signalWithin } from '../../process/signal-within.ts'

const timeoutMs = 15_000

type FetchPictureOptions = Omit<CheckedRequestOptions, 'signal' | 'accept'> & {
  signal?: AbortSignal
}

export type FetchPicture = (
  address: string,
  options?: { signal?: AbortSignal },
) => Promise<{ bytes: Uint8Array; name: string }>

/**
 * Fetches a picture from a user's URL, except from addresses of this machine and its network.
 * @returns the body, not yet checked to be a picture, and a name from the URL.
 * @throws {HttpError} `bad_picture` or `too_large`.
 */
export async function fetchPicture(
  address: string,
  { signal, ...rules }: FetchPictureOptions = {},
): Promise<{ bytes: Uint8Array; name: string }> {
  const within = signalWithin(timeoutMs, ...(signal ? [signal] : []))
  let host = ''
  try {
    const { response, url } = await checkedRequest(address, {
      ...rules,
      signal: within,
      accept: 'image/*',
    })
    host = url.host
    try {
      return { bytes: await read(response, host), name: url.pathname }
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (error instanceof AddressRefusedError) throw refused(error)
    if (signal?.aborted) throw error
    const asked = host || getHost(address)
    const sentence = within.aborted
      ? `${asked} did not send the picture within 15 s.`
      : `The picture cannot be fetched from ${asked}.`
    throw new HttpError('bad_picture', sentence, { cause: error })
  }
}

/** Returns a `fetchPicture` that may also fetch from some hosts in private networks. */
export const pictureFetcher =
  (allowedHosts: readonly string[]): FetchPicture =>
  (address, options) =>
    fetchPicture(address, { ...options, allowedHosts })

const getHost = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : 'this address'

function refused({ refusal, host }: AddressRefusedError): HttpError {
  const sentences: Record<typeof refusal, string> = {
    malformed: 'The picture’s URL is not valid.',
    scheme: 'The picture’s URL must begin with https:.',
    password: 'The address of the picture must not contain a password.',
    private: `${host} is in a private network, and this server does not fetch from there. Upload the picture instead.`,
    redirects: 'The address of the picture redirects too many times.',
  }
  return new HttpError('bad_picture', sentences[refusal])
}

async function read(response: IncomingMessage, host: string): Promise<Uint8Array> {
  const { statusCode = 0 } = response
  if (statusCode !== 200) {
    throw new HttpError(
      'bad_picture',
      `${host} answered with status ${statusCode} instead of a picture.`,
    )
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.byteLength
    if (length > pictureLimits.sizeBytesMax) {
      throw new HttpError('too_large', `The picture at ${host} is larger than 20 MB.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
