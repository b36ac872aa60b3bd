import { HttpError } from '../../errors.ts'
import { resultBytesMax } from '../../generation/check-result.ts'
import { isCutGlb, kindOfResult, type ResultKind } from './result-kind.ts'

/** Longest silence while a result comes. */
const idleMs = 30_000

/**
 * Downloads a result and checks that it is whole. Its address is the gateway's own and needs no key.
 *
 * @param bytesMax for tests.
 * @throws {HttpError} `provider_failed` when it cannot be had, or is cut off or no model file: asking
 *   again may help. `result_invalid` when it is too large.
 */
export async function downloadResult(
  address: string,
  signal: AbortSignal,
  { bytesMax = resultBytesMax, timeoutMs = idleMs } = {},
): Promise<{ bytes: Uint8Array; kind: ResultKind }> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new HttpError('provider_failed', 'The gateway named a result that has no web address.')
  }
  const { host, pathname } = new URL(address)
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), timeoutMs)
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, silence.signal]) })
    timer.refresh()
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new HttpError(
        'provider_failed',
        `The finished model cannot be downloaded: ${host} answered with status ${response.status}.`,
      )
    }
    const declared = declaredLength(response)
    if (declared !== undefined && declared > bytesMax) throw tooLarge(bytesMax)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body) {
      timer.refresh()
      length += chunk.byteLength
      if (length > bytesMax) throw tooLarge(bytesMax)
      chunks.push(chunk)
    }
    const bytes = Buffer.concat(chunks, length)
    if ((declared !== undefined && declared !== length) || isCutGlb(bytes)) throw cutOff(host)
    const kind = kindOfResult(bytes, pathname)
    if (kind) return { bytes, kind }
    throw new HttpError('provider_failed', `${host} sent something that is no model file.`)
  } catch (error) {
    if (error instanceof HttpError) throw error
    signal.throwIfAborted()
    throw cutOff(host, error)
  } finally {
    clearTimeout(timer)
  }
}

/** Length of the body as it will be read; one that was packed for the way is of another length. */
function declaredLength({ headers }: Response): number | undefined {
  const declared = headers.get('content-length')
  return declared === null || headers.has('content-encoding') ? undefined : Number(declared)
}

const tooLarge = (bytesMax: number): HttpError =>
  new HttpError(
    'result_invalid',
    `The model that came back has more than ${Math.round(bytesMax / 1024 / 1024)} MB.`,
  )

const cutOff = (host: string, cause?: unknown): HttpError =>
  new HttpError('provider_failed', `The download of the finished model from ${host} broke off.`, {
    cause,
  })
