import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { toHttpError } from '../errors/http-error.ts'
import { makeDataFolder } from './data-folder.fixture.ts'
import { FolderInUseError, lockFolder } from './embedded/lock.ts'
import { contendForFolder } from './embedded/lock-rivals.fixture.ts'
import { conversations } from './schema.ts'
import { openTestStore } from './store.fixture.ts'
import { sources } from './migrate.ts'
import { DatabaseUnusableError } from './server/unreachable.ts'
import { openStore } from './store.ts'

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
  it('keeps rows across a restart', async () => {
    const folder = await temporaryFolder()
    const id = newId()
    const first = await openStore(folder)
    await first.db.insert(conversations).values({ id, title: 'a\u0000b' })
    await first.close()

    const second = await openStore(folder)
    expect(await second.db.select().from(conversations)).toMatchObject([{ id, title: 'a\uFFFDb' }])
    await second.close()
  })

  it('rolls back a transaction that throws', async () => {
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

it('the schema has no unlogged table, because Postgres would not start after a power failure', () => {
  // After a power failure, Postgres recreates the files of unlogged tables, and fails if one of two
  // already exists.
  const unlogged = Object.entries(sources).filter(([, sql]) => /\bunlogged\b/i.test(sql))
  expect(unlogged.map(([file]) => file)).toEqual([])
})

const overwrite = async (name: string) =>
  writeFile(name, Buffer.alloc((await stat(name)).size, 'x'))

describe('a damaged database', () => {
  it('is reported in one sentence with instructions', async () => {
    const whole = await temporaryFolder()
    await makeDataFolder(whole)
    const store = await openStore(whole)
    const { rows } = await store.executeSql(`select pg_relation_filepath('migrations') as file`)
    await store.close()
    const { file } = rows[0] as { file: string }
    const damages: ((postgres: string) => Promise<void>)[] = [
      (postgres) => overwrite(path.join(postgres, file)),
      (postgres) => rm(path.join(postgres, file)),
      (postgres) => overwrite(path.join(postgres, 'global/pg_control')),
      (postgres) => rm(path.join(postgres, 'global/pg_control')),
    ]
    for (const damage of damages) {
      const folder = await temporaryFolder()
      await cp(whole, folder, { recursive: true })
      await damage(path.join(folder, 'postgres'))
      const failure = await openStore(folder).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DatabaseUnusableError)
      expect((failure as Error).message).toMatch(
        /^the database in .*postgres is damaged, or .*\. Restore a backup: npm run restore/,
      )
      // The folder must not be locked, so that the backup can be restored.
      await (
        await lockFolder(folder)
      )()
    }
  })

  it('reports a database that is damaged while the server runs', () => {
    const damaged = Object.assign(new Error('invalid page in block 0'), { code: 'XX001' })
    expect(toHttpError(new Error('Failed query', { cause: damaged })).message).toMatch(
      /^A part of the database is damaged/,
    )
  })
})

describe('a data folder', () => {
  it('is rejected with a message if it is not a folder', async () => {
    const file = path.join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    for (const folder of [file, path.join(file, 'below')]) {
      await expect(openStore(folder)).rejects.toThrow(
        /data folder .* is not a folder.*BOZZETTO_DATA/,
      )
    }
  })
})

describe('lockFolder', () => {
  it('grants the lock to one of 20 concurrent processes, even if the owner is killed', async () => {
    const { twoOwners, noOwner, refusals } = await contendForFolder(9, 20)
    expect({ twoOwners, noOwner }).toEqual({ twoOwners: 0, noOwner: 0 })
    expect([...refusals]).toContain(
      'The data folder FOLDER is in use by another Bozzetto (process N). Stop it, or set BOZZETTO_DATA to another folder.',
    )
  }, 600_000)

  it('grants the lock to one of many calls, whatever an earlier owner left behind', async () => {
    for (const before of [undefined, '4194303 1', '']) {
      const folder = await temporaryFolder()
      if (before !== undefined) await writeFile(path.join(folder, 'lock'), before)
      const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await readdir(folder)).toEqual(['lock'])
    }
  })

  it('releases the lock once, so that another call can take it', async () => {
    const folder = await temporaryFolder()
    const first = await lockFolder(folder)
    await first()
    const second = await lockFolder(folder)
    // A second call must not close the descriptor, because another file may already use the same
    // number.
    await first()
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
    await second()
  })
})
