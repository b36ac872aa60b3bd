import fs from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { FolderUnusableError } from './folder-error.ts'
import { conversations } from '../store/schema.ts'
import { makeDataFolder } from '../store/data-folder.fixture.ts'
import { openStore } from '../store/store.ts'
import { keepPrivate } from './private-folder.ts'

let base: string
let folder: string
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'bozzetto-private-'))
  folder = path.join(base, 'data')
  await mkdir(path.join(folder, 'models/deeper'), { recursive: true })
  await writeFile(path.join(folder, 'models/deeper/model.json'), '{}')
  await writeFile(path.join(folder, 'secret'), 'the secret of the signatures')
  for (const name of ['secret', 'models/deeper/model.json'])
    await chmod(path.join(folder, name), 0o666)
  for (const name of ['', 'models', 'models/deeper']) await chmod(path.join(folder, name), 0o755)
})
afterEach(() => rm(base, { recursive: true, force: true }))

async function openIn(place: string): Promise<string[]> {
  const names = ['', ...(await readdir(place, { recursive: true }))]
  const found = await Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(path.join(place, name))
      return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`]
    }),
  )
  return found.flat()
}

const replaceChmod = (chmodInstead: typeof fs.promises.chmod) => {
  const real = fs.promises.chmod
  fs.promises.chmod = chmodInstead
  syncBuiltinESMExports()
  return () => {
    fs.promises.chmod = real
    syncBuiltinESMExports()
  }
}

describe('a data folder that every user of the machine can read', () => {
  it('becomes private with its whole content when the server opens it', async () => {
    await makeDataFolder(folder)
    const store = await openStore(folder)
    await store.db.insert(conversations).values({ id: newId(), title: 'for me alone' })
    expect(await openIn(folder)).toEqual([])
    await store.close()
    // An earlier version left these modes: everybody may enter the folder and write its files.
    const postgres = path.join(folder, 'postgres')
    await chmod(path.join(postgres, 'global/pg_control'), 0o666)
    await chmod(path.join(postgres, 'pg_wal'), 0o755)
    await chmod(postgres, 0o755)
    await (await openStore(folder)).close()
    expect(await openIn(folder)).toEqual([])
  })

  it('leaves targets of links unchanged', async () => {
    const elsewhere = path.join(base, 'elsewhere')
    await writeFile(elsewhere, '')
    await chmod(elsewhere, 0o644)
    await symlink(elsewhere, path.join(folder, 'link'))
    await keepPrivate(folder)
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o644)
    expect(await openIn(folder)).toEqual(['link 644'])
  })

  it('is refused with an explanation if it belongs to another user', async () => {
    const undo = replaceChmod(() => Promise.reject(Object.assign(new Error(), { code: 'EPERM' })))
    try {
      const opening = openStore(folder)
      await expect(opening).rejects.toThrow(FolderUnusableError)
      await expect(opening).rejects.toThrow(
        /other users .* have access to .*data, .*chmod -R go-rwx/,
      )
    } finally {
      undo()
    }
  })

  it('is refused on a read-only disk with a sentence that names the cause', async () => {
    const back = replaceChmod(() =>
      Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' })),
    )
    try {
      await expect(openStore(folder)).rejects.toThrow(/is on a read-only disk/)
    } finally {
      back()
    }
  })

  it('is refused with a sentence if it cannot be created', async () => {
    // Node reports this error for a new folder on a read-only disk.
    const missing = Object.assign(new Error('no such file or directory'), { code: 'ENOENT' })
    const mkdirInstead = vi.spyOn(fs.promises, 'mkdir').mockRejectedValue(missing)
    syncBuiltinESMExports()
    try {
      await expect(openStore(path.join(base, 'new'))).rejects.toThrow(
        /the data folder .*new cannot be created: its disk is read-only.*BOZZETTO_DATA/,
      )
    } finally {
      mkdirInstead.mockRestore()
      syncBuiltinESMExports()
    }
  })

  it('is used with a warning on a file system without modes', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const undo = replaceChmod(() => Promise.resolve())
    try {
      await keepPrivate(folder)
      expect(warn).toHaveBeenCalledWith(
        expect.stringContaining('does not support file permissions'),
      )
    } finally {
      undo()
      warn.mockRestore()
    }
  })
})
