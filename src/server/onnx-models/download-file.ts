import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { toError } from '#lib/to-error.ts'
import { checkNetworkFile, isWeightsFile } from '../engine/check-network-file.ts'
import { syncPath } from '../disk/synced.ts'
import { HttpError } from '../errors/http-error.ts'
import { AddressRefusedError, checkedSend } from '../outgoing/checked-request.ts'

const redirectsMax = 5
/** Maximum wait for a response and for the next chunk, in milliseconds. */
const silenceMs = 60_000
/**
 * Maximum number of attempts after a broken connection. Each attempt resumes the previous attempt.
 */
const triesMax = 6
const retryMs = 2_000
/** Maximum size of a file in bytes. The engine's runtime cannot address more memory. */
const fileBytesMax = 4 * 1024 ** 3
/** Number of bytes after which disk space is checked again. */
const admitEveryBytes = 16 * 1024 * 1024

export type FileOrder = {
  readonly address: string
  /** Path of the finished file. The partial file beside it ends in `.part`. */
  readonly target: string
  readonly bytes?: number | undefined
  /** Hash in hex, if known. Otherwise the first response may contain the hash. */
  readonly sha256?: string | undefined
}

export type DownloadOptions = {
  readonly signal: AbortSignal
  readonly admit: (bytes: number) => Promise<void>
  readonly onProgress: (loaded: number, total: number | undefined) => void
  readonly allowedHosts?: readonly string[] | undefined
  readonly retryAfterMs?: number | undefined
}

export const toPartPath = (target: string): string => `${target}.part`

/**
 * Downloads a file, resumes an earlier attempt, and renames the file once it is complete and
 * verified. A partial file is kept after an interruption, and deleted if it is the wrong file.
 * @throws {HttpError} with a message. The signal's reason if the signal is aborted.
 */
export async function downloadFile(order: FileOrder, options: DownloadOptions): Promise<void> {
  const part = toPartPath(order.target)
  for (let tries = 1; ; tries++) {
    const before = await getFileSize(part)
    try {
      const told = await loadRest(order, { ...options, part })
      return await finishFile(part, order.target, { ...told, sha256: order.sha256 ?? told.sha256 })
    } catch (error) {
      options.signal.throwIfAborted()
      if (error instanceof HttpError || error instanceof AddressRefusedError) throw inWords(error)
      if ((await getFileSize(part)) > before) tries = 0
      if (tries >= triesMax) {
        throw new HttpError(
          'provider_unreachable',
          'The download was interrupted. Check the connection and try again; it resumes where it stopped.',
          { cause: error },
        )
      }
      await pause(options.retryAfterMs ?? retryMs, options.signal)
    }
  }
}

type Told = { bytes: number | undefined; sha256: string | undefined }

async function loadRest(
  order: FileOrder,
  { part, signal, admit, onProgress, allowedHosts }: DownloadOptions & { part: string },
): Promise<Told> {
  const had = await getFileSize(part)
  const silence = new AbortController()
  const either = AbortSignal.any([signal, silence.signal])
  let timer = setTimeout(() => silence.abort(new Error('silent')), silenceMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new Error('silent')), silenceMs)
  }
  try {
    const { answer, sha256, isElsewhere } = await request(order.address, had, {
      signal: either,
      allowedHosts,
    })
    const { statusCode = 0, headers } = answer
    const length = Number(headers['content-length'])
    if (statusCode === 416) {
      answer.destroy()
      // The range is beyond the end, so the file is complete or the partial file is a different
      // file.
      const total = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1])
      if (total === had) return { bytes: had, sha256 }
      await rm(part, { force: true })
      throw new Error('The partial download does not match.')
    }
    if (statusCode !== 200 && statusCode !== 206) {
      answer.destroy()
      // The hub must return a new redirect target, because the old target has expired.
      if (statusCode === 403 && isElsewhere) throw new Error('The address has expired.')
      throw refusal(statusCode)
    }
    const start = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN)
    const at = statusCode === 206 && start === had ? had : 0
    if (statusCode === 206 && start !== had) {
      answer.destroy()
      await rm(part, { force: true })
      throw new Error('The server sent a different part than requested.')
    }
    const total = Number.isFinite(length) ? at + length : order.bytes
    if ((total ?? 0) > fileBytesMax) {
      answer.destroy()
      throw new HttpError('too_large', 'The file is larger than 4 GB, which the engine cannot use.')
    }
    if (total !== undefined) await admit(total - at)
    const file = await open(part, at > 0 ? 'r+' : 'w', 0o600)
    try {
      let loaded = at
      let admitted = loaded
      const pieces: AsyncIterable<Uint8Array> = answer
      for await (const piece of pieces) {
        if (total === undefined && loaded + piece.byteLength - admitted > admitEveryBytes) {
          await admit(loaded + piece.byteLength - admitted)
          admitted = loaded + piece.byteLength
        }
        heard()
        await file.write(piece, 0, piece.byteLength, loaded)
        loaded += piece.byteLength
        if (loaded > fileBytesMax)
          throw new HttpError('too_large', 'The download is larger than any network may be.')
        onProgress(loaded, total)
      }
      if (total !== undefined && loaded < total) throw new Error('The answer broke off.')
      return { bytes: order.bytes ?? total, sha256 }
    } catch (error) {
      if (isDiskFull(error)) throw diskFull()
      throw error
    } finally {
      await file.close()
    }
  } finally {
    clearTimeout(timer)
  }
}

type Asking = { signal: AbortSignal; allowedHosts?: readonly string[] | undefined }

/**
 * Requests a file from an offset. Follows redirects manually, because a hub's first response
 * describes the file and redirects to another host.
 */
async function request(address: string, from: number, { signal, allowedHosts }: Asking) {
  let url = address
  let sha256: string | undefined
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const answer: IncomingMessage = await checkedSend(url, {
      signal,
      ...(allowedHosts && { allowedHosts }),
      method: 'GET',
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      body: undefined,
    })
    sha256 ??= hashIn(answer.headers['x-linked-etag'])
    const { statusCode = 0 } = answer
    const { location } = answer.headers
    if (statusCode < 300 || statusCode >= 400 || location === undefined) {
      return { answer, sha256, isElsewhere: redirects > 0 }
    }
    answer.destroy()
    url = new URL(location, url).href
  }
  throw new AddressRefusedError('redirects', new URL(url).host)
}

/** Returns the SHA-256 in an `ETag`, which hubs use for large files. */
const hashIn = (tag: string | string[] | undefined): string | undefined =>
  /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(String(tag))?.[1]

/**
 * Verifies that a file is complete and the expected file, then renames the file.
 * @throws {HttpError} `bad_request` after deleting the file.
 */
export async function finishFile(
  part: string,
  target: string,
  { bytes, sha256 }: { bytes?: number | undefined; sha256?: string | undefined },
): Promise<void> {
  const isWeights = isWeightsFile(target)
  const wrong = await whatIsWrong(part, { bytes, sha256, isWeights })
  if (wrong !== undefined) {
    await rm(part, { force: true })
    throw new HttpError('bad_request', wrong)
  }
  await syncPath(part)
  await rename(part, target)
  await syncPath(path.dirname(target))
}

async function whatIsWrong(
  part: string,
  {
    bytes,
    sha256,
    isWeights,
  }: { bytes?: number | undefined; sha256?: string | undefined; isWeights: boolean },
): Promise<string | undefined> {
  const wrong = isWeights ? undefined : checkNetworkFile(part)
  if (wrong !== undefined) return `The file ${wrong}. It was not kept.`
  const size = await getFileSize(part)
  if (bytes !== undefined && size !== bytes) {
    return `The file has ${size} bytes instead of ${bytes}. It was not kept.`
  }
  if (sha256 !== undefined && (await getHash(part)) !== sha256) {
    return 'This is a different file: its SHA-256 does not match. It was not kept.'
  }
  return undefined
}

async function getHash(file: string): Promise<string> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Uint8Array> = createReadStream(file, { highWaterMark: 1024 * 1024 })
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

export const getFileSize = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

const refusal = (status: number) =>
  status === 401 || status === 403
    ? new HttpError(
        'provider_refused',
        'The hub requires an account for this file. Download it in a browser and add it here.',
      )
    : status === 404
      ? new HttpError('not_found', 'The file is no longer where it was. Add it from elsewhere.')
      : status === 429
        ? new HttpError('rate_limited', 'The hub is limiting requests. Try again in 5 minutes.')
        : status < 500
          ? new HttpError('provider_refused', `The hub refused the download (${status}).`)
          : new Error(`The hub answered with ${status}.`)

function inWords(error: HttpError | AddressRefusedError): HttpError {
  if (error instanceof HttpError) return error
  return new HttpError(
    'provider_refused',
    `The download leads to ${error.host}, which this server may not contact. To allow it, set BOZZETTO_FETCH_HOSTS.`,
    { cause: error },
  )
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const diskFull = () =>
  new HttpError('storage_full', 'The disk is full. Free some space and try again.')

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(toError(signal.reason))
      },
      { once: true },
    )
  })
