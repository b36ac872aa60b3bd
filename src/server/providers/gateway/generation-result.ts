import { HttpError } from '../../errors.ts'
import { resultBytesMax } from '../../generation/check-result.ts'

/** Longest silence while a result comes. */
const idleMs = 30_000

/**
 * Downloads a result. Its address is the gateway's own and needs no key.
 *
 * @param bytesMax for tests.
 * @throws {HttpError} `provider_failed` when it cannot be had, `result_invalid` when it is too large.
 */
export async function downloadResult(
  address: string,
  signal: AbortSignal,
  { bytesMax = resultBytesMax, timeoutMs = idleMs } = {},
): Promise<Uint8Array> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new HttpError('provider_failed', 'The gateway named a result that has no web address.')
  }
  const { host } = new URL(address)
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), timeoutMs)
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, silence.signal]) })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new HttpError(
        'provider_failed',
        `The finished model cannot be downloaded: ${host} answered with status ${response.status}.`,
      )
    }
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body) {
      timer.refresh()
      length += chunk.byteLength
      if (length > bytesMax) {
        throw new HttpError('result_invalid', 'The model that came back has more than 512 MB.')
      }
      chunks.push(chunk)
    }
    const declared = response.headers.get('content-length')
    const isEncoded = response.headers.has('content-encoding')
    if (declared !== null && !isEncoded && Number(declared) !== length) throw cutOff(host)
    return Buffer.concat(chunks, length)
  } catch (error) {
    if (error instanceof HttpError) throw error
    signal.throwIfAborted()
    throw cutOff(host, error)
  } finally {
    clearTimeout(timer)
  }
}

const cutOff = (host: string, cause?: unknown): HttpError =>
  new HttpError('provider_failed', `The download of the finished model from ${host} broke off.`, {
    cause,
  })
