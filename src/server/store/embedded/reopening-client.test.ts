import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { toHttpError } from '../../errors/http-error.ts'
import { openFolderBlobs } from '../../files/blobs/folder-blobs.ts'
import { createFileService } from '../../files/file-service.ts'
import { png } from '../../generation/tasks.fixture.ts'
import { makeDataFolder } from '../data-folder.fixture.ts'
import { refuseWrites } from './refused-writes.fixture.ts'
import { conversations } from '../schema.ts'
import { openStore, type Store } from '../store.ts'

let folder: string
let store: Store
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-refused-'))
  await makeDataFolder(folder)
  store = await openStore(folder)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const titles = async () => {
  const rows = await store.db.select().from(conversations)
  return rows.map(({ title }) => title).toSorted()
}
const add = (title: string) => store.db.insert(conversations).values({ id: newId(), title })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => toHttpError(error).message,
  )
const sentence = /^The data folder cannot be written to\. .* stored data is safe\.$/

it.each(['EROFS', 'EACCES'] as const)(
  'the embedded database reports a refused write (%s), keeps confirmed data, and continues once the disk accepts writes',
  async (code) => {
    const files = createFileService({
      store,
      blobs: await openFolderBlobs(path.join(folder, 'blobs')),
    })
    const before = `before ${code}`
    const picture = await png(code === 'EROFS' ? '#123456' : '#654321')
    await add(before)
    const allow = refuseWrites(folder, code)
    try {
      expect(await refused(files.upload(picture, 'a.png'))).toMatch(sentence)
      expect(await refused(add('never'))).toMatch(sentence)
      const inTransaction = store.transaction(async ({ db }) => {
        await db.insert(conversations).values({ id: newId(), title: 'neither' })
      })
      // None of the concurrent queries may use the failed instance or wait forever.
      const many = [inTransaction, ...Array.from({ length: 5 }, () => titles())]
      expect(new Set(await Promise.all(many.map(refused)))).toEqual(
        new Set([expect.stringMatching(sentence)]),
      )
    } finally {
      allow()
    }
    await vi.waitFor(() => add(`after ${code}`), { interval: 200 })
    const there = await titles()
    expect(there).toEqual(expect.arrayContaining([before, `after ${code}`]))
    expect(there).not.toContain('never')
    expect(there).not.toContain('neither')
    expect((await files.upload(picture, 'a.png')).name).toBe('a.png')
  },
)
