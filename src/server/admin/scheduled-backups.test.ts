import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEnv } from '../env.ts'
import { writeBackupNote } from '../store/backup-note.ts'
import { masterKeyFile } from '../vault/master-key.ts'
import { describeAccessLosses } from './confirm-restore.ts'
import { backUpIfDue, keepBackingUp } from './scheduled-backups.ts'

const hourMs = 60 * 60_000
const quiet = { whileQuiet: <T>(work: () => Promise<T>) => work() }
let place: string
let data: string
let folder: string
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'bozzetto-schedule-'))
  data = path.join(place, 'data')
  folder = path.join(place, 'backups')
  await mkdir(path.join(data, 'postgres'), { recursive: true })
  await writeFile(path.join(data, 'postgres/PG_VERSION'), '17')
  await mkdir(path.join(data, 'blobs/ab'), { recursive: true })
  await writeFile(path.join(data, 'blobs/ab/abc'), 'model')
})
afterEach(() => rm(place, { recursive: true, force: true }))

const backUpAfter = (hours: number, keepCount = 2) =>
  backUpIfDue(quiet, { data, folder, everyMs: 24 * hourMs, keepCount }, Date.now() + hours * hourMs)

describe('backUpIfDue', () => {
  it('makes a backup when the last backup is older than the interval', async () => {
    const first = await backUpAfter(0)
    expect(await readFile(path.join(first ?? '', 'postgres/PG_VERSION'), 'utf8')).toBe('17')
    expect(await backUpAfter(23)).toBeUndefined()
    expect(await backUpAfter(25)).toMatch(/bozzetto-20.*Z$/)
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('makes a backup after the clock was set back', async () => {
    await backUpAfter(0)
    expect(await backUpAfter(-48)).toBeDefined()
  })

  it('links the files of the previous backup, and keeps them when the previous backup is deleted', async () => {
    await backUpAfter(0)
    await backUpAfter(25)
    const last = (await backUpAfter(50)) ?? ''
    expect(await readdir(folder)).toHaveLength(2)
    const blob = path.join(last, 'blobs/ab/abc')
    expect((await stat(blob)).nlink).toBe(2)
    expect(await readFile(blob, 'utf8')).toBe('model')
  })

  it('deletes the files of an interrupted backup, but no other files in the folder', async () => {
    await mkdir(path.join(folder, 'bozzetto-by-hand'), { recursive: true })
    await mkdir(path.join(folder, 'bozzetto-2026-01-01T00-00-00Z.unfinished'))
    await backUpAfter(0, 1)
    const last = await backUpAfter(25, 1)
    expect((await readdir(folder)).toSorted()).toEqual(
      [path.basename(last ?? ''), 'bozzetto-by-hand'].toSorted(),
    )
  })
})

describe('backUpIfDue after failures', () => {
  it('keeps the files of one failed attempt at most', async () => {
    const full = { whileQuiet: () => Promise.reject(new Error('The disk is full.')) }
    for (const minutes of [0, 10, 20]) {
      const now = Date.now() + minutes * 60_000
      await expect(
        backUpIfDue(full, { data, folder, everyMs: 24 * hourMs, keepCount: 2 }, now),
      ).rejects.toThrow('The disk is full.')
      expect(await readdir(folder)).toHaveLength(1)
    }
  })

  it('makes one backup a day after the clock was ahead', async () => {
    const ahead = path.join(folder, 'bozzetto-2099-01-01T00-00-00Z')
    await mkdir(ahead, { recursive: true })
    await writeBackupNote(ahead, { madeAt: '2099-01-01T00:00:00Z', blobs: 0 })
    expect(await backUpAfter(0)).toBeDefined()
    expect(await backUpAfter(0.2)).toBeUndefined()
  })

  it('stops before its next file', async () => {
    const signal = AbortSignal.abort()
    await expect(
      backUpIfDue(quiet, { data, folder, everyMs: 24 * hourMs, keepCount: 2, signal }),
    ).rejects.toThrow(/aborted/)
  })
})

describe('keepBackingUp', () => {
  it('stops the running backup', async () => {
    const stopped = vi.fn<() => void>()
    const stop = keepBackingUp(
      folder,
      (signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped()
            reject(new Error('It was stopped.'))
          })
        }),
    )
    // The schedule starts the first backup in a microtask.
    await Promise.resolve()
    await stop()
    expect(stopped).toHaveBeenCalledTimes(1)
  })
})

describe('setting BOZZETTO_BACKUPS', () => {
  it('is rejected when the folder is inside the data folder or DATABASE_URL is set', () => {
    const inside = { BOZZETTO_DATA: data, BOZZETTO_BACKUPS: path.join(data, 'backups') }
    expect(() => readEnv(inside)).toThrow(/BOZZETTO_BACKUPS must be outside the data folder/)
    const server = {
      BOZZETTO_BACKUPS: folder,
      DATABASE_URL: 'postgres://a@localhost/b',
      BOZZETTO_SECRET: 's'.repeat(32),
    }
    expect(() => readEnv(server)).toThrow(/BOZZETTO_BACKUPS cannot be set when DATABASE_URL is/)
    expect(readEnv({ BOZZETTO_BACKUPS: folder })).toMatchObject({ BOZZETTO_BACKUP_KEEP: 7 })
  })
})

describe('describeAccessLosses', () => {
  it('warns which keys and links a restore on a new machine disables, and names the options that keep them', async () => {
    const plan = { from: path.join(place, 'backup'), data: path.join(place, 'new') }
    const said = await describeAccessLosses({ ...plan, trustsBackup: false, isKeySet: false })
    expect(said.join(' ')).toMatch(/--trust-backup.*--with-keys/)
  })

  it('returns no warnings if the restore replaces a data folder that contains the master key', async () => {
    await writeFile(path.join(data, masterKeyFile), 'key')
    const plan = { from: path.join(place, 'backup'), data, trustsBackup: false, isKeySet: false }
    expect(await describeAccessLosses(plan)).toEqual([])
  })
})
