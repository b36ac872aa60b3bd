import type { Readable } from 'node:stream'
import { HttpError } from '../../errors/http-error.ts'

/**
 * The body of an answer as text.
 *
 * @throws {HttpError} `provider_failed` as soon as more than `bytesMax` have come.
 */
export const readLimited = async (response: Response, bytesMax: number): Promise<string> =>
  response.body ? readLimitedText(response.body, bytesMax) : ''

/** The same of a stream of bytes. */
export async function readLimitedText(
  body: ReadableStream<Uint8Array> | Readable,
  bytesMax: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop by the throw cancels the rest of the answer.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > bytesMax) {
      throw new HttpError('provider_failed', 'The service sent an answer that is far too large.')
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks, length))
}
