import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Hono } from 'hono'
import { toHttpError } from '../errors/http-error.ts'
import { createDiskBudget, withinBudget } from './disk-budget.ts'
import { openFolderBlobs } from './blobs/folder-blobs.ts'
import { roomGuard } from './room-guard.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-budget-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const full = { code: 'storage_full', status: 507 }

describe('disk quota', () => {
  it('counts the whole folder, and bytes that were stored since the measurement', async () => {
    await writeFile(path.join(folder, 'database'), Buffer.alloc(600_000))
    const budget = createDiskBudget({ folder, quotaBytes: 1_000_000, freeBytesMin: 0 })
    await budget.admit(300_000)
    await expect(budget.admit(200_000)).rejects.toMatchObject({
      ...full,
      message: expect.stringContaining('BOZZETTO_DISK_QUOTA'),
    })
    await budget.admit(50_000)
  })

  it('applies to concurrent uploads together', async () => {
    const budget = createDiskBudget({ folder, quotaBytes: 1_000_000, freeBytesMin: 0 })
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => budget.admit(100_000)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('allows new data again after deletions', async () => {
    let now = 0
    const file = path.join(folder, 'old')
    await writeFile(file, Buffer.alloc(900_000))
    const clock = () => now
    const budget = createDiskBudget({ folder, quotaBytes: 1_000_000, freeBytesMin: 0, clock })
    await expect(budget.admit(500_000)).rejects.toMatchObject(full)
    await rm(file)
    now += 30_000
    await budget.admit(500_000)
  })

  it('refuses new files and keeps existing files', async () => {
    const blobs = await openFolderBlobs(path.join(folder, 'blobs'))
    const budget = createDiskBudget({ folder, quotaBytes: 1_000, freeBytesMin: 0 })
    const bounded = withinBudget(blobs, budget)
    const key = await bounded.put(Buffer.alloc(800))
    await expect(bounded.put(Buffer.alloc(900, 1))).rejects.toMatchObject(full)
    expect((await bounded.read(key)).byteLength).toBe(800)
    // Paid results are put without the budget, so they are stored regardless of the quota.
    await blobs.put(Buffer.alloc(900, 1))
  })
})

it('createDiskBudget refuses new data when the free disk space falls below a minimum', async () => {
  const budget = createDiskBudget({ folder, freeBytesMin: Number.MAX_SAFE_INTEGER })
  await expect(budget.admit(1)).rejects.toMatchObject({
    ...full,
    message: expect.stringContaining('Free some space'),
  })
})

describe('roomGuard on a full disk', () => {
  const budget = { admit: () => Promise.resolve(), look: () => Promise.reject(new Error('full')) }
  const app = new Hono()
    .use(roomGuard(budget))
    .all('*', (c) => c.text('done'))
    .onError((error, c) => c.json(toHttpError(error).toBody(), 507))

  it.each([
    '/api/files',
    '/api/assets',
    '/api/tasks',
    '/api/documents',
    '/api/import',
    '/api/library/archive',
    '/api/conversations/c1/runs',
    '/model/v1/generation',
    '/model/v1/generation/sync',
    '/model/v1/queue/local/image-to-3d',
    '/model/v1/files',
    '/api/v1/storage/files',
  ])('refuses new data sent to %s', async (address) => {
    expect((await app.request(address, { method: 'POST' })).status).toBe(507)
    expect((await app.request(address)).status).toBe(200)
  })

  it.each([
    ['DELETE', '/api/assets/a1'],
    ['POST', '/api/assets/a1/restore'],
    ['POST', '/api/tasks/t1/cancel'],
    ['POST', '/api/session'],
    ['POST', '/api/keys/k1/revoke'],
  ])('still allows %s %s', async (method, address) => {
    expect((await app.request(address, { method })).status).toBe(200)
  })
})
