import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDataFolder } from '../store/data-folder.fixture.ts'
import { keepRemovingSnapshots, removeOldSnapshots } from '../store/embedded/update-snapshot.ts'
import { NewerDataError, sources } from '../store/migrate.ts'
import { openConfiguredStore } from '../store/open.ts'
import { folders } from '../store/schema.ts'
import { restore } from './restore.ts'

vi.mock('node:fs/promises', { spy: true })
const { statfs } = await import('node:fs/promises')

const nextMigration = './migrations/9000_next.sql'
let place: string
let data: string
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'bozzetto-update-'))
  data = path.join(place, 'data')
  await makeDataFolder(data)
  await open(async ({ db }) => {
    await db.insert(folders).values({ id: 'f1', name: 'before' })
  })
  await mkdir(path.join(data, 'blobs/ab'), { recursive: true })
  await writeFile(path.join(data, 'blobs/ab/abcd'), 'model')
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(async () => {
  delete sources[nextMigration]
  vi.restoreAllMocks()
  await rm(place, { recursive: true, force: true })
})

async function open(
  work: (store: Awaited<ReturnType<typeof openConfiguredStore>>) => Promise<void>,
) {
  const store = await openConfiguredStore({ BOZZETTO_DATA: data })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

const update = () => {
  sources[nextMigration] = `drop table folders cascade`
  return open(async () => {})
}

const listSnapshots = () => readdir(path.join(data, 'snapshots')).catch(() => [])

describe('update of the data by a new version', () => {
  it('is announced and keeps a snapshot, in which files are linked', async () => {
    await update()
    const [name = ''] = await listSnapshots()
    expect(name).toMatch(/^before-update-20/)
    const linked = await stat(path.join(data, 'snapshots', name, 'blobs/ab/abcd'))
    expect(linked.nlink).toBe(2)
    const said = vi.mocked(console.warn).mock.calls.flat().join('\n')
    expect(said).toMatch(/^Updating the data in .* from \S+ to \S+: 1 changes\.$/m)
    expect(said).toContain(path.join(data, 'snapshots', name))
    await open(async () => {})
    expect(await listSnapshots()).toEqual([name])
  })

  it('keeps a snapshot, and the message of an older version explains how to restore the snapshot', async () => {
    await update()
    const snapshot = path.join(data, 'snapshots', (await listSnapshots())[0] ?? '')
    delete sources[nextMigration]
    const refused = open(async () => {}).catch((error: unknown) => error)
    const error = await refused
    expect(error).toBeInstanceOf(NewerDataError)
    expect(String(error)).toContain(`npm run restore -- ${snapshot} --replace`)
    expect(String(error)).not.toContain('9000_next')

    await restore({ from: snapshot, data, replaces: true, trustsBackup: false })
    await open(async ({ db }) => {
      expect(await db.select().from(folders)).toMatchObject([{ id: 'f1', name: 'before' }])
    })
    expect(await readdir(path.join(data, 'blobs/ab'))).toEqual(['abcd'])
  })

  it('keeps the snapshot from before an update that was interrupted, and continues the update', async () => {
    sources['./migrations/9001_broken.sql'] = 'select 1 / 0'
    await expect(update()).rejects.toThrow(/division by zero/)
    const [snapshot = ''] = await listSnapshots()
    sources['./migrations/9001_broken.sql'] = 'select 1'
    await open(async () => {})
    delete sources['./migrations/9001_broken.sql']
    expect(await listSnapshots()).toEqual([snapshot])
    const said = vi.mocked(console.warn).mock.calls.flat().join('\n')
    expect(said).toContain('Continuing the interrupted update')
    expect(said).toContain(`kept in ${path.join(data, 'snapshots', snapshot)}`)
  })

  it('does not start without disk space for the snapshot, and changes nothing', async () => {
    const { bsize, ...usual } = await statfs(data)
    vi.mocked(statfs).mockResolvedValue({ ...usual, bsize, bavail: 1 })
    await expect(update()).rejects.toThrow(/needs .* of free disk space, and .* are free/)
    vi.mocked(statfs).mockRestore()
    delete sources[nextMigration]
    await open(async ({ db }) => {
      expect(await db.select().from(folders)).toHaveLength(1)
    })
    expect(await listSnapshots()).toEqual([])
  })
})

describe('keepRemovingSnapshots', () => {
  it('deletes an old snapshot while the server runs, and stops', async () => {
    await update()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const stop = keepRemovingSnapshots(data)
    vi.setSystemTime(Date.now() + 15 * 24 * 60 * 60_000)
    vi.advanceTimersByTime(24 * 60 * 60_000)
    vi.useRealTimers()
    await vi.waitFor(async () => expect(await listSnapshots()).toEqual([]))
    stop()
  })
})

describe('removeOldSnapshots', () => {
  it('deletes snapshots after two weeks, and incomplete snapshots immediately', async () => {
    await update()
    await mkdir(path.join(data, 'snapshots/before-update-x.unfinished'))
    await removeOldSnapshots(data)
    expect(await listSnapshots()).toHaveLength(1)
    await removeOldSnapshots(data, Date.now() + 15 * 24 * 60 * 60_000)
    expect(await listSnapshots()).toEqual([])
  })
})
