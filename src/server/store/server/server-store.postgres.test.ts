import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { ensurePostgres } from '../../../cli/testing/test-postgres.mjs'
import { HttpError, isStoreAway, toHttpError } from '../../errors/http-error.ts'
import { makeTestDatabase, openTestDatabase } from '../../testing/postgres/test-databases.ts'
import { startTestServer } from '../../testing/postgres/test-server.ts'
import { migrate, NewerDataError, sources } from '../migrate.ts'
import { conversations, tasks } from '../schema.ts'
import type { Store } from '../store.ts'
import { openServerStore } from './open-server-store.ts'
import { lockDatabase, whileMigrating } from './database-lock.ts'
import { openServerClient } from './server-client.ts'
import { DatabaseUnusableError } from './unreachable.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

const newFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-server-store-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  return folder
}
const newDatabase = async () => {
  const { url, drop } = await makeTestDatabase()
  cleanups.push(drop)
  return url
}
const open = async (url: string): Promise<Store> => {
  const store = await openServerStore(url, { folder: await newFolder(), waitMs: 0 })
  cleanups.push(() => store.close())
  return store
}
const checked = () => {}
const openEmpty = async () => {
  const store = await openTestDatabase()
  cleanups.push(() => store.close())
  return store
}
const renaming = (id: string) => sql`update conversations set title = title || 'b' where id = ${id}`

describe('a database on a server', () => {
  it('keeps rows with any characters across a restart', async () => {
    const [url, id] = [await newDatabase(), newId()]
    const first = await openServerStore(url, { folder: await newFolder() })
    await first.db.insert(conversations).values({ id, title: 'a\u0000b' })
    await first.close()
    const second = await open(url)
    expect(await second.db.select().from(conversations)).toMatchObject([{ id, title: 'a\uFFFDb' }])
  })

  it('lets one process use the database and refuses another with a message', async () => {
    const url = await newDatabase()
    await open(url)
    await expect(openServerStore(url, { folder: await newFolder(), waitMs: 0 })).rejects.toThrow(
      /^The database test_\w+ at 127.0.0.1:\d+ is in use by another Bozzetto\. Stop that one, or set DATABASE_URL/,
    )
  })

  it('waits until another process has released the database', async () => {
    const url = await newDatabase()
    const first = await lockDatabase(url, { waitMs: 0 })
    const second = lockDatabase(url, { waitMs: 30_000 })
    await first.release()
    const owner = await second
    expect(owner.check).not.toThrow()
    await owner.release()
  })

  it('reports in one sentence why the database cannot be opened', async () => {
    const url = new URL(await newDatabase())
    url.pathname = '/not-there'
    await expect(open(url.href)).rejects.toThrow(/^The database not-there at .* does not exist\./)
    url.port = '1'
    const refused = open(url.href)
    await expect(refused).rejects.toThrow(/cannot be reached\. Check DATABASE_URL/)
    await expect(refused).rejects.toThrow(DatabaseUnusableError)
  })

  it('lets one of several processes that start at once migrate the database', async () => {
    const url = await newDatabase()
    const clients = Array.from({ length: 8 }, () => openServerClient(url, checked))
    cleanups.push(() => Promise.all(clients.map((client) => client.close())))
    const isNew = await Promise.all(
      clients.map((client) => whileMigrating(url, () => migrate(client))),
    )
    expect(isNew.filter(Boolean)).toHaveLength(1)
    const { rows } = await clients[0]!.query('select name from migrations')
    expect(rows).toHaveLength(Object.keys(sources).length)
  })

  it('opens a database that the next version has expanded, but not one that it has changed', async () => {
    const url = await newDatabase()
    await (await openServerStore(url, { folder: await newFolder() })).close()
    const client = openServerClient(url, checked)
    cleanups.push(() => client.close())
    await client.query(`insert into migrations (name, expands) values ('9990_more', true)`)
    expect(await migrate(client)).toBe(false)
    await client.query(`insert into migrations (name, expands) values ('9991_other', false)`)
    await expect(migrate(client)).rejects.toThrow(NewerDataError)
    await expect(migrate(client)).rejects.toThrow(/changed by a newer Bozzetto/)
  })
})

describe('a store on a server', () => {
  it('runs transactions one at a time and reads concurrently', async () => {
    const store = await openEmpty()
    let running = 0
    let mostAtOnce = 0
    const counts = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction(async ({ db }) => {
          running++
          mostAtOnce = Math.max(mostAtOnce, running)
          const count = await db.$count(conversations)
          await db.insert(conversations).values({ id: newId(), title: '' })
          expect((await store.executeSql('select 1')).rows).toHaveLength(1)
          running--
          return count
        }),
      ),
    )
    expect(mostAtOnce).toBe(1)
    expect(counts.toSorted((a, b) => a - b)).toEqual(counts.map((_, index) => index))
  })

  it('rolls back a transaction that throws, and continues', async () => {
    const store = await openEmpty()
    for (let tries = 0; tries < 15; tries++) {
      await expect(
        store.transaction(async ({ db, executeSql }) => {
          await db.insert(conversations).values({ id: newId(), title: 'never' })
          await executeSql('select nothing from nowhere')
        }),
      ).rejects.toThrow(/nowhere/)
    }
    expect(await store.db.select().from(conversations)).toEqual([])
  })

  it('repeats a statement that Postgres rolled back because of a deadlock', async () => {
    const store = await openEmpty()
    const [first, second] = [newId(), newId()]
    await store.db.insert(conversations).values([first, second].map((id) => ({ id, title: 'a' })))
    // The statement locks the first row and then waits for the second row, which the transaction
    // has locked.
    let alone: Promise<unknown> | undefined
    const work = store.transaction(async ({ db }) => {
      await db.execute(renaming(second))
      alone = store.executeSql(`
        with one as (update conversations set title = title || 'c' where id = '${first}' returning id)
        update conversations set title = title || 'c' from one where conversations.id = '${second}'`)
      for (;;) {
        const { rows } = await store.executeSql(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        if (rows.length > 0) break
      }
      await db.execute(renaming(first))
    })
    // On a busy machine Postgres may roll back the transaction instead of the single statement.
    const isUndone = await work.then(
      () => false,
      () => true,
    )
    await alone
    const titles = await store.db.select({ title: conversations.title }).from(conversations)
    const title = isUndone ? 'ac' : 'abc'
    expect(titles).toEqual([{ title }, { title }])
  })

  it('returns values in the format of the embedded Postgres', async () => {
    const store = await openEmpty()
    const { rows } = await store.executeSql(
      `select count(*) as many, 9007199254740993 as large, '{a,"b c"}'::text[] as words, null as none,
         1.5::float8 as half, '{"a":[1]}'::jsonb as json, '2026-01-02T03:04:05.678Z'::timestamptz as at`,
    )
    expect(rows).toEqual([
      {
        many: 1,
        large: 9007199254740993n,
        words: ['a', 'b c'],
        none: null,
        half: 1.5,
        json: { a: [1] },
        at: new Date('2026-01-02T03:04:05.678Z'),
      },
    ])
    expect(await store.db.$count(tasks, eq(tasks.id, 'none'))).toBe(0)
  })
})

describe('an unreachable database server', () => {
  it('is reported, and is used again once the server responds', async () => {
    const { home } = await ensurePostgres()
    const server = await startTestServer(home!)
    cleanups.push(server.stop)
    const store = await open(server.url)
    const id = newId()
    await store.db.insert(conversations).values({ id, title: 'kept' })
    await server.kill()
    const failure = await store.db
      .insert(conversations)
      .values({ id: newId(), title: 'lost' })
      .then(() => undefined)
      .catch((error: unknown) => error)
    expect(failure).toSatisfy(isStoreAway)
    const told = toHttpError(failure)
    expect(told).toBeInstanceOf(HttpError)
    expect(told).toMatchObject({
      status: 503,
      message: 'The database server cannot be reached. Try again in a moment.',
      retryAfterSeconds: 5,
    })
    await expect(store.transaction(() => Promise.resolve())).rejects.toThrow(/cannot be reached/)
    await server.start()
    await expect
      .poll(() => store.db.select().from(conversations))
      .toMatchObject([{ id, title: 'kept' }])
    await expect(lockDatabase(server.url, { waitMs: 0 })).rejects.toThrow(/in use/)
  })
})
