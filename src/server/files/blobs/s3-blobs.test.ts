import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isStoreAway, toHttpError } from '../../errors/http-error.ts'
import { BlobMissingError, type BlobStore, type ListedBlob } from './blob-store.ts'
import { waitForBucket } from './bucket-check.ts'
import { BucketUnreachableError } from './bucket-unreachable.ts'
import { openBlobStore, readPublicBucket } from './open-blobs.ts'
import { openS3Blobs } from './s3-blobs.ts'
import { startS3Server, type S3Server } from './s3-server.fixture.ts'

let bucket: S3Server
let blobs: BlobStore
let now: number
beforeEach(async () => {
  bucket = await startS3Server()
  now = 0
  blobs = openS3Blobs(bucket.settings, () => now)
})
afterEach(() => bucket.close())

const getBytes = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
const listed = async () => {
  const found: ListedBlob[] = []
  for await (const blob of blobs.list()) found.push(blob)
  return found
}
const computeHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const missingKey = '0'.repeat(64)

describe('openS3Blobs', () => {
  it('returns stored files unchanged, whole and in part', async () => {
    const bytes = randomBytes(300_000)
    const key = await blobs.put(bytes)
    expect(key).toBe(computeHash(bytes))
    expect([...bucket.objects.keys()]).toEqual([`blobs/${key}`])
    expect(await blobs.sizeOf(key)).toBe(bytes.byteLength)
    expect(Buffer.from(await blobs.read(key))).toEqual(bytes)
    expect(await getBytes(await blobs.open(key))).toEqual(bytes)
    const part = await getBytes(await blobs.open(key, { start: 10, end: 19 }))
    expect(part).toEqual(bytes.subarray(10, 20))
  })

  it('stores empty blobs', async () => {
    const key = await blobs.put(new Uint8Array())
    expect(await blobs.sizeOf(key)).toBe(0)
    expect(await getBytes(await blobs.open(key))).toHaveLength(0)
  })

  it('reports missing files', async () => {
    expect(await blobs.sizeOf(missingKey)).toBeUndefined()
    await expect(blobs.read(missingKey)).rejects.toThrow(BlobMissingError)
    await expect(blobs.open(missingKey)).rejects.toThrow(BlobMissingError)
    await blobs.delete(missingKey)
    await expect(blobs.read('../secret')).rejects.toThrow(TypeError)
  })

  it('lists files over several pages, with their times', async () => {
    const keys = await Promise.all([1, 2, 3, 4, 5].map((n) => blobs.put(Buffer.from([n]))))
    bucket.objects.set('blobs/other', { bytes: Buffer.from(''), modifiedMs: 0 })
    now = 5_000
    const found = await listed()
    expect(found.map(({ key }) => key)).toEqual(keys.toSorted())
    expect(found[0]?.putAgoMs).toBe(5_000)
    expect(Math.abs((found[0]?.modifiedMs ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('refreshes the time of an existing file without sending it again', async () => {
    const key = await blobs.put(Buffer.from('same'))
    bucket.objects.get(`blobs/${key}`)!.modifiedMs = 0
    await openS3Blobs(bucket.settings).put(Buffer.from('same'))
    const [found] = await listed()
    expect(found?.modifiedMs).toBeGreaterThan(0)
    // An object of the wrong size is incomplete, so it is sent again.
    bucket.objects.get(`blobs/${key}`)!.bytes = Buffer.from('sa')
    await blobs.put(Buffer.from('same'))
    expect(Buffer.from(await blobs.read(key)).toString()).toBe('same')
  })

  it('sends a file again if copying it onto itself does not refresh its time', async () => {
    bucket.keepsTimes = true
    const key = await blobs.put(Buffer.from('same'))
    bucket.objects.get(`blobs/${key}`)!.modifiedMs = 0
    await openS3Blobs(bucket.settings).put(Buffer.from('same'))
    // The other store does not know about this put, and sees only the object's time.
    now = 3_600_000
    expect(await blobs.deleteUnlessPut(key, 60_000)).toBe(false)
    expect((await listed())[0]?.modifiedMs).toBeGreaterThan(0)
  })

  it('keeps a file that was just stored during the cleanup of unused files', async () => {
    const key = await blobs.put(Buffer.from('new'))
    now = 1_000
    expect(await blobs.deleteUnlessPut(key, 1_000)).toBe(false)
    now = 1_001
    bucket.agedMs = 10_000
    expect(await blobs.deleteUnlessPut(key, 1_000)).toBe(true)
    expect(await blobs.sizeOf(key)).toBeUndefined()
  })

  it('keeps a file that another server has just stored during the cleanup of unused files', async () => {
    const key = await blobs.put(Buffer.from('shared'))
    now = 100_000
    expect(await blobs.deleteUnlessPut(key, 60_000)).toBe(false)
    bucket.agedMs = 120_000
    expect(await blobs.deleteUnlessPut(key, 60_000)).toBe(true)
  })

  it('keeps a file that is stored while the cleanup deletes it', async () => {
    const key = await blobs.put(Buffer.from('wanted'))
    now = 10_000
    bucket.agedMs = 10_000
    let again: Promise<string> | undefined
    bucket.beforeDeletion = async () => {
      again = blobs.put(Buffer.from('wanted'))
      await blobs.sizeOf(missingKey)
    }
    expect(await blobs.deleteUnlessPut(key, 1_000)).toBe(true)
    expect(await again).toBe(key)
    expect(await blobs.sizeOf(key)).toBe(6)
  })
})

const countLists = () => bucket.requests.filter((request) => request === 'GET /studio').length

describe('openS3Blobs with a bucket', () => {
  it('throws an error for requests signed with another secret or for another region', async () => {
    for (const other of [{ secretAccessKey: 'another' }, { region: 'elsewhere' }]) {
      const stranger = openS3Blobs({ ...bucket.settings, ...other })
      await expect(stranger.put(Buffer.from('x'))).rejects.toThrow(
        /^The bucket answered 403\. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION\./,
      )
    }
    expect(bucket.objects.size).toBe(0)
    const unsigned = await fetch(`${bucket.settings.endpoint}/studio/blobs/${missingKey}`)
    expect(unsigned.status).toBe(403)
  })

  it('returns temporary URLs of single files for browsers', async () => {
    const publicEndpoint = bucket.settings.endpoint.replace('127.0.0.1', 'localhost')
    const open = openS3Blobs({ ...bucket.settings, publicEndpoint })
    const key = await open.put(Buffer.from('a model'))
    const sent = { contentType: 'model/gltf-binary', contentDisposition: 'attachment' }
    const address = (await open.addressOf?.(key, sent)) ?? ''
    expect(address.startsWith(`${publicEndpoint}/studio/blobs/${key}?`)).toBe(true)
    // The URL stays the same for a while, so that browsers can cache the file.
    expect(await open.addressOf?.(key, sent)).toBe(address)
    const got = await fetch(address)
    expect(await got.text()).toBe('a model')
    expect(got.headers.get('content-type')).toBe('model/gltf-binary')
    // The cache time is short, because the file stays in the browser's cache after sign-out.
    expect(new URL(address).searchParams.get('response-cache-control')).toBe('private, max-age=600')
    const changed = [
      address.replace('gltf', 'html'),
      address.replace('Expires=1200', 'Expires=12000'),
      address.replace(key, missingKey),
    ]
    for (const one of changed) expect((await fetch(one)).status).toBe(403)
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
    expect(openS3Blobs(bucket.settings)).not.toHaveProperty('addressOf')
    const env = { BOZZETTO_DATA: '', S3_BUCKET: 'studio', S3_REGION: 'eu' }
    const opened = readPublicBucket({ ...env, S3_PUBLIC_ENDPOINT: publicEndpoint })
    expect([opened, readPublicBucket(env)]).toEqual([`${publicEndpoint}/studio/`, undefined])
    expect(address.startsWith(opened ?? 'not opened')).toBe(true)
  })

  it('sends no file to the server that the bucket redirects to', async () => {
    let asked = 0
    const elsewhere = createServer((_request, response) => {
      asked++
      response.end()
    }).listen(0, '127.0.0.1')
    const redirecting = createServer((request, response) => {
      const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}${request.url}`
      response.writeHead(307, { location }).end()
    }).listen(0, '127.0.0.1')
    await Promise.all([elsewhere, redirecting].map((server) => once(server, 'listening')))
    const endpoint = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
    const moved = openS3Blobs({ ...bucket.settings, endpoint })
    const attempts = await Promise.allSettled([
      moved.put(Buffer.from('private')),
      moved.read(missingKey),
    ])
    expect(asked).toBe(0)
    const reason: unknown = expect.objectContaining({
      message: expect.stringContaining('answered 307'),
    })
    expect(attempts).toEqual(Array.from({ length: 2 }, () => ({ status: 'rejected', reason })))
    for (const server of [elsewhere, redirecting]) server.close().closeAllConnections()
  })

  it('retries while the bucket responds that it is busy', async () => {
    bucket.busyFor = 2
    const key = await blobs.put(Buffer.from('patience'))
    expect(await blobs.sizeOf(key)).toBe(8)
  })

  it('throws from every method if the bucket was deleted, and reports no file as missing', async () => {
    const key = await blobs.put(Buffer.from('kept'))
    bucket.isDeleted = true
    now = 60_000
    const attempts = {
      check: () => blobs.check(),
      sizeOf: () => blobs.sizeOf(key),
      read: () => blobs.read(key),
      open: () => blobs.open(key),
      delete: () => blobs.delete(key),
      deleteUnlessPut: async () => blobs.deleteUnlessPut(key, 0),
      list: listed,
      put: () => blobs.put(Buffer.from('new')),
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      const failure = await attempt().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect({ name, failure }).toEqual({ name, failure: expect.any(BucketUnreachableError) })
      expect(failure).toSatisfy(isStoreAway)
    }
    bucket.isDeleted = false
    now = 120_000
    expect(await blobs.sizeOf(key)).toBe(4)
  })

  it('checks the bucket once for many missing files, and again after some seconds', async () => {
    await Promise.all(Array.from({ length: 20 }, () => blobs.sizeOf(missingKey)))
    await blobs.check()
    expect(countLists()).toBe(1)
    now = 60_000
    await blobs.sizeOf(missingKey)
    expect(countLists()).toBe(2)
  })

  it('refuses to open a bucket that cannot be listed', async () => {
    const { endpoint, accessKeyId, secretAccessKey, region } = bucket.settings
    const env = {
      BOZZETTO_DATA: '',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'studio',
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    await openBlobStore(env)
    await expect(openBlobStore({ ...env, S3_BUCKET: 'studoi' }, 3_600_000)).rejects.toThrow(
      `There is no bucket “studoi” at ${endpoint}. Check S3_ENDPOINT and S3_BUCKET.`,
    )
    await expect(
      openBlobStore({ ...env, S3_SECRET_ACCESS_KEY: 'another' }, 3_600_000),
    ).rejects.toThrow(/^The bucket answered 403\./)
    const website = createServer((_, response) => void response.end('<html>Welcome</html>'))
    await once(website.listen(0, '127.0.0.1'), 'listening')
    const { port } = website.address() as AddressInfo
    await expect(
      openBlobStore({ ...env, S3_ENDPOINT: `http://127.0.0.1:${port}` }, 3_600_000),
    ).rejects.toThrow(/does not answer like an S3 server\. Check S3_ENDPOINT\./)
    website.close()
    await expect(openBlobStore({ ...env, S3_ENDPOINT: 'http://127.0.0.1:1' })).rejects.toThrow(
      /^The bucket cannot be reached\. Check S3_ENDPOINT/,
    )
  })

  it('waits at startup for a bucket whose server is still starting', async () => {
    let tries = 0
    const check = () =>
      ++tries < 3
        ? Promise.reject(new BucketUnreachableError('Not yet.', { mayPass: true }))
        : Promise.resolve()
    await waitForBucket(check, 60_000)
    expect(tries).toBe(3)
  })

  it('throws a specific error while the bucket is unreachable, after which callers may retry', async () => {
    await bucket.close()
    const failure = await blobs.put(Buffer.from('x')).catch((error: unknown) => error)
    expect(failure).toSatisfy(isStoreAway)
    expect(toHttpError(failure)).toMatchObject({
      status: 503,
      message: 'The file storage cannot be reached. Try again in a moment.',
    })
  })
})
