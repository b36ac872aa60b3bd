import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEnv, type Env } from '../../env.ts'
import { openFolderBlobs } from '../../files/blobs/folder-blobs.ts'
import { startS3Server, type S3Server } from '../../files/blobs/s3-server.fixture.ts'
import { files } from '../../store/schema.ts'
import { asServer, firstOwnerId } from '../../store/owner-scope.ts'
import { makeDataFolder } from '../../store/data-folder.fixture.ts'
import { openStore } from '../../store/store.ts'
import { backUpTo } from '../back-up-to.ts'
import { restore } from '../restore.ts'
import { downloadForRestore, verifyBucketBackup } from './use-bucket-backup.ts'

const address = 's3://studio/server one'
const quiet = { whileQuiet: <T>(work: () => Promise<T>) => work() }
let bucket: S3Server
let place: string
let data: string
let env: Env
beforeEach(async () => {
  bucket = await startS3Server()
  place = await mkdtemp(path.join(tmpdir(), 'bozzetto-bucket-'))
  data = path.join(place, 'data')
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings
  env = readEnv({
    BOZZETTO_DATA: data,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
})
afterEach(async () => {
  await bucket.close()
  await rm(place, { recursive: true, force: true })
})

const putBlob = async (text: string) =>
  (await openFolderBlobs(path.join(data, 'blobs'))).put(Buffer.from(text))

async function fill(): Promise<string> {
  await makeDataFolder(data)
  const store = await openStore(data)
  const key = await putBlob('a picture')
  await asServer(() =>
    store.db.insert(files).values({
      id: 'p'.repeat(20),
      ownerId: firstOwnerId,
      name: 'Picture',
      mimeType: 'image/png',
      sizeBytes: 9,
      widthPx: 1,
      heightPx: 1,
      hasAlpha: false,
      blobKey: key,
      sha256: key,
    } as typeof files.$inferInsert),
  )
  await store.close()
  return key
}

describe('a backup of a database in a bucket', () => {
  it('is verified and restored on a new machine', async () => {
    const key = await fill()
    expect(await backUpTo(quiet, { data, to: address, withKeys: false, env })).toMatch(
      /^The backup is in s3:\/\/studio\/server one\/bozzetto-/,
    )
    expect(await verifyBucketBackup(address, env)).toMatchObject({ faults: [], rows: 1, blobs: 1 })
    const elsewhere = path.join(place, 'new')
    const from = await downloadForRestore(address, { ...env, BOZZETTO_DATA: elsewhere })
    const options = { replaces: false, trustsBackup: false, isTemporary: true }
    await restore({ from, data: elsewhere, ...options })
    expect(await readdir(place)).not.toContain(path.basename(from))
    const store = await openStore(elsewhere)
    const rows = await asServer(() => store.db.select().from(files))
    await store.close()
    expect(rows.map(({ name }) => name)).toEqual(['Picture'])
    const blob = path.join(elsewhere, 'blobs', key.slice(0, 2), key)
    expect(await readFile(blob, 'utf8')).toBe('a picture')
  })

  it('is refused if the bucket has lost or damaged a file', async () => {
    const key = await fill()
    await backUpTo(quiet, { data, to: address, withKeys: false, env })
    const name = `server one/files/${key}`
    bucket.objects.get(name)!.bytes = Buffer.from('a pictura')
    expect((await verifyBucketBackup(address, env)).faults).toMatchObject([{ fault: 'damaged' }])
    await expect(downloadForRestore(address, env)).rejects.toThrow(/could not be downloaded whole/)
    bucket.objects.delete(name)
    expect((await verifyBucketBackup(address, env)).faults).toMatchObject([{ fault: 'missing' }])
    await expect(downloadForRestore(address, env)).rejects.toThrow(/has lost blobs/)
  })
})
