import { HttpError } from '../../errors.ts'

/**
 * The body of an answer as text.
 *
 * @throws {HttpError} `provider_failed` as soon as more than `bytesMax` have come.
 */
export async function readLimited(response: Response, bytesMax: number): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop by the throw cancels the rest of the answer.
  for await (const chunk of response.body) {
    length += chunk.byteLength
    if (length > bytesMax) {
      throw new HttpError('provider_failed', 'The service sent an answer that is far too large.')
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks, length))
}
