import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFileService } from '../files/file-service.ts'
import { openFolderBlobs } from '../files/blobs/folder-blobs.ts'
import { noStats, png, tinyGlb } from '../generation/tasks.fixture.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createAssetService } from './asset-service.ts'
import { createImportModel } from './import-model.ts'
import { createKnownSummary } from './known-summary.ts'
import { summarize } from './summarize.ts'

let store: Store
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-summary-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const inspect = () => Promise.resolve({ stats: noStats, issues: [] })

describe('createKnownSummary', () => {
  it('counts again only after a change', async () => {
    const blobs = await openFolderBlobs(folder)
    const importModel = createImportModel({ store, blobs, inspect })
    const assets = createAssetService(store)
    const files = createFileService({ store, blobs })
    const getSummary = createKnownSummary(store)
    const cup = await importModel(tinyGlb('cup'), 'Cup')

    const changes: (() => Promise<unknown>)[] = [
      () => importModel(tinyGlb('bear'), 'Bear'),
      () => assets.change(cup.id, { tags: ['toy'] }),
      () => assets.change(cup.id, { folder: 'Gifts' }),
      () => assets.remove(cup.id),
      () => assets.restore(cup.id),
      async () => files.upload(await png(), 'a.png'),
      () => assets.remove(cup.id),
      () => assets.forget(),
    ]
    let before = await getSummary()
    for (const change of changes) {
      await change()
      const after = await getSummary()
      expect(after).not.toEqual(before)
      expect(after).toEqual(await summarize(store))
      before = after
    }

    const counting = vi.spyOn(store.db, 'select')
    expect(await getSummary()).toEqual(before)
    expect(counting).not.toHaveBeenCalled()
  })

  it('counts again after a failed count', async () => {
    const getSummary = createKnownSummary(store)
    vi.spyOn(store.db, 'select').mockImplementationOnce(() => {
      throw new Error('away')
    })
    await expect(getSummary()).rejects.toThrow('away')
    expect(await getSummary()).toEqual(await summarize(store))
  })
})
