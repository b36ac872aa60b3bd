import { createHash } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BucketUnreachableError } from './bucket-unreachable.ts'
import { createAsk, createS3Client, inTag, type S3Settings } from './s3-requests.ts'

/**
 * Timeout of a transfer in milliseconds: enough for the largest file of a database (1 GB) at 2
 * Mbit/s.
 */
const transferTimeoutMs = 70 * 60_000

export type ListedObject = { key: string; sizeBytes: number; modifiedMs: number }

/**
 * Objects of a bucket below a prefix. All methods throw a `BucketUnreachableError` if the bucket is
 * unreachable or refuses.
 */
export type BucketObjects = {
  list: (prefix: string) => AsyncGenerator<ListedObject>
  /** @param options.sha256 of the file in hex. The bucket refuses other bytes. */
  putFile: (
    key: string,
    file: string,
    options: { sha256: string; signal: AbortSignal },
  ) => Promise<void>
  putText: (key: string, text: string) => Promise<void>
  open: (key: string, signal?: AbortSignal) => Promise<ReadableStream<Uint8Array> | undefined>
  readText: (key: string) => Promise<string | undefined>
  delete: (key: string) => Promise<void>
}

/** @param prefix without slashes at the ends. May be empty. */
export function openBucketObjects(settings: S3Settings, prefix: string): BucketObjects {
  const ask = createAsk(createS3Client(settings))
  const home = `${settings.endpoint}/${settings.bucket}`
  const start = prefix === '' ? '' : `${prefix}/`
  const getAddress = (key: string) =>
    `${home}/${`${start}${key}`.split('/').map(encodeURIComponent).join('/')}`
  const open = async (key: string, signal?: AbortSignal) => {
    const answer = await ask(getAddress(key), {
      isFine: [404],
      timeoutMs: transferTimeoutMs,
      ...(signal && { signal }),
    })
    if (answer.status !== 404) return answer
    if (inTag(await answer.text(), 'Code') === 'NoSuchBucket') {
      throw new BucketUnreachableError(
        `There is no bucket “${settings.bucket}” at ${settings.endpoint}.`,
      )
    }
    return undefined
  }
  return {
    async *list(inner) {
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: start + inner })
        if (next !== undefined) query.set('continuation-token', next)
        const page = await (await ask(`${home}?${query.toString()}`)).text()
        for (const [, object = ''] of page.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
          const key = (inTag(object, 'Key') ?? '').slice(start.length)
          const modifiedMs = Date.parse(inTag(object, 'LastModified') ?? '')
          yield { key, modifiedMs, sizeBytes: Number(inTag(object, 'Size')) }
        }
        const isCut = inTag(page, 'IsTruncated') === 'true'
        next = isCut ? inTag(page, 'NextContinuationToken') : undefined
      } while (next !== undefined)
    },
    putFile: async (key, file, { sha256, signal }) => {
      await ask(getAddress(key), {
        method: 'PUT',
        body: await openAsBlob(file),
        headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
        timeoutMs: transferTimeoutMs,
        signal,
      })
    },
    putText: async (key, text) => {
      await ask(getAddress(key), {
        method: 'PUT',
        body: text,
        headers: { 'content-type': 'application/json' },
      })
    },
    open: async (key, signal) => (await open(key, signal))?.body ?? undefined,
    readText: async (key) => (await open(key))?.text(),
    delete: async (key) => {
      await ask(getAddress(key), { method: 'DELETE', isFine: [404] })
    },
  }
}

/**
 * Writes a stream to a file.
 * @throws {Error} if the content does not have this SHA-256, so that no file is created.
 */
export async function saveChecked(
  stream: ReadableStream<Uint8Array>,
  file: string,
  sha256: string,
): Promise<void> {
  const hash = createHash('sha256')
  const part = `${file}.part`
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(Readable.fromWeb(stream), hashing, createWriteStream(part))
    if (hash.digest('hex') !== sha256) throw new Error(`${file} arrived damaged.`)
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}
