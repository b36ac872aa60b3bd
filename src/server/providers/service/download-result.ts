import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isCutGlb } from '#lib/gltf/glb.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import { resultBytesMax } from '../../ports/check-result.ts'
import {
  AddressRefusedError,
  checkedRequest,
  type CheckedRequestOptions,
} from '../../outgoing/checked-request.ts'
import { kindOfResult, type ResultKind } from './result-kind.ts'

const idleMs = 30_000
/**
 * Minimum number of bytes within `idleMs`. A slower download is aborted, so that it cannot block a
 * task.
 */
const paceBytes = 16 * 1024

/** A model file. The type is detected from the bytes. */
export type DownloadedResult = { bytes: Uint8Array; kind: ResultKind }

type DownloadOptions = Omit<CheckedRequestOptions, 'signal'> & {
  bytesMax?: number
  timeoutMs?: number
}

/**
 * Downloads a result and checks that it is complete. Only public addresses and configured hosts are
 * allowed, because the URL comes from a service.
 * @throws {HttpError} `provider_failed` if the download fails, is truncated or is not a model file.
 * `result_invalid` if the file is too large or the address is forbidden: a retry cannot help.
 */
export async function downloadResult(
  address: string,
  signal: AbortSignal,
  { bytesMax = resultBytesMax, timeoutMs = idleMs, ...rules }: DownloadOptions = {},
): Promise<DownloadedResult> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), timeoutMs)
  let host = URL.canParse(address) ? new URL(address).host : ''
  try {
    const { response, url } = await checkedRequest(address, {
      ...rules,
      signal: AbortSignal.any([signal, silence.signal]),
    })
    host = url.host
    timer.refresh()
    try {
      return await read(toAnswer(response), { url, bytesMax, timer })
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (error instanceof AddressRefusedError) throw refused(error)
    signal.throwIfAborted()
    throw cutOff(host, error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Downloads a result from the service itself, with the service's key.
 * @param open sends the request. Its signal is aborted with `signal`, and when no data arrives.
 * @param pathname determines the type if the bytes do not.
 * @throws {HttpError} the errors of `downloadResult`.
 */
export async function readOwnResult(
  open: (signal: AbortSignal) => Promise<Response>,
  { pathname = '', signal, timeoutMs = idleMs }: OwnResultOptions,
): Promise<DownloadedResult> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), timeoutMs)
  let host = 'the service'
  try {
    const response = await open(AbortSignal.any([signal, silence.signal]))
    if (response.url !== '') ({ host } = new URL(response.url))
    timer.refresh()
    const answer = {
      status: response.status,
      body: response.body ?? Readable.from([]),
      declared: declaredLength((name) => response.headers.get(name)),
    }
    const url = new URL(pathname, `http://${host === 'the service' ? 'localhost' : host}`)
    return await read(answer, { url, bytesMax: resultBytesMax, timer })
  } catch (error) {
    if (error instanceof HttpError) throw error
    signal.throwIfAborted()
    throw cutOff(host, error)
  } finally {
    clearTimeout(timer)
  }
}

type OwnResultOptions = {
  pathname?: string
  signal: AbortSignal
  timeoutMs?: number
}

/**
 * Reads a model from the response to the request that creates it, for services without tasks.
 * @throws {HttpError} the errors of `downloadResult`.
 */
export const readAnswerAsModel = (
  response: IncomingMessage,
  options: ReadOptions,
): Promise<DownloadedResult> => read(toAnswer(response), options)

type ReadOptions = { url: URL; bytesMax: number; timer: NodeJS.Timeout }

type Answer = {
  status: number
  body: AsyncIterable<Uint8Array>
  /** Length of the decoded body. Absent for compressed responses. */
  declared: number | undefined
}

async function read(
  { status, body, declared }: Answer,
  { url: { host, pathname }, bytesMax, timer }: ReadOptions,
): Promise<DownloadedResult> {
  if (status < 200 || status >= 300) {
    throw new HttpError(
      'provider_failed',
      `The finished model cannot be downloaded: ${host} answered with status ${status}.`,
    )
  }
  if (declared !== undefined && declared > bytesMax) throw tooLarge(bytesMax)
  const chunks: Uint8Array[] = []
  let length = 0
  let nextRefresh = paceBytes
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length >= nextRefresh) {
      timer.refresh()
      nextRefresh = length + paceBytes
    }
    if (length > bytesMax) throw tooLarge(bytesMax)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks, length)
  if ((declared !== undefined && declared !== length) || isCutGlb(bytes)) throw cutOff(host)
  const kind = kindOfResult(bytes, pathname)
  if (kind) return { bytes, kind }
  throw new HttpError('provider_failed', `${host} sent something that is not a model file.`)
}

const unpackers = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Decompresses a response, because some servers compress although the request forbids it. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  const unpack = unpackers.get(encoding)
  return unpack ? pipeline(response, unpack(), () => {}) : response
}

const toAnswer = (response: IncomingMessage): Answer => ({
  status: response.statusCode ?? 0,
  body: unpacked(response),
  declared: declaredLength((name) => ownValue(response.headers, name)?.toString()),
})

function declaredLength(header: (name: string) => string | null | undefined): number | undefined {
  const declared = header('content-length') ?? undefined
  const isPacked = (header('content-encoding') ?? undefined) !== undefined
  return declared === undefined || isPacked ? undefined : Number(declared)
}

function refused({ refusal, host }: AddressRefusedError): HttpError {
  const sentences: Record<typeof refusal, string> = {
    malformed: 'The service gave a result without a web address.',
    scheme: 'The service gave a result without a web address.',
    password: `The service gave a result at ${host} with a password in its address.`,
    private: `The service gave a result at ${host}, which is in a private network. If it belongs there, allow it with BOZZETTO_FETCH_HOSTS.`,
    redirects: `The address of the result at ${host} redirects too many times.`,
  }
  const isNoAddress = refusal === 'malformed' || refusal === 'scheme'
  return new HttpError(isNoAddress ? 'provider_failed' : 'result_invalid', sentences[refusal])
}

const tooLarge = (bytesMax: number): HttpError =>
  new HttpError(
    'result_invalid',
    `The model that came back is larger than ${Math.round(bytesMax / 1024 / 1024)} MB.`,
  )

const cutOff = (host: string, cause?: unknown): HttpError =>
  new HttpError(
    'provider_failed',
    `The download of the finished model from ${host} was interrupted.`,
    {
      cause,
    },
  )
