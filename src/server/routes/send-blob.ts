import type { Context } from 'hono'
import { knownModelType } from '#lib/model-kinds.ts'
import { BlobMissingError, type BlobStore, type ByteRange } from '../files/blobs/blob-store.ts'
import { HttpError } from '../errors/http-error.ts'

export type BlobToSend = {
  key: string
  mimeType: string
  fileName: string
  isDownload?: boolean
  cacheControl?: string
  /** True if the client cannot follow a redirect to the bucket. */
  isSentHere?: boolean
}

/**
 * Minimum size of a file for a redirect to the bucket, in bytes. For smaller files, the redirect
 * takes longer than the file.
 */
const elsewhereBytesMin = 256 * 1024

const harmlessInPlace: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'model/gltf-binary',
])

/**
 * Sends a stored file, which browsers cache permanently. Supports `Range`. Browsers cannot render
 * the response as a page of this origin.
 * @throws {HttpError} `not_found` if the bytes are missing.
 */
export async function sendBlob(
  c: Context,
  blobs: BlobStore,
  { key, mimeType, fileName, isDownload = false, cacheControl, isSentHere = false }: BlobToSend,
): Promise<Response> {
  const sizeBytes = await blobs.sizeOf(key)
  if (sizeBytes === undefined) throw gone()
  const etag = `"${key.slice(0, 32)}"`
  const headers = new Headers({
    // The type comes from a fixed list, because a database row could contain a type that runs
    // scripts.
    'Content-Type': harmlessInPlace.has(mimeType) ? mimeType : knownModelType(mimeType),
    'Content-Disposition': `${isDownload || !harmlessInPlace.has(mimeType) ? 'attachment' : 'inline'}; ${fileNameParameters(fileName)}`,
    'Cache-Control': cacheControl ?? 'private, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  })
  if (c.req.header('if-none-match')?.includes(etag)) {
    return new Response(null, { status: 304, headers })
  }

  const isHead = c.req.raw.method === 'HEAD'
  // Pictures are not redirected, because a canvas that shows a picture of another origin cannot be
  // read.
  const mayRedirect = !isHead && !isSentHere && !isPicture(mimeType)
  if (mayRedirect && blobs.addressOf && sizeBytes >= elsewhereBytesMin) {
    const [contentType, contentDisposition] = [
      headers.get('content-type') ?? '',
      headers.get('content-disposition') ?? '',
    ]
    const address = await blobs.addressOf(key, { contentType, contentDisposition })
    return new Response(null, {
      status: 302,
      headers: { Location: address, 'Cache-Control': 'no-store' },
    })
  }

  const ifRange = c.req.header('if-range')
  const isRangeValid = ifRange === undefined || ifRange === etag
  const range = isRangeValid ? getRange(c.req.header('range'), sizeBytes) : undefined
  if (range === 'outside') {
    headers.set('Content-Range', `bytes */${sizeBytes}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  headers.set('Content-Length', String(end - start + 1))
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${sizeBytes}`)
  try {
    const body = isHead ? null : await blobs.open(key, range)
    return new Response(body, { status: range ? 206 : 200, headers })
  } catch (error) {
    throw error instanceof BlobMissingError ? gone(error) : error
  }
}

/** Sends bytes that are not in the blob store as a download. */
export const sendDownload = (bytes: Uint8Array, fileName: string): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; ${fileNameParameters(fileName)}`,
      'Content-Length': String(bytes.length),
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  })

const isPicture = (mimeType: string) => mimeType.startsWith('image/')

const gone = (cause?: unknown) => new HttpError('not_found', 'This file was deleted.', { cause })

/**
 * Parses a single byte range. Returns `undefined` for several ranges and other units, so that the
 * whole file is sent.
 */
function getRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  return start > end || start >= sizeBytes ? 'outside' : { start, end }
}

/** Formats the file name as in RFC 6266: ASCII for old clients, and UTF-8. */
function fileNameParameters(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '_')).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
