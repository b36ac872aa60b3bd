import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEnv, type Env } from '../../env.ts'
import { openFolderBlobs } from '../../files/blobs/folder-blobs.ts'
import { startS3Server, type S3Server } from '../../files/blobs/s3-server.fixture.ts'
import { readLastBackup } from '../../status/last-backup.ts'
import { masterKeyFile } from '../../vault/master-key.ts'
import { backUpToBucketIfDue } from '../scheduled-backups.ts'
import { listBucketBackups } from './bucket-backups.ts'
import { readBucketAddress } from './bucket-place.ts'
import { downloadForRestore } from './use-bucket-backup.ts'

const hourMs = 60 * 60_000
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
  await mkdir(path.join(data, 'postgres/pg_tblspc'), { recursive: true })
  await writeFile(path.join(data, 'postgres/PG_VERSION'), '17')
  await writeFile(path.join(data, 'postgres/empty'), '')
  await writeFile(path.join(data, masterKeyFile), 'a secret key')
})
afterEach(async () => {
  await bucket.close()
  await rm(place, { recursive: true, force: true })
})

const getPlace = () => readBucketAddress(address, env).place
const putBlob = async (text: string) =>
  (await openFolderBlobs(path.join(data, 'blobs'))).put(Buffer.from(text))
const backUpAfter = (hours: number, keepCount = 2) =>
  backUpToBucketIfDue(
    quiet,
    { data, place: getPlace(), everyMs: 24 * hourMs, keepCount },
    Date.now() + hours * hourMs,
  )
const listFiles = () => [...bucket.objects.keys()].filter((key) => key.includes('/files/'))
const countPuts = () => bucket.requests.filter((request) => request.startsWith('PUT ')).length

describe('backUpToBucketIfDue', () => {
  it('makes a backup when the last one is older than the interval, and records its time', async () => {
    expect(await readLastBackup(data)).toBeUndefined()
    expect(await backUpAfter(0)).toMatch(/^bozzetto-20.*Z$/)
    expect(await readLastBackup(data)).toBeDefined()
    expect(await backUpAfter(23)).toBeUndefined()
    expect(await backUpAfter(25)).toBeDefined()
    expect(await listBucketBackups(getPlace())).toHaveLength(2)
    expect((await readdir(place)).toSorted()).toEqual(['data'])
  })

  it('sends only files that the bucket does not have', async () => {
    await putBlob('a model')
    await backUpAfter(0)
    await putBlob('another model')
    const before = countPuts()
    await backUpAfter(25)
    expect(countPuts() - before).toBe(2)
  })

  it('keeps the newest backups, and deletes files that none of them uses', async () => {
    const key = await putBlob('an old model')
    const kept = await putBlob('a kept model')
    await backUpAfter(0)
    await rm(path.join(data, 'blobs', key.slice(0, 2), key))
    await backUpAfter(25)
    bucket.agedMs = 48 * hourMs
    const last = await backUpAfter(50)
    const names = await listBucketBackups(getPlace())
    expect(names).toHaveLength(2)
    expect(names.at(-1)).toBe(last)
    expect(listFiles().some((one) => one.endsWith(key))).toBe(false)
    expect(listFiles().some((one) => one.endsWith(kept))).toBe(true)
  })

  it('deletes no files of the last day, which an unfinished backup may use', async () => {
    bucket.objects.set('server one/files/abc', { bytes: Buffer.from('x'), modifiedMs: Date.now() })
    for (const hours of [0, 25, 50]) await backUpAfter(hours)
    expect(bucket.objects.has('server one/files/abc')).toBe(true)
  })

  it('does not record a backup that the bucket refused, and removes its snapshot', async () => {
    bucket.isDeleted = true
    await expect(backUpAfter(0)).rejects.toThrow(/bucket/)
    bucket.isDeleted = false
    expect(await listBucketBackups(getPlace())).toEqual([])
    expect(await readLastBackup(data)).toBeUndefined()
    expect(await readdir(place)).toEqual(['data'])
  })

  it('writes only inside the data folder, which may be the root of a volume', async () => {
    const around = new Set<string>()
    vi.spyOn(bucket.objects, 'set').mockImplementation((key, value) => {
      for (const name of readdirSync(place)) around.add(name)
      return Map.prototype.set.call(bucket.objects, key, value) as typeof bucket.objects
    })
    await backUpAfter(0)
    expect([...around]).toEqual(['data'])
    expect(await readdir(data)).not.toContain('backup-to-send')
  })

  it('makes one backup a day after the clock was ahead, and keeps the new one', async () => {
    await backUpAfter(365 * 24)
    const made = await backUpAfter(0, 1)
    expect(await listBucketBackups(getPlace())).toEqual([made])
    await backUpAfter(365 * 24)
    expect(await backUpAfter(1)).toBeUndefined()
  })

  it('succeeds despite a damaged description, and then deletes no files', async () => {
    const key = await putBlob('a model')
    await backUpAfter(0)
    await backUpAfter(25)
    const [name, object] = [...bucket.objects].findLast(([one]) => one.includes('/backups/'))!
    bucket.objects.set(name, { ...object, bytes: Buffer.from('damaged') })
    bucket.agedMs = 48 * hourMs
    await rm(path.join(data, 'blobs', key.slice(0, 2), key))
    expect(await backUpAfter(50)).toBeDefined()
    expect(listFiles().some((one) => one.endsWith(key))).toBe(true)
  })

  it('ends all transfers before it fails', async () => {
    for (let n = 0; n < 9; n++) await putBlob(`model ${n}`)
    const held: Promise<unknown>[] = []
    let isFirst = true
    bucket.beforePut = async (response) => {
      if (isFirst) {
        isFirst = false
        await vi.waitUntil(() => held.length > 0)
        bucket.isDeleted = true
      } else {
        held.push(once(response, 'close'))
        await held.at(-1)
      }
    }
    await expect(backUpAfter(0)).rejects.toThrow(/bucket/)
    await Promise.all(held)
  })

  it('never contains the master key', async () => {
    await backUpAfter(0)
    for (const { bytes } of bucket.objects.values()) {
      expect(bytes.toString()).not.toContain('a secret key')
    }
  })
})

describe('a backup in a bucket', () => {
  it('writes no file outside the folder', async () => {
    await backUpAfter(0)
    const [key, object] = [...bucket.objects].find(([one]) => one.includes('/backups/'))!
    const contents = JSON.parse(object.bytes.toString())
    for (const bad of ['../escaped', '/tmp/escaped']) {
      const [file] = contents.files
      const changed = { ...contents, files: [{ ...file, path: bad }] }
      bucket.objects.set(key, { ...object, bytes: Buffer.from(JSON.stringify(changed)) })
      await expect(downloadForRestore(address, env)).rejects.toThrow(/outside its folder/)
    }
  })

  it.each([
    ['s3://studio/nothing here', /^There is no complete backup/],
    ['s3://studio/server one/bozzetto-2020-01-02T03-04-05Z', /has no backup “bozzetto-2020-01-02T/],
    ['s3://', /is not an address such as s3:/],
    ['s3://other-bucket/x', /bucket/],
  ])('explains why %s cannot be restored', async (wrong, sentence) => {
    await expect(downloadForRestore(wrong, env)).rejects.toThrow(sentence)
  })
})

describe('readBucketAddress', () => {
  const name = 'bozzetto-2026-11-28T01-02-03Z'
  it.each([
    ['s3://bozzetto-backups', 'bozzetto-backups', '', undefined],
    ['s3://backups/bozzetto-a', 'backups', 'bozzetto-a', undefined],
    [`s3://backups/${name}`, 'backups', '', name],
    [`s3://bozzetto-backups/bozzetto-a/${name}`, 'bozzetto-backups', 'bozzetto-a', name],
  ])('reads bucket, path and name of %s', (wanted, inBucket, prefix, backup) => {
    expect(readBucketAddress(wanted, env)).toMatchObject({
      place: { settings: { bucket: inBucket }, prefix },
      name: backup,
    })
  })
})

describe('BOZZETTO_BACKUPS', () => {
  it('requires the settings of the bucket', () => {
    expect(() => readEnv({ BOZZETTO_BACKUPS: 's3://backups/studio' })).toThrow(
      /S3_ENDPOINT must be set too when BOZZETTO_BACKUPS is a bucket/,
    )
    expect(() => readEnv({ BOZZETTO_BACKUPS: 's3://' })).toThrow(/must be a folder, or a bucket/)
  })
})
