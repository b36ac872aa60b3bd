import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { recordDisk } from './power-cut/record-disk.ts'
import { conversations } from './schema.ts'
import { openStore, type Store } from './store.ts'

let folder: string
let store: Store
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-synced-'))
  store = await openStore(folder)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const add = (title: string) => store.db.insert(conversations).values({ id: newId(), title })

it('shares a sync among those who write at once, and makes none for those who only read', async () => {
  const recording = recordDisk<string>(folder)
  const syncs = () => recording.steps.slice(recording.before).filter(({ kind }) => kind === 'sync')
  try {
    await Promise.all(Array.from({ length: 50 }, (_, number) => add(`at once ${number}`)))
    const forWriting = syncs().length
    expect(forWriting).toBeGreaterThan(0)
    expect(forWriting).toBeLessThan(50)
    expect((await store.db.select().from(conversations)).length).toBe(50)
    await store.transaction(({ db }) => db.select().from(conversations))
    expect(syncs().length).toBe(forWriting)
  } finally {
    recording.stop()
  }
})

it('drops the part of its log that is in the tables, and answers meanwhile', async () => {
  const log = path.join(folder, 'postgres/pg_wal')
  await store.executeSql('create table heavy (bytes bytea)')
  for (let number = 0; number < 40; number++) {
    await store.executeSql('insert into heavy values ($1)', [randomBytes(1_000_000)])
  }
  await expect
    .poll(
      async () => {
        // A checkpoint that is due begins after a write.
        await add('one more')
        const names = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name))
        const sizes = await Promise.all(
          names.map(async (name) => (await stat(path.join(log, name))).size),
        )
        return sizes.reduce((sum, size) => sum + size, 0)
      },
      { timeout: 60_000 },
    )
    .toBeLessThan(36_000_000)
}, 240_000)
