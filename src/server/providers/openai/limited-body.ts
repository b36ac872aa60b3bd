import type { Readable } from 'node:stream'
import { HttpError } from '../../errors/http-error.ts'

/**
 * The body of an answer as text.
 *
 * @throws {HttpError} `provider_failed` as soon as more than `bytesMax` have come.
 */
export const readLimited = async (response: Response, bytesMax: number): Promise<string> =>
  response.body ? readLimitedText(response.body, bytesMax) : ''

/** The same of a stream of bytes. @param onPiece called whenever some have come. */
export async function readLimitedText(
  body: ReadableStream<Uint8Array> | Readable,
  bytesMax: number,
  onPiece?: () => void,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop by the throw cancels the rest of the answer.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    onPiece?.()
    length += chunk.byteLength
    if (length > bytesMax) {
      throw new HttpError(
        'provider_failed',
        'The service sent an answer that is far too large. Try again, or choose another model.',
      )
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks, length))
}
