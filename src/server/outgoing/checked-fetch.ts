import { toWebStream } from '../http/to-web-stream.ts'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { AddressRefusedError, checkedSend, type CheckedRequestOptions } from './checked-request.ts'

type CheckedFetchOptions = Omit<CheckedRequestOptions, 'signal' | 'accept'> & {
  bytesMax: number
  timeoutMs: number
}

const bodiless = new Set([101, 204, 205, 304])

/**
 * Creates a `fetch` for libraries that access URLs of untrusted origin. Rejects private addresses
 * unless the owner allows the host, follows no redirects, and limits the size of the response.
 * @returns a function that throws {AddressRefusedError} and errors of `node:http`.
 */
export const checkedFetch =
  ({ bytesMax, timeoutMs, ...rules }: CheckedFetchOptions) =>
  async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const within = new AbortController()
    const timer = setTimeout(() => within.abort(new Error('No answer came in time.')), timeoutMs)
    const signals = [within.signal, ...(init.signal ? [init.signal] : [])]
    try {
      const { body } = init
      if (body !== undefined && body !== null && typeof body !== 'string' && !isForm(body)) {
        throw new TypeError('Only text can be sent.')
      }
      const headers = Object.fromEntries(new Headers(init.headers))
      if (isForm(body)) headers['content-type'] ??= 'application/x-www-form-urlencoded'
      const answer = await checkedSend(String(address), {
        ...rules,
        signal: AbortSignal.any(signals),
        method: init.method ?? 'GET',
        headers,
        body: body === undefined || body === null ? undefined : String(body),
      })
      return toResponse(answer, { host: new URL(address).host, bytesMax })
    } finally {
      clearTimeout(timer)
    }
  }

const isForm = (body: unknown): body is URLSearchParams => body instanceof URLSearchParams

function toResponse(
  answer: IncomingMessage,
  { host, bytesMax }: { host: string; bytesMax: number },
): Response {
  const { statusCode: status = 502, rawHeaders } = answer
  if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
    answer.destroy()
    throw new AddressRefusedError('redirects', host)
  }
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  if (bodiless.has(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  return new Response(toWebStream(Readable.from(limited(answer, bytesMax))), {
    status,
    headers,
  })
}

async function* limited(answer: IncomingMessage, bytesMax: number): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterable<Uint8Array> = answer
  let bytes = 0
  try {
    for await (const piece of pieces) {
      bytes += piece.byteLength
      if (bytes > bytesMax) throw new TooLongError(bytesMax)
      yield piece
    }
  } finally {
    answer.destroy()
  }
}

export class TooLongError extends Error {
  override readonly name = 'TooLongError'

  constructor(bytesMax: number) {
    super(`The answer is larger than ${Math.round(bytesMax / 1024 / 1024)} MB.`)
  }
}
