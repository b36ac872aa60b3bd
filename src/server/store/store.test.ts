import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { FolderInUseError, lockFolder } from './lock.ts'
import { conversations } from './schema.ts'
import { openTestStore } from './store.fixture.ts'
import { openStore, storable } from './store.ts'

const folders: string[] = []
const temporaryFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-store-'))
  folders.push(folder)
  return folder
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

describe('openStore', () => {
  it('keeps rows over a restart', { timeout: 30_000 }, async () => {
    const folder = await temporaryFolder()
    const id = newId()
    const first = await openStore(folder)
    await first.db.insert(conversations).values({ id, title: storable('a\u0000b') })
    await first.close()

    const second = await openStore(folder)
    expect(await second.db.select().from(conversations)).toMatchObject([{ id, title: 'a\uFFFDb' }])
    await second.close()
  })

  it('undoes a transaction that throws', { timeout: 30_000 }, async () => {
    const store = await openTestStore()
    await expect(
      store.transaction(async ({ db, executeSql }) => {
        await db.insert(conversations).values({ id: newId(), title: 'never' })
        await executeSql(`insert into conversations (id, title) values ('x', 'neither')`)
        throw new RangeError('no')
      }),
    ).rejects.toThrow(RangeError)
    expect(await store.db.select().from(conversations)).toEqual([])
    await store.close()
  })
})

describe('a data folder', () => {
  it('that is none is refused with a sentence', async () => {
    const file = path.join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    for (const folder of [file, path.join(file, 'below')]) {
      await expect(openStore(folder)).rejects.toThrow(/data folder .* is no folder.*BOZZETTO_DATA/)
    }
  })
})

describe('lockFolder', () => {
  it('lets one in of many who come at once, also where a dead one had it', async () => {
    for (const before of [undefined, '4194303 1', '']) {
      const folder = await temporaryFolder()
      const lock = path.join(folder, 'lock')
      if (before !== undefined) await writeFile(lock, before)
      const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await readFile(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
      expect(await readdir(folder)).toEqual(['lock'])
    }
  })

  it('refuses a folder that a living process has', async () => {
    const folder = await temporaryFolder()
    const { ppid } = process
    await writeFile(path.join(folder, 'lock'), `${ppid} ${await startTicks(ppid)}`)
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  })

  it('takes over from a process that was killed', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'lock'), '4194303 1')
    const unlock = await lockFolder(folder)
    expect(await readFile(path.join(folder, 'lock'), 'utf8')).toMatch(
      new RegExp(`^${process.pid} `),
    )
    await unlock()
  })
})

async function startTicks(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
