import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { Client as PgClient } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { ensurePostgres } from '../../../cli/testing/test-postgres.mjs'
import { isStoreAway, toHttpError } from '../../errors/http-error.ts'
import {
  databaseOn,
  makeTestDatabase,
  testServerUrl,
} from '../../testing/postgres/test-databases.ts'
import { startTestServer } from '../../testing/postgres/test-server.ts'
import { conversations } from '../schema.ts'
import { openServerStore } from './open-server-store.ts'
import { openServerClient } from './server-client.ts'
import { DatabaseUnusableError } from './unreachable.ts'

/** Node cannot create a certificate. */
const openssl = 'openssl'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-refusals-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  return folder
}

async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new PgClient({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function newDatabase(options = ''): Promise<string> {
  if (options === '') {
    const { url, drop } = await makeTestDatabase()
    cleanups.push(drop)
    return url
  }
  const name = `test_${newId().toLowerCase()}`
  await administer(testServerUrl(), `create database ${name} template template0 ${options}`)
  cleanups.push(() => administer(testServerUrl(), `drop database ${name} with (force)`))
  return databaseOn(testServerUrl(), name)
}

async function asNewRole(url: string, options = ''): Promise<{ url: string; role: string }> {
  const role = `role_${newId().toLowerCase()}`
  await administer(url, `create role ${role} login ${options}`)
  cleanups.push(() => administer(url, `drop owned by ${role}`, `drop role ${role}`))
  const address = new URL(url)
  address.username = role
  return { url: address.href, role }
}

const getName = (url: string) => new URL(url).pathname.slice(1)

async function failToOpen(url: string): Promise<string> {
  const folder = await newFolder()
  const failure = await openServerStore(url, { folder, waitMs: 0 }).then(
    async (store) => {
      await store.close()
      return undefined
    },
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(DatabaseUnusableError)
  const { message } = failure as Error
  expect(message).not.toContain('\n')
  return message
}

describe('openServerStore', () => {
  it.each(['LATIN1', 'SQL_ASCII'])('rejects a database with the encoding %s', async (encoding) => {
    const url = await newDatabase(`encoding '${encoding}' locale 'C'`)
    expect(await failToOpen(url)).toMatch(
      new RegExp(`has the encoding ${encoding}, which cannot store all text\\. Create one with`),
    )
  })

  it('rejects a role that cannot create tables or the schema of the queue', async () => {
    const url = await newDatabase()
    const { url: poor, role } = await asNewRole(url)
    expect(await failToOpen(poor)).toContain('does not let this user create tables')
    await administer(url, `grant create on schema public to ${role}`)
    expect(await failToOpen(poor)).toContain('the schema of the task queue')
    await administer(url, `grant create on database ${getName(url)} to ${role}`)
    await (await openServerStore(poor, { folder: await newFolder(), waitMs: 0 })).close()
  })

  it('rejects a search_path that creates tables in another schema', async () => {
    const url = await newDatabase()
    await administer(
      url,
      'create schema studio',
      `alter database ${getName(url)} set search_path = studio`,
    )
    expect(await failToOpen(url)).toContain('search_path set to another schema (studio)')
    await administer(url, `alter database ${getName(url)} set search_path = nowhere`)
    expect(await failToOpen(url)).toContain('search_path set to another schema (none)')
  })

  it('rejects a read-only database', async () => {
    const url = await newDatabase()
    await administer(url, `alter database ${getName(url)} set default_transaction_read_only = on`)
    expect(await failToOpen(url)).toContain('is read-only. Set DATABASE_URL to the primary server.')
  })

  it('reports at each step of a start that no connection is free', async () => {
    const url = await newDatabase()
    for (const limit of [0, 1, 2]) {
      const { url: limited, role } = await asNewRole(url, `connection limit ${limit}`)
      await administer(
        url,
        `grant create on schema public to ${role}`,
        `grant create on database ${getName(url)} to ${role}`,
      )
      expect(await failToOpen(limited)).toContain('has no free connection for this user.')
    }
  })

  it('warns if the server’s connection limit is below the configured pool size', async () => {
    const url = await newDatabase()
    const { url: limited, role } = await asNewRole(url, 'connection limit 8')
    await administer(
      url,
      `grant create on schema public to ${role}`,
      `grant create on database ${getName(url)} to ${role}`,
    )
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    cleanups.push(() => warn.mockRestore())
    const options = { folder: await newFolder(), waitMs: 0 }
    await (await openServerStore(limited, options)).close()
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(
        /allows 8 connections, and this server uses up to 13\. .* set DATABASE_CONNECTIONS to at most 5\.$/,
      ),
    ])
    await (await openServerStore(limited, { ...options, connectionsMax: 5 })).close()
    expect(warn).toHaveBeenCalledOnce()
  })

  it('reports TLS errors', async () => {
    const url = await newDatabase()
    const withTls = `${url}?sslmode=verify-full`
    expect(await failToOpen(withTls)).toContain('does not offer TLS. Remove sslmode')
    expect(await failToOpen(`${withTls}&sslrootcert=/no/such/ca.pem`)).toMatch(
      /a certificate file of DATABASE_URL cannot be read \(ENOENT.*\/no\/such\/ca\.pem/,
    )
    const closed = await listenWith((socket) => {
      const fields = 'SFATAL\0C28000\0Mno pg_hba.conf entry for host "::1", no encryption\0\0'
      const head = Buffer.alloc(5, 'E')
      head.writeInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, Buffer.from(fields)]))
    })
    expect(await failToOpen(closed)).toContain('accepts encrypted connections only.')
    const plain = await listenWith((socket) => void socket.end('S not TLS'))
    expect(await failToOpen(`${plain}?sslmode=verify-full`)).toMatch(/TLS/)
  })

  it.skipIf(spawnSync(openssl, ['version']).status !== 0)(
    'reports that a self-signed certificate is not trusted',
    async () => {
      const folder = await newFolder()
      const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
      const made = spawnSync(openssl, [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-subj',
        '/CN=localhost',
        '-days',
        '30',
        '-keyout',
        key,
        '-out',
        cert,
      ])
      expect(made.status).toBe(0)
      const identity = { key: await readFile(key), cert: await readFile(cert) }
      const url = await listenWith((socket) => {
        socket.write('S', () => {
          new TLSSocket(socket, { isServer: true, ...identity }).on('error', () => {})
        })
      })
      expect(await failToOpen(`${url}?sslmode=verify-full`)).toMatch(
        /has a TLS certificate that is not trusted \(.*self.signed.*\)\. Add sslrootcert=/,
      )
    },
  )
})

async function listenWith(respond: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => respond(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanups.push(() => server.close())
  return `postgres://anna@127.0.0.1:${(server.address() as AddressInfo).port}/studio`
}

describe('a store on a server', () => {
  it('reports missing rights as a problem of the database, not of the data folder', async () => {
    const url = await newDatabase()
    await (await openServerStore(url, { folder: await newFolder(), waitMs: 0 })).close()
    const { url: poor } = await asNewRole(url)
    const client = openServerClient(poor, () => {})
    cleanups.push(() => client.close())
    const failure = await client.query('delete from conversations').catch((error: unknown) => error)
    expect(failure).toSatisfy(isStoreAway)
    expect(toHttpError(failure)).toMatchObject({
      status: 503,
      message: 'The database does not give this server the rights it needs. Try again in a moment.',
    })
    const { url: limited } = await asNewRole(url, 'connection limit 0')
    const full = openServerClient(limited, () => {})
    cleanups.push(() => full.close())
    const refused = await full.query('select 1').catch((error: unknown) => error)
    expect(toHttpError(refused)).toMatchObject({
      status: 503,
      message: 'The database server has no free connection. Try again in a moment.',
    })
  })

  it('reports a damaged page, while it runs and at the next start', async () => {
    const { home } = await ensurePostgres()
    const server = await startTestServer(home!)
    cleanups.push(server.stop)
    const options = { folder: await newFolder(), waitMs: 10_000 }
    const store = await openServerStore(server.url, options)
    await store.db.insert(conversations).values({ id: newId(), title: 'kept' })
    const damage = async (table: string) => {
      await store.executeSql('checkpoint')
      const { rows } = await store.executeSql(
        `select current_setting('data_directory') || '/' || pg_relation_filepath('${table}') as file`,
      )
      const { file } = rows[0] as { file: string }
      await store.executeSql(
        `copy (select repeat('x', 8191)) to program 'dd of=${file} conv=notrunc bs=8192 count=1'`,
      )
    }
    await damage('conversations')
    await damage('migrations')
    // Postgres is restarted, because its cache still contains the undamaged pages.
    await store.close().catch(() => undefined)
    await server.kill()
    await server.start()
    expect(await failToOpen(server.url)).toMatch(/is damaged\. Restore a backup of it/)
    const client = openServerClient(server.url, () => {})
    cleanups.push(() => client.close())
    const failure = await client
      .query('select * from conversations')
      .catch((error: unknown) => error)
    expect(toHttpError(failure).message).toMatch(/^A part of the database is damaged/)
  })
})
