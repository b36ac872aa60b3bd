import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readEnv } from '../env.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { BucketUnreachableError } from '../files/blobs/bucket-unreachable.ts'
import { openS3Blobs } from '../files/blobs/s3-blobs.ts'
import { startS3Server } from '../files/blobs/s3-server.fixture.ts'
import { openFolderBlobs } from '../files/blobs/folder-blobs.ts'
import { noStats, tinyGlb } from '../generation/tasks.fixture.ts'
import { createImportModel } from '../library/import-model.ts'
import { makeDataFolder } from '../store/data-folder.fixture.ts'
import { FolderInUseError, lockFolder } from '../store/embedded/lock.ts'
import { assets, folders } from '../store/schema.ts'
import { openStore, type EmbeddedStore } from '../store/store.ts'
import { masterKeyFile } from '../vault/master-key.ts'
import { AdminError } from './admin-error.ts'
import { backUp, describeBackup } from './back-up.ts'
import { askForBackup, askForFactorOff, askForRotation, openControl } from './control.ts'
import { examine } from './examine.ts'
import { assertSomeFilesFound, mend, openMendSource } from './mend.ts'
import { openExistingStore } from './open-existing-store.ts'
import { restore } from './restore.ts'
import { verifyBackup } from './verify-backup.ts'

const masterKey = 'm'.repeat(43)
let place: string
let data: string
let store: EmbeddedStore
let blobs: BlobStore
const inspect = () => Promise.resolve({ stats: noStats, issues: [], thumbnail: Buffer.from('t') })

beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'bozzetto-admin-'))
  data = path.join(place, 'data')
  await makeDataFolder(data)
  store = await openStore(data)
  blobs = await openFolderBlobs(path.join(data, 'blobs'))
  await createImportModel({ store, blobs, inspect })(tinyGlb('vase'), 'Vase')
  await writeFile(path.join(data, 'secret'), 'canary', { mode: 0o600 })
  await writeFile(path.join(data, masterKeyFile), masterKey, { mode: 0o600 })
})
afterAll(async () => {
  await store.close()
  await rm(place, { recursive: true, force: true })
})

const getFile = (folder: string, key: string) => path.join(folder, 'blobs', key.slice(0, 2), key)

describe('backup', () => {
  it('is a snapshot of one moment despite concurrent writes, and can be restored', async () => {
    const stop = new AbortController()
    const acknowledged: string[] = []
    const write = async () => {
      for (let n = 0; n < 5_000 && !stop.signal.aborted; n++) {
        await store.db.insert(folders).values({ id: `f${n}`, name: 'a' })
        acknowledged.push(`f${n}`)
        // The test yields to the event loop, because awaiting the embedded database does not let
        // the copy proceed.
        await setImmediate()
      }
    }
    const writing = write()
    const to = path.join(place, 'monday')
    while (acknowledged.length < 20) await setImmediate()
    const before = acknowledged.length
    await mkdir(path.join(`${to}.unfinished`, 'postgres'), { recursive: true })
    await writeFile(path.join(`${to}.unfinished`, 'postgres', 'stale'), '')
    const { blobs: count } = await backUp(store.embedded, { data, to }).finally(() => stop.abort())
    await writing
    expect(count).toBe(2)
    expect(await readdir(path.join(to, 'postgres'))).not.toContain('stale')

    const restored = path.join(place, 'restored')
    const { former } = await restore({
      from: to,
      data: restored,
      replaces: false,
      trustsBackup: false,
    })
    expect(former).toBeUndefined()
    expect(await readdir(restored)).toEqual(expect.arrayContaining(['postgres', 'blobs', 'secret']))
    const again = await openStore(restored)
    const rows = await again.db.select().from(folders)
    expect(rows.length).toBeGreaterThanOrEqual(before)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      acknowledged.slice(0, rows.length).toSorted(),
    )
    const found = await examine(again, await openFolderBlobs(path.join(restored, 'blobs')))
    expect(found).toEqual({ faults: [], rows: 2, blobs: 2 })
    await again.close()
  })

  it('contains the master key only on request, and a restore keeps the existing key', async () => {
    const without = path.join(place, 'without-keys')
    const done = await backUp(store.embedded, { data, to: without })
    expect(describeBackup(without, done)).toContain('--with-keys')
    expect(await readdir(without)).not.toContain(masterKeyFile)
    const withKeys = path.join(place, 'with-keys')
    expect(
      describeBackup(
        withKeys,
        await backUp(store.embedded, { data, to: withKeys, withKeys: true }),
      ),
    ).toContain('includes the master key')
    expect(await readFile(path.join(withKeys, masterKeyFile), 'utf8')).toBe(masterKey)

    const folder = path.join(place, 'has-another')
    await mkdir(folder)
    await writeFile(path.join(folder, masterKeyFile), 'another')
    const options = { data: folder, replaces: true, trustsBackup: false }
    await restore({ ...options, from: without })
    expect(await readFile(path.join(folder, masterKeyFile), 'utf8')).toBe('another')
    await restore({ ...options, from: withKeys })
    expect(await readFile(path.join(folder, masterKeyFile), 'utf8')).toBe(masterKey)
  })

  it('can be verified, which reports damaged files and changes nothing', async () => {
    const to = path.join(place, 'verified')
    await backUp(store.embedded, { data, to })
    const before = await readdir(to, { recursive: true })
    expect(await verifyBackup(to)).toMatchObject({ faults: [], rows: 2, blobs: 2 })
    expect(await readdir(to, { recursive: true })).toEqual(before)
    const [asset] = await store.db.select().from(assets)
    await writeFile(getFile(to, asset?.blobKey ?? ''), 'damaged')
    const { faults } = await verifyBackup(to)
    expect(faults).toMatchObject([{ part: 'model', name: 'Vase', fault: 'damaged' }])
    await expect(verifyBackup(data)).rejects.toThrow(/is not a backup/)
    await writeFile(path.join(to, 'postgres/global/pg_control'), Buffer.alloc(200))
    await expect(verifyBackup(to)).rejects.toThrow(/The database of this backup is damaged/)
  })

  it('never overwrites existing files', async () => {
    const from = path.join(place, 'monday')
    await expect(backUp(store.embedded, { data, to: from })).rejects.toThrow(/is not empty/)
    await expect(backUp(store.embedded, { data, to: path.join(data, 'in') })).rejects.toThrow(
      AdminError,
    )
    const kept = path.join(place, 'restored')
    await expect(
      restore({ from, data: kept, replaces: false, trustsBackup: false }),
    ).rejects.toThrow(/--replace/)
    const { former } = await restore({ from, data: kept, replaces: true, trustsBackup: false })
    expect(await readdir(former!)).toContain('postgres')
    await expect(
      restore({ from: data, data: kept, replaces: true, trustsBackup: false }),
    ).rejects.toThrow(/not a backup/)
  })

  it('cannot be restored while a server is running on the data folder', async () => {
    const used = path.join(place, 'restored')
    const unlock = await lockFolder(used)
    await expect(
      restore({
        from: path.join(place, 'monday'),
        data: used,
        replaces: true,
        trustsBackup: false,
      }),
    ).rejects.toThrow(FolderInUseError)
    await unlock()
  })

  it('can be requested from a running server', async () => {
    const close = await openControl(data, {
      backup: (to, withKeys) =>
        to.endsWith('no')
          ? Promise.reject(new AdminError('No.'))
          : Promise.resolve(`At ${to}${withKeys ? ' with keys' : ''}.`),
      rotateKeys: () => Promise.resolve('Rotated.'),
      turnOffFactor: () => Promise.resolve('It is off.'),
    })
    expect(await askForBackup(data, '/some/place', false)).toBe('At /some/place.')
    expect(await askForBackup(data, '/place', true)).toBe('At /place with keys.')
    expect(await askForBackup(data, 's3://studio/here', false)).toBe('At s3://studio/here.')
    expect(await askForRotation(data)).toBe('Rotated.')
    await expect(askForBackup(data, '/no', false)).rejects.toThrow('No.')
    expect(await askForFactorOff(data)).toBe('It is off.')
    await expect(askForBackup(data, 'some/place', false)).rejects.toThrow('Unknown command.')
    const isLate = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    expect(await askForBackup(data, '/takes/hours', false)).toBe('At /takes/hours.')
    isLate.mockRestore()
    await close?.()
    await expect(askForBackup(data, '/some/place', false)).rejects.toThrow(/did not answer/)
  })
})

describe('the command doctor', () => {
  it('finds missing and damaged files, and restores them from a backup', async () => {
    const [asset] = await store.db.select().from(assets)
    await writeFile(getFile(data, asset!.blobKey), 'other bytes')
    await rm(getFile(data, asset!.thumbnailKey!))
    const { faults } = await examine(store, blobs)
    expect(faults.map(({ part, fault, name }) => [part, fault, name])).toEqual([
      ['model', 'damaged', 'Vase'],
      ['thumbnail', 'missing', 'Vase'],
    ])

    expect(await mend(store, blobs, { faults, backup: path.join(place, 'monday') })).toEqual([])
    expect((await examine(store, blobs)).faults).toEqual([])
  })

  it('changes nothing if the bucket does not exist, or if none of the files is found', async () => {
    const [asset] = await store.db.select().from(assets)
    const bucket = await startS3Server()
    const inBucket = openS3Blobs(bucket.settings)
    const findings = await examine(store, inBucket)
    expect(findings.faults).toHaveLength(2)
    expect(() => assertSomeFilesFound(findings)).toThrow(/^None of the 2 stored files was found/)
    bucket.isDeleted = true
    const deleted = openS3Blobs(bucket.settings)
    await expect(examine(store, deleted)).rejects.toThrow(BucketUnreachableError)
    const { faults } = findings
    await expect(mend(store, deleted, { faults, backup: undefined })).rejects.toThrow(
      BucketUnreachableError,
    )
    await bucket.close()
    const [after] = await store.db.select().from(assets)
    expect(after).toEqual(asset)
    expect(() => assertSomeFilesFound({ faults: faults.slice(1), rows: 2, blobs: 2 })).not.toThrow()
  })

  it('uses only a complete backup, which has one of the files if the storage has none', async () => {
    const [asset] = await store.db.select().from(assets)
    const fault = { fault: 'missing' as const, id: asset!.id, name: 'Vase' }
    const findings = {
      faults: [
        { ...fault, part: 'model' as const, key: asset!.blobKey },
        { ...fault, part: 'thumbnail' as const, key: asset!.thumbnailKey! },
      ],
      rows: 2,
      blobs: 2,
    }
    const monday = path.join(place, 'monday')
    expect(await openMendSource(findings, monday)).toBe(monday)
    await expect(openMendSource(findings, path.join(place, 'typo'))).rejects.toThrow(/not a backup/)
    await expect(openMendSource(findings, 's3://studio/here')).rejects.toThrow(/--from needs/)
    const empty = path.join(place, 'no-files')
    await backUp(store.embedded, { data, to: empty })
    await rm(path.join(empty, 'blobs'), { recursive: true })
    await expect(openMendSource(findings, empty)).rejects.toThrow(/^None of the 2 stored files/)
  })

  it('creates no data folder', async () => {
    const typo = path.join(place, 'typo')
    await expect(openExistingStore(readEnv({ BOZZETTO_DATA: typo }))).rejects.toThrow(
      `${typo} has no data yet.`,
    )
    expect(await readdir(place)).not.toContain('typo')
  })

  it('removes a damaged thumbnail if there is no backup, and deletes no model', async () => {
    const [asset] = await store.db.select().from(assets)
    await blobs.delete(asset!.blobKey)
    await blobs.delete(asset!.thumbnailKey!)
    const { faults } = await examine(store, blobs)
    const left = await mend(store, blobs, { faults, backup: undefined })
    expect(left.map(({ part }) => part)).toEqual(['model'])
    const [after] = await store.db.select().from(assets).where(eq(assets.id, asset!.id))
    expect(after).toMatchObject({ blobKey: asset!.blobKey, thumbnailKey: null })
  })
})
