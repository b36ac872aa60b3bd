import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openScanFolders } from './scan-folders.ts'

describe('openScanFolders', () => {
  let data: string
  let folder: string
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'scans-'))
    folder = join(data, 'scans')
  })
  afterEach(() => rm(data, { recursive: true }))

  it('returns the same private folder for the same photos', async () => {
    const scans = openScanFolders(data)
    const first = await scans.open(['a', 'b'])
    expect(await scans.open(['a', 'b'])).toBe(first)
    expect(await scans.open(['b', 'a'])).not.toBe(first)
    expect((await stat(first!)).mode & 0o077).toBe(0)
  })

  it('deletes folders that were not used for three days, and keeps at most eight', async () => {
    const scans = openScanFolders(data)
    const old = await scans.open(['old'])
    const past = new Date(Date.now() - 4 * 24 * 3_600_000)
    await utimes(old!, past, past)
    for (let k = 0; k < 10; k++) await scans.open([`photo ${k}`])
    const names = await readdir(folder)
    expect(names).toHaveLength(8)
    expect(names.map((name) => join(folder, name))).not.toContain(old)
  })

  it('deletes only the folder of which a photo was deleted', async () => {
    const scans = openScanFolders(data)
    const kept = await scans.open(['a', 'b'])
    await scans.open(['a', 'deleted'])
    await writeFile(join(folder, 'notes.txt'), 'not ours')
    await scans.tidy((photos) => Promise.resolve(!photos.includes('deleted')))
    const names = await readdir(folder)
    expect(new Set(names.map((name) => join(folder, name)))).toEqual(
      new Set([kept, join(folder, 'notes.txt')]),
    )
  })

  it('logs a warning and returns undefined when the folder cannot be created', async () => {
    await writeFile(folder, 'a file')
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const scans = openScanFolders(data)
    expect(await scans.open(['a'])).toBeUndefined()
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
    await scans.tidy(() => Promise.resolve(true))
  })
})
