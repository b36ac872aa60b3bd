import { toOwnBytes } from '#lib/own-bytes.ts'
import type { AwsClient } from 'aws4fetch'
import { getSha256 } from '../../process/sha256.ts'
import {
  blobKeyPattern,
  BlobMissingError,
  type BlobStore,
  type ByteRange,
  type ListedBlob,
} from './blob-store.ts'
import { createBucketCheck } from './bucket-check.ts'
import { BucketUnreachableError } from './bucket-unreachable.ts'
import { createPutTimes } from '../put-times.ts'
import { createAsk, createS3Client, inTag, type Ask, type S3Settings } from './s3-requests.ts'

const prefix = 'blobs/'
/** Timeout of an upload in milliseconds: enough for the largest result (512 MB). */
const putTimeoutMs = 10 * 60_000
const sameAddressMs = 10 * 60_000
/**
 * Age in milliseconds below which an object counts as just stored. A bucket's times are precise
 * only to a second.
 */
const youngMs = 60_000

/**
 * Opens a store with blobs as objects `blobs/<sha256>`. URLs contain the bucket in the path, which
 * all implementations support.
 * @param clock returns milliseconds that never decrease. Tests replace it.
 * @throws {BucketUnreachableError} from each method, if the bucket is unreachable or refuses.
 */
export function openS3Blobs(
  settings: S3Settings,
  clock: () => number = () => performance.now(),
): BlobStore {
  const client = createS3Client(settings)
  const home = `${settings.endpoint}/${settings.bucket}`
  const putTimes = createPutTimes(clock)
  const deletions = new Map<string, Promise<unknown>>()

  const ask = createAsk(client)
  const check = createBucketCheck(() => listOne(ask, settings), clock)
  const askForObject = createAskForObject(ask, check, settings)
  const get = async (key: string, range?: ByteRange): Promise<Response> => {
    const headers = range && { range: `bytes=${range.start}-${range.end}` }
    const answer = await askForObject(getAddress(home, key), { ...(headers && { headers }) })
    if (answer.status !== 404) return answer
    throw new BlobMissingError(`The stored file ${key} is gone.`)
  }
  const getSize = async (key: string): Promise<number | undefined> => {
    const answer = await askForObject(getAddress(home, key), { method: 'HEAD' })
    return answer.status === 404 ? undefined : Number(answer.headers.get('content-length'))
  }
  /**
   * Returns the age of an object by the bucket's clock, in milliseconds. `NaN` for a missing
   * object.
   */
  const getAgeMs = async (key: string): Promise<number> => {
    const { headers } = await askForObject(getAddress(home, key), { method: 'HEAD' })
    const getTime = (header: string) => Date.parse(headers.get(header) ?? '')
    return getTime('date') - getTime('last-modified')
  }
  const remove = async (key: string): Promise<void> => {
    putTimes.forget(key)
    const deletion = askForObject(getAddress(home, key), { method: 'DELETE' })
    deletions.set(key, deletion)
    try {
      await deletion
    } finally {
      if (deletions.get(key) === deletion) deletions.delete(key)
    }
  }

  return {
    check,
    sizeOf: getSize,
    ...(settings.publicEndpoint !== undefined && {
      addressOf: createAddresses(client, `${settings.publicEndpoint}/${settings.bucket}`),
    }),
    put: async (bytes) => {
      const key = await getSha256(bytes)
      putTimes.note(key)
      await deletions.get(key)?.catch(() => undefined)
      const address = getAddress(home, key)
      if ((await getSize(key)) === bytes.byteLength) {
        // Refreshes the object's time, because the cleanup of unused files deletes old blobs that
        // no row refers to yet.
        await ask(address, { method: 'PUT', headers: copyOfItself(settings.bucket, key) })
        // The blob is sent again if its time has not changed, because some implementations report
        // success without changing the time.
        if ((await getAgeMs(key)) < youngMs) return key
      }
      await ask(address, {
        method: 'PUT',
        body: toOwnBytes(bytes),
        // The hash is part of the signature, so the bucket refuses other bytes.
        headers: { 'x-amz-content-sha256': key, 'content-type': 'application/octet-stream' },
        timeoutMs: putTimeoutMs,
      })
      return key
    },
    read: async (key) => new Uint8Array(await (await get(key)).arrayBuffer()),
    open: async (key, range) => (await get(key, range)).body ?? nothing(),
    list: () => listAll(ask, home, (key) => putTimes.agoMs(key)),
    delete: remove,
    deleteUnlessPut: async (key, graceMs) => {
      const putAgoMs = putTimes.agoMs(key)
      if (putAgoMs !== undefined && putAgoMs <= graceMs) return false
      // The age is checked again, because another server may have stored the blob since the
      // listing.
      if ((await getAgeMs(key)) < graceMs) return false
      await remove(key)
      return true
    },
  }
}

/**
 * Creates a function that returns signed URLs, which are valid for twenty minutes. A URL stays the
 * same for ten minutes, so that browsers can cache the file.
 */
const createAddresses =
  (client: AwsClient, home: string): NonNullable<BlobStore['addressOf']> =>
  async (key, { contentType, contentDisposition }) => {
    const address = new URL(getAddress(home, key))
    address.search = new URLSearchParams({
      'X-Amz-Expires': String((2 * sameAddressMs) / 1000),
      'response-cache-control': `private, max-age=${sameAddressMs / 1000}`,
      'response-content-disposition': contentDisposition,
      'response-content-type': contentType,
    }).toString()
    const begun = new Date(Math.floor(Date.now() / sameAddressMs) * sameAddressMs)
    const datetime = begun.toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
    const signed = await client.sign(address.href, { aws: { signQuery: true, datetime } })
    return signed.url
  }

const nothing = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })

const createAskForObject =
  (ask: Ask, check: () => Promise<void>, settings: S3Settings): Ask =>
  async (address, options) => {
    const answer = await ask(address, { ...options, isFine: [404] })
    if (answer.status !== 404) return answer
    const code = inTag(await answer.text(), 'Code')
    if (code === 'NoSuchBucket') throw noBucket(settings)
    // The bucket is checked, because a missing bucket also causes a 404, and a HEAD response has no
    // body with the error code.
    if (code !== 'NoSuchKey') await check()
    return answer
  }

const copyOfItself = (bucket: string, key: string) => ({
  'x-amz-copy-source': `/${bucket}/${prefix}${key}`,
  'x-amz-metadata-directive': 'REPLACE',
})

function getAddress(home: string, key: string): string {
  if (!blobKeyPattern.test(key)) throw new TypeError('This is not the key of a blob.')
  return `${home}/${prefix}${key}`
}

const noBucket = ({ endpoint, bucket }: Pick<S3Settings, 'endpoint' | 'bucket'>) =>
  new BucketUnreachableError(
    `There is no bucket “${bucket}” at ${endpoint}. Check S3_ENDPOINT and S3_BUCKET.`,
  )

/**
 * Lists at most one object, to check the bucket.
 * @throws {BucketUnreachableError} if the bucket does not exist, refuses, or is no bucket.
 */
async function listOne(
  ask: Ask,
  { endpoint, bucket }: Pick<S3Settings, 'endpoint' | 'bucket'>,
): Promise<void> {
  const query = new URLSearchParams({ 'list-type': '2', prefix, 'max-keys': '1' })
  const answer = await ask(`${endpoint}/${bucket}?${query.toString()}`, { isFine: [404] })
  const text = await answer.text()
  if (answer.status === 404) throw noBucket({ endpoint, bucket })
  // A web server that is no bucket may answer every URL with a page.
  if (!text.includes('<ListBucketResult')) {
    throw new BucketUnreachableError(
      `${endpoint} does not answer like an S3 server. Check S3_ENDPOINT.`,
    )
  }
}

async function* listAll(
  ask: Ask,
  home: string,
  putAgoMsOf: (key: string) => number | undefined,
): AsyncGenerator<ListedBlob> {
  let next: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix })
    if (next !== undefined) query.set('continuation-token', next)
    const page = await (await ask(`${home}?${query.toString()}`)).text()
    for (const [, object = ''] of page.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
      const key = inTag(object, 'Key')?.slice(prefix.length) ?? ''
      const modifiedMs = Date.parse(inTag(object, 'LastModified') ?? '')
      if (!blobKeyPattern.test(key) || Number.isNaN(modifiedMs)) continue
      const putAgoMs = putAgoMsOf(key)
      yield { key, modifiedMs, ...(putAgoMs !== undefined && { putAgoMs }) }
    }
    next = inTag(page, 'IsTruncated') === 'true' ? inTag(page, 'NextContinuationToken') : undefined
  } while (next !== undefined)
}
