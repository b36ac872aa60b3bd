import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { makeDataFolder } from '../data-folder.fixture.ts'
import { watchLoop } from '../../testing/fuzz/loop-watch.mjs'
import { recordDisk } from '../../testing/power-cut/record-disk.ts'
import { conversations } from '../schema.ts'
import { openStore, type EmbeddedStore } from '../store.ts'

let folder: string
let store: EmbeddedStore
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-synced-'))
  await makeDataFolder(folder)
  store = await openStore(folder)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const add = (title: string) => store.db.insert(conversations).values({ id: newId(), title })

it('the synced database shares one sync among concurrent writes and does not sync for reads', async () => {
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

it('the synced database reads values and lists of text into the types of JavaScript', async () => {
  const { rows } = await store.executeSql(
    `select 5::bigint as count, true as done, '{"a":[1]}'::jsonb as params, array_agg('b'::text) as names,
      '2026-11-30 10:00Z'::timestamptz as at`,
  )
  expect(rows).toEqual([
    {
      count: 5,
      done: true,
      params: { a: [1] },
      names: ['b'],
      at: new Date('2026-11-30T10:00:00Z'),
    },
  ])
})

it('the synced database removes the checkpointed part of the log while it answers queries', async () => {
  const log = path.join(folder, 'postgres/pg_wal')
  await store.executeSql(
    'create table heavy (words text); alter table heavy alter words set storage external',
  )
  for (let number = 0; number < 40; number++) {
    // The column is stored uncompressed, so that the log grows by a megabyte per row.
    await store.executeSql(`insert into heavy values (repeat('x', 1000000))`)
  }
  await expect
    .poll(async () => {
      await add('one more')
      const names = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name))
      const sizes = await Promise.all(
        names.map(async (name) => (await stat(path.join(log, name))).size),
      )
      return sizes.reduce((sum, size) => sum + size, 0)
    })
    .toBeLessThan(36_000_000)
})

it.runIf(process.platform === 'linux')(
  'the synced database writes a hundred megabytes to its tables without blocking the event loop for long',
  async () => {
    await store.executeSql('drop table if exists long')
    await store.executeSql('create table long (text text)')
    await store.executeSql('alter table long alter column text set storage external')
    const text = 'word '.repeat(100_000)
    let longest = 0
    const endWatch = watchLoop((cpuMs) => {
      longest = Math.max(longest, cpuMs)
    })
    try {
      await store.transaction(async ({ executeSql }) => {
        for (let row = 0; row < 200; row++) {
          await executeSql('insert into long values ($1)', [text])
          await nextTurn()
        }
      })
      await store.embedded.whileQuiet(async () => {})
    } finally {
      endWatch()
    }
    // The test also checks the settings, because the measured time doubles on a busy machine.
    const { rows } = await store.executeSql(
      `select current_setting('shared_buffers') as buffers, current_setting('random_page_cost') as cost`,
    )
    expect(rows).toEqual([{ buffers: '16MB', cost: '1.1' }])
    expect(longest).toBeLessThan(200)
  },
  240_000,
)

it('the synced database syncs the files of an earlier version once, because that version did not sync', async () => {
  const old = await mkdtemp(path.join(tmpdir(), 'bozzetto-unsynced-'))
  try {
    await makeDataFolder(old)
    const postgres = path.join(old, 'postgres')
    await rm(path.join(postgres, 'bozzetto-synced'))
    const files = (await readdir(postgres, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    )
    const syncedAtStart = async () => {
      const recording = recordDisk<string>(postgres)
      try {
        await (await openStore(old)).close()
        const done = recording.steps.slice(recording.before)
        const synced = done.filter(({ kind }) => kind === 'sync')
        return new Set(synced.map((step) => 'inode' in step && step.inode)).size
      } finally {
        recording.stop()
      }
    }
    expect(await syncedAtStart()).toBeGreaterThanOrEqual(files.length)
    expect(await syncedAtStart()).toBeLessThan(20)
  } finally {
    await rm(old, { recursive: true })
  }
})
