import { HttpError } from '../../errors/http-error.ts'

/**
 * Reads a response body as text.
 * @throws {HttpError} `provider_failed` as soon as the body exceeds `bytesMax`.
 */
export const readLimited = async (response: Response, bytesMax: number): Promise<string> =>
  response.body ? readLimitedText(response.body, bytesMax) : ''

/**
 * Reads a stream as `readLimited` does.
 * @param onPiece called for each chunk.
 */
export async function readLimitedText(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  onPiece?: () => void,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
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
