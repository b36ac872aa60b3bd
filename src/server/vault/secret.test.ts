import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillDisk } from '../disk/full-disk.fixture.ts'
import { BadSecretError, loadSecret } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('loadSecret', () => {
  it('creates a secret and reuses it', async () => {
    const made = await loadSecret(undefined, folder)
    expect(made).toMatch(/^[\w-]{43}$/)
    expect(await loadSecret(undefined, folder)).toBe(made)
    expect(await readdir(folder)).toEqual(['secret'])
  })

  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['short', 'x'.repeat(15)],
    ['zeros, as a power cut leaves them', '\0'.repeat(43)],
  ])('rejects a file that is %s and does not change it', async (_case, kept) => {
    const file = path.join(folder, 'secret')
    await writeFile(file, kept)
    await expect(loadSecret(undefined, folder)).rejects.toThrow(BadSecretError)
    await expect(loadSecret(undefined, folder)).rejects.toThrow(/backup, or delete it/)
    expect(await readFile(file, 'utf8')).toBe(kept)
  })

  it('leaves no file when the disk is full', async () => {
    const hasSpaceAgain = fillDisk()
    try {
      await expect(loadSecret(undefined, folder)).rejects.toThrow(/ENOSPC/)
    } finally {
      hasSpaceAgain()
    }
    expect(await readdir(folder)).toEqual([])
    expect(await loadSecret(undefined, folder)).toMatch(/^[\w-]{43}$/)
  })
})
