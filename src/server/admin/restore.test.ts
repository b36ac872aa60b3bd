import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { crashAfter } from '../files/crash.fixture.ts'
import { comingFolder, finishRestore, markReady } from '../store/pending-restore.ts'
import { apiKeys, assets, folders, passwords, sessions, shares } from '../store/schema.ts'
import { openStore, type Store } from '../store/store.ts'
import { backUp } from './back-up.ts'
import { putInPlace, restore } from './restore.ts'

let place: string
let data: string
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'bozzetto-restore-'))
  data = path.join(place, 'data')
})
afterEach(() => rm(place, { recursive: true, force: true }))

const quiet = { whileQuiet: <T>(work: () => Promise<T>) => work() }

/** Works on the data folder's database for as long as `work` takes. */
async function inStore<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(folder)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const whatIsIn = (folder: string) => readFile(path.join(folder, 'name'), 'utf8')

const key = (digest: string) => ({
  id: digest,
  name: digest,
  prefix: 'sa-',
  digest,
  requestsPerMinute: 1,
  streams: 1,
})
const asset = (id: string) => ({
  id,
  name: id,
  mimeType: 'model/gltf-binary',
  sizeBytes: 1,
  sha256: id,
  blobKey: id,
})
const password = (hash: string, day: number) => ({
  id: 'owner',
  hash,
  source: 'owner' as const,
  changedAt: new Date(Date.UTC(2026, 0, day)),
})
const session = () => ({
  id: newId(),
  digest: newId(),
  address: '',
  userAgent: '',
  createdAt: new Date(),
  lastSeenAt: new Date(),
})
const waysIn = (folder: string) =>
  inStore(folder, async ({ db }) => {
    const keys = await db.select().from(apiKeys)
    const [row] = await db.select().from(passwords)
    return {
      keys: keys.filter((one) => !one.revokedAt).map(({ id }) => id),
      links: (await db.select().from(shares)).map(({ token }) => token),
      sessions: (await db.select().from(sessions)).length,
      password: row?.hash,
    }
  })

describe('a restore that is cut off', () => {
  it('leaves the former folder or the restored one, wherever it stops', async () => {
    let steps = 0
    for (let isDone = false; !isDone; steps++) {
      await rm(place, { recursive: true })
      await mkdir(data, { recursive: true })
      await mkdir(comingFolder(data))
      await writeFile(path.join(data, 'name'), 'former')
      await writeFile(path.join(comingFolder(data), 'name'), 'restored')
      isDone = await crashAfter(steps, async () => {
        await markReady(data)
        await putInPlace(data, `${data}.before`)
      })
      // As the next start does, and the one after that.
      await finishRestore(data)
      await finishRestore(data)
      const wasMoved = (await readdir(place)).includes('data.before')
      expect(await whatIsIn(data)).toBe(wasMoved ? 'restored' : 'former')
      expect(await whatIsIn(wasMoved ? `${data}.before` : data)).toBe('former')
    }
    expect(await readdir(data)).toEqual(['name'])
    expect(steps).toBeGreaterThan(5)
  })

  it('between its two moves is finished by the next start', async () => {
    const to = path.join(place, 'backup')
    await inStore(data, ({ db }) => db.insert(folders).values({ id: 'kept', name: 'a' }))
    await backUp(quiet, { data, to })
    const moved = await crashAfter(
      1,
      () => restore({ from: to, data, replaces: true, trustsBackup: false }),
      (step, from) => step === 'rename' && [data, comingFolder(data)].includes(from),
    )
    expect(moved).toBe(false)
    expect(await readdir(place)).not.toContain('data')
    const rows = await inStore(data, ({ db }) => db.select().from(folders))
    expect(rows.map(({ id }) => id)).toEqual(['kept'])

    // One that broke off before its first move is forgotten, or it would come back much later.
    await mkdir(comingFolder(data))
    await markReady(data)
    await inStore(data, () => Promise.resolve())
    await rename(data, path.join(place, 'away'))
    expect(await finishRestore(data)).toBe(false)
  }, 600_000)
})

describe('a restore', () => {
  it('lets nobody in again who was shut out since', async () => {
    const from = path.join(place, 'backup')
    await inStore(data, async ({ db }) => {
      await db.insert(apiKeys).values([key('kept'), key('revoked'), key('forgotten')])
      await db.insert(assets).values([asset('a'), asset('b')])
      await db.insert(shares).values([
        { token: 'kept', assetId: 'a' },
        { token: 'revoked', assetId: 'b' },
      ])
      await db.insert(sessions).values([session(), session()])
      await db.insert(passwords).values(password('old', 1))
    })
    await backUp(quiet, { data, to: from })
    await inStore(data, async ({ executeSql }) => {
      await executeSql(`update api_keys set revoked_at = now() where id = 'revoked'`)
      await executeSql(`delete from api_keys where id = 'forgotten'`)
      await executeSql(`delete from shares where token = 'revoked'`)
      await executeSql(`update passwords set hash = 'new', changed_at = '2026-02-02'`)
    })

    const done = await restore({ from, data, replaces: true, trustsBackup: false })
    expect(done).toMatchObject({ keysOff: 2, linksOff: 1, isPasswordNewer: true })
    expect(await waysIn(data)).toEqual({
      keys: ['kept'],
      links: ['kept'],
      sessions: 0,
      password: 'new',
    })

    // Trusted, the backup brings back what nobody knows of, but not what is known to be revoked.
    await rm(data, { recursive: true })
    await rename(done.former!, data)
    await restore({ from, data, replaces: true, trustsBackup: true })
    expect(await waysIn(data)).toMatchObject({
      keys: ['kept', 'forgotten'],
      links: ['kept', 'revoked'],
      password: 'new',
    })

    // Where there is no database to ask, nobody can tell.
    const elsewhere = path.join(place, 'elsewhere')
    await restore({ from, data: elsewhere, replaces: false, trustsBackup: false })
    expect(await waysIn(elsewhere)).toEqual({ keys: [], links: [], sessions: 0, password: 'old' })
  }, 600_000)
})
