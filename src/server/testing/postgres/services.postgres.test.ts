import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { EnvError, readEnv } from '../../env.ts'
import { startS3Server, type S3Server } from '../../files/blobs/s3-server.fixture.ts'
import { createServices } from '../../services.ts'
import { makeTestDatabase } from './test-databases.ts'

let folder: string
let bucket: S3Server
let database: { url: string; drop: () => Promise<void> }
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-services-'))
  bucket = await startS3Server()
  database = await makeTestDatabase()
})
afterEach(async () => {
  await bucket.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const variables = () => ({
  BOZZETTO_DATA: folder,
  BOZZETTO_SECRET: 'a-secret-for-this-test',
  BOZZETTO_LOG: 'silent',
  S3_ENDPOINT: bucket.settings.endpoint,
  S3_BUCKET: bucket.settings.bucket,
  S3_REGION: bucket.settings.region,
  S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
})

describe('server with Postgres and a bucket', () => {
  it('stores rows in Postgres and files in the bucket, also after a restart, and none in its data folder', async () => {
    const env = readEnv({ ...variables(), DATABASE_URL: database.url })
    const first = await createServices(env)
    const key = await first.blobs.put(Buffer.from('a model'))
    const id = newId()
    await first.chatLibrary.putFolder(id, 'Bridges')
    expect((await first.readiness()).isReady).toBe(true)
    await first.close()
    const second = await createServices(env)
    expect(Buffer.from(await second.blobs.read(key)).toString()).toBe('a model')
    expect(await second.chatLibrary.listFolders()).toMatchObject([{ id, name: 'Bridges' }])
    await second.close()
    expect(bucket.objects.size).toBe(1)
    const names = await readdir(folder)
    expect(names).not.toContain('postgres')
    expect(names).not.toContain('blobs')
    expect(names).not.toContain('secret')
  })

  it('does not start without its bucket, and is not ready once the bucket is deleted', async () => {
    const env = readEnv({ ...variables(), DATABASE_URL: database.url })
    bucket.isDeleted = true
    await expect(createServices(env)).rejects.toThrow(/^There is no bucket “studio” at /)
    bucket.isDeleted = false
    const services = await createServices(env)
    try {
      bucket.isDeleted = true
      // Polls, because the results of the readiness checks are cached for some seconds.
      await expect
        .poll(() => services.readiness())
        .toMatchObject({ isReady: false, checks: { files: 'failing', store: 'ok' } })
    } finally {
      await services.close()
    }
  })

  it('does not start with a bucket but without a database', async () => {
    await expect(createServices(readEnv(variables()))).rejects.toThrow(EnvError)
    await expect(createServices(readEnv(variables()))).rejects.toThrow(/^DATABASE_URL must be set/)
  })
})
