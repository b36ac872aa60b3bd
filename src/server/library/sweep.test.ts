import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { createFileService } from '../files/file-service.ts'
import { openFolderBlobs } from '../files/blobs/folder-blobs.ts'
import { noStats, png, tinyGlb } from '../generation/tasks.fixture.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createAssetService } from './asset-service.ts'
import { createImportModel } from './import-model.ts'
import { openScanFolders } from '../providers/local/scan-folders.ts'
import { arePicturesStored, startSweeping, sweepBlobs } from './sweep.ts'

let store: Store
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-sweep-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const hourMs = 3_600_000
const fail = () => Promise.reject(new Error('It failed.'))
const inspect = () => Promise.resolve({ stats: noStats, issues: [], thumbnail: Buffer.from('t') })

async function getKeys(blobs: BlobStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list()) keys.push(key)
  return keys
}

describe('sweepBlobs', () => {
  it('deletes only old files that no row refers to', async () => {
    let monotonicMs = 0
    const blobs = await openFolderBlobs(folder, () => monotonicMs)
    const assets = createAssetService(store)
    const importModel = createImportModel({ store, blobs, inspect })
    await createFileService({ store, blobs }).upload(await png(), 'a.png')
    const kept = await importModel(tinyGlb('kept'), 'kept')
    const trashed = await importModel(tinyGlb('trashed'), 'trashed')
    const left = await blobs.put(Buffer.from('left by a crash'))
    await assets.remove(trashed.id)
    expect(await sweepBlobs(store, blobs)).toBe(0)
    monotonicMs = 2 * hourMs
    expect(await sweepBlobs(store, blobs, Date.now() + 2 * hourMs)).toBe(1)
    expect(await blobs.sizeOf(left)).toBeUndefined()
    expect(await getKeys(blobs)).toHaveLength(4)

    expect(await assets.forgetExpired()).toBe(0)
    expect(await assets.forgetExpired(Date.now() + 31 * 24 * hourMs)).toBe(1)
    expect(await sweepBlobs(store, blobs, Date.now() + 2 * hourMs)).toBe(1)
    expect(await blobs.sizeOf(kept.sha256)).toBeGreaterThan(0)
    expect(await blobs.sizeOf(trashed.sha256)).toBeUndefined()
  })

  it('keeps a recent file when the clock jumps by a day', async () => {
    const blobs = await openFolderBlobs(folder)
    const key = await blobs.put(Buffer.from('about to be named'))
    expect(await sweepBlobs(store, blobs, Date.now() + 24 * hourMs)).toBe(0)
    expect(await blobs.sizeOf(key)).toBeGreaterThan(0)
    // After a restart, no row will be added for a file of the earlier process.
    const later = await openFolderBlobs(folder)
    expect(await sweepBlobs(store, later, Date.now() + 24 * hourMs)).toBeGreaterThan(0)
    expect(await blobs.sizeOf(key)).toBeUndefined()
  })

  it('keeps an old file that is stored again during the cleanup, in any order of events', async () => {
    for (let turns = 0; turns < 12; turns++) {
      const bytes = Buffer.from(`fallen together ${turns}`)
      const key = await (await openFolderBlobs(folder)).put(bytes)
      const blobs = await openFolderBlobs(folder)
      let putting: Promise<string> | undefined
      // Simulates a cleanup that reads the rows before the file is stored again, and continues
      // afterwards.
      const db = Object.create(store.db) as typeof store.db
      db.execute = (async (...given: Parameters<typeof store.db.execute>) => {
        const named = await store.db.execute(...given)
        putting = blobs.put(bytes)
        for (let turn = 0; turn < turns; turn++) await setImmediate()
        return named
      }) as typeof store.db.execute
      await sweepBlobs({ ...store, db }, blobs, Date.now() + 2 * hourMs)
      expect(await putting).toBe(key)
      expect(await blobs.sizeOf(key), `${turns} turns`).toBe(bytes.byteLength)
    }
  })

  it('keeps an old file that was stored again shortly before the cleanup', async () => {
    const blobs = await openFolderBlobs(folder)
    const key = await blobs.put(Buffer.from('again'))
    const long = new Date(Date.now() - 5 * hourMs)
    await utimes(path.join(folder, key.slice(0, 2), key), long, long)
    await blobs.put(Buffer.from('again'))
    expect(await sweepBlobs(store, blobs)).toBe(0)
    expect(await readdir(path.join(folder, key.slice(0, 2)))).toContain(key)
  })
})

describe('arePicturesStored', () => {
  it('keeps the steps of a scan as long as all its photos are stored', async () => {
    const blobs = await openFolderBlobs(folder)
    const pictures = createFileService({ store, blobs })
    const photos = [
      await pictures.upload(await png('#111111'), 'a.png'),
      await pictures.upload(await png('#222222'), 'b.png'),
    ]
    const scans = openScanFolders(folder)
    const tidy = () => scans.tidy((sha256s) => arePicturesStored(store, sha256s))
    const kept = await scans.open(photos.map(({ sha256 }) => sha256))
    const withoutPhotos = path.join(folder, 'scans', 'a'.repeat(64))
    await mkdir(withoutPhotos)
    await tidy()
    const left = () => readdir(path.join(folder, 'scans'))
    expect(await left()).toEqual([path.basename(kept ?? '')])
    await pictures.remove(photos[1]!.id)
    await tidy()
    expect(await left()).toEqual([])
  })
})

describe('startSweeping', () => {
  it('continues after a step that fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    const tidy = vi.fn<() => Promise<void>>(fail)
    const stop = startSweeping({
      store,
      blobs: await openFolderBlobs(folder),
      assets: { ...createAssetService(store), forgetExpired: fail },
      slicerFiles: { deleteExpired: fail },
      scans: { tidy },
    })
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await stop()
    expect(tidy).toHaveBeenCalledTimes(1)
  })
})
