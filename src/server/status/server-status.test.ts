import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverStatusSchema } from '#contract/server-status.ts'
import { countStreams } from '../http/open-streams.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { getBackupDueMs, noteBackup, readLastBackup, type BackupSchedule } from './last-backup.ts'
import { createLoadReader, createServerStatus, toSamples } from './server-status.ts'

let store: Store
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-status-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const look = (env: BackupSchedule = { BOZZETTO_BACKUPS: undefined, BOZZETTO_BACKUP_HOURS: 24 }) =>
  createServerStatus({
    store,
    dataFolder: folder,
    env,
    readiness: () => Promise.resolve({ isReady: true, checks: { store: 'ok' } }),
    answerCount: () => 2,
    waitingTaskCount: () => Promise.resolve(1),
    getNewer: () => ({ version: '2.0.0' }),
    files: 'bucket',
    engine: () => ({ runningCount: 1, waitingCount: 2 }),
    listConnections: () => [{ id: 'a', name: 'Acme', isOn: true, problem: 'Wrong key.' }],
    listHistory: () => [],
  })()

describe('createServerStatus', () => {
  it('returns health, waiting work and today’s usage of a new server', async () => {
    const status = await look()
    expect(serverStatusSchema.parse(status)).toEqual(status)
    expect(status).toMatchObject({
      newer: { version: '2.0.0' },
      checks: { store: 'ok' },
      answerCount: 2,
      // Other tests of this process may have open streams.
      streamCount: countStreams(),
      files: 'bucket',
      engine: { runningCount: 1, waitingCount: 2 },
      connections: [{ name: 'Acme', problem: 'Wrong key.' }],
      waitingTaskCount: 1,
      runningTaskCount: 0,
      tasks: [],
      stored: { modelBytes: 0, pictureBytes: 0, documentBytes: 0 },
      storage: [],
      today: { usd: 0, tokens: 0, models: 0 },
    })
    expect(status.database.sizeBytes).toBeGreaterThan(0)
    expect(status.disk.freeBytes).toBeGreaterThan(0)
    expect(status).not.toHaveProperty('backupAt')
  })

  it('sums the stored bytes of each person, the largest first', async () => {
    const { executeSql } = store
    await executeSql(`insert into assets (id, owner_id, name, mime_type, size_bytes, sha256, blob_key)
      values ('a1', 'ann', 'a', 'm', 100, 's', 'k'), ('a2', 'ben', 'b', 'm', 300, 's', 'k')`)
    await executeSql(`insert into files
      (id, owner_id, sha256, name, mime_type, size_bytes, width_px, height_px, has_alpha, blob_key)
      values ('f1', 'ann', 's', 'f', 'image/png', 20, 1, 1, false, 'k')`)
    const { storage, stored } = await look()
    expect(stored).toEqual({ modelBytes: 400, pictureBytes: 20, documentBytes: 0 })
    expect(storage).toEqual([
      { ownerId: 'ben', person: 'ben', modelBytes: 300, pictureBytes: 0, documentBytes: 0 },
      { ownerId: 'ann', person: 'ann', modelBytes: 100, pictureBytes: 20, documentBytes: 0 },
    ])
  })

  it('lists waiting and running tasks of everyone, but no ended tasks', async () => {
    await store.executeSql(`insert into tasks (id, owner_id, model_id, provider, params, status)
      values ('0000000000000000000a', 'ann', 'm', 'p', '{}', 'running'),
             ('0000000000000000000b', 'ben', 'm', 'p', '{}', 'queued'),
             ('0000000000000000000c', 'ben', 'm', 'p', '{}', 'completed')`)
    const { tasks, runningTaskCount } = await look()
    expect(runningTaskCount).toBe(1)
    expect(tasks.map(({ person, status }) => [person, status])).toEqual([
      ['ann', 'running'],
      ['ben', 'queued'],
    ])
    expect(Number.isNaN(Date.parse(tasks[0]?.createdAt ?? ''))).toBe(false)
  })
})

describe('createLoadReader', () => {
  it('reads running work and used bytes', async () => {
    const read = createLoadReader({ store, dataFolder: folder, answerCount: () => 2 })
    const point = await read()
    expect(point).toMatchObject({ workCount: 3 })
    expect(point.usedBytes).toBeGreaterThan(0)
    expect(point.busyRatio).toBeLessThanOrEqual(1)
  })
})

describe('toSamples', () => {
  it('reports failing connections and the engine as numbers', async () => {
    const samples = toSamples(await look())
    const find = (name: string) => samples.find((sample) => sample.name === name)?.values
    expect(find('bozzetto_connection_ok')).toEqual([{ labels: { connection: 'a' }, value: 0 }])
    expect(find('bozzetto_stored_bytes')).toContainEqual({
      labels: { kind: 'models' },
      value: expect.any(Number) as number,
    })
    expect(find('bozzetto_engine_ok')).toEqual([{ value: 1 }])
    expect(find('bozzetto_streams_open')).toEqual([{ value: countStreams() }])
  })
})

describe('readLastBackup', () => {
  it('returns when the last backup was made', async () => {
    expect(await readLastBackup(folder)).toBeUndefined()
    await noteBackup(folder, '2026-11-27T10:00:00.000Z')
    expect(await readLastBackup(folder)).toBe('2026-11-27T10:00:00.000Z')
  })

  it('returns undefined if the file is damaged', async () => {
    await writeFile(path.join(folder, 'last-backup.json'), '{"madeAt":')
    expect(await readLastBackup(folder)).toBeUndefined()
  })
})

describe('getBackupDueMs', () => {
  const hourMs = 3_600_000
  const startMs = Date.parse('2026-11-27T10:00:00.000Z')

  it('returns an hour after the start, or an hour after the interval since the last backup', () => {
    const env = { BOZZETTO_BACKUPS: '/backups', BOZZETTO_BACKUP_HOURS: 24 }
    expect(getBackupDueMs(env, { madeAt: undefined, startMs })).toBe(startMs + hourMs)
    const madeAt = '2026-11-27T04:00:00.000Z'
    expect(getBackupDueMs(env, { madeAt, startMs })).toBe(startMs + 19 * hourMs)
    expect(
      getBackupDueMs({ ...env, BOZZETTO_BACKUPS: undefined }, { madeAt, startMs }),
    ).toBeUndefined()
  })

  it('is part of the status', async () => {
    const status = await look({ BOZZETTO_BACKUPS: '/backups', BOZZETTO_BACKUP_HOURS: 24 })
    expect(Date.parse(status.backupDueAt ?? '')).toBeGreaterThan(0)
    expect(await look()).not.toHaveProperty('backupDueAt')
  })
})
