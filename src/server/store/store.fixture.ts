import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { newId } from '#lib/id.ts'
import { openTestDatabase } from '../testing/postgres/test-databases.ts'
import { openQueue } from '../generation/worker/queue.ts'
import { baseline, migrate, sources } from './migrate.ts'
import type { EmbeddedClient } from './client.ts'
import { removeUnusedParsers } from './embedded/synced-postgres.ts'
import { embeddedStoreOn, type ExecuteSql, type Store } from './store.ts'
import { emptyAgain, lookAtUnused, usualProviders, type Unused } from './used-database.fixture.ts'

const folder = path.resolve('node_modules/.cache/bozzetto')

/**
 * Opens an empty store in memory, as a copy of a cached database or as a database that an earlier
 * test has closed. In the test project `postgres`, the store is a separate database on a server.
 */
export async function openTestStore(): Promise<Store> {
  if (process.env['BOZZETTO_TEST_STORE'] === 'postgres') return openTestDatabase()
  return embeddedStoreOn(lend(idle.pop() ?? (await makeClient())))
}

type TestClient = { client: PGlite; executeSql: ExecuteSql; unused: Unused }

const idle: TestClient[] = []

async function makeClient(): Promise<TestClient> {
  const file = path.join(folder, `empty-store-${getKey([baseline, sources, usualProviders])}.tar`)
  if (!existsSync(file)) await prepare(file)
  loaded ??= Promise.all([readFile(file), compile(), readPart('pglite.data')])
  const [dataDir, pgliteWasmModule, fsBundle] = await loaded
  const client = new PGlite({
    loadDataDir: new Blob([dataDir]),
    pgliteWasmModule,
    fsBundle: new Blob([fsBundle]),
    startParams,
  })
  await client.waitReady
  removeUnusedParsers(client)
  const { executeSql } = embeddedStoreOn(client)
  return { client, executeSql, unused: await lookAtUnused(executeSql) }
}

/**
 * Wraps a database for one test. After `close` the wrapper rejects queries, because the next test
 * uses the same database.
 */
function lend(lent: TestClient): EmbeddedClient {
  let closing: Promise<void> | undefined
  const open = () => {
    if (closing) throw new Error('The store is closed.')
    return lent.client
  }
  return {
    query: async (...given) => open().query(...given),
    exec: async (...given) => open().exec(...given),
    transaction: async (work) => open().transaction(work),
    runExclusive: async (work) => open().runExclusive(work),
    close: () => (closing ??= takeBack(lent)),
  }
}

async function takeBack(lent: TestClient): Promise<void> {
  if (!(await emptyAgain(lent.executeSql, lent.unused))) return lent.client.close()
  // Shortens the log, which would grow with each test, even in memory.
  await lent.executeSql('checkpoint')
  idle.push(lent)
}

/**
 * Small buffers, because filling the default buffers of 128 MB with zeros takes a quarter of the
 * start.
 */
const startParams = PGlite.defaultStartParams.concat(
  ['shared_buffers=8MB', 'min_wal_size=2MB', 'full_page_writes=off'].flatMap((set) => ['-c', set]),
)

let loaded: Promise<[Buffer<ArrayBuffer>, WasmModule, Buffer<ArrayBuffer>]> | undefined

type WasmModule = NonNullable<PGliteOptions['pgliteWasmModule']>
/** Node has `WebAssembly`, but only the DOM's types declare it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile: (bytes: Uint8Array) => Promise<WasmModule> }
}

const compile = async () => WebAssembly.compile(await readPart('pglite.wasm'))
const readPart = (name: string) =>
  readFile(path.resolve('node_modules/@electric-sql/pglite/dist', name))

async function prepare(file: string): Promise<void> {
  // The log is small and fully checkpointed, because each test would replay the log.
  const whole = await PGlite.create('memory://', { initDbStartParams: ['--wal-segsize=1'] })
  await migrate(whole)
  const store = embeddedStoreOn(whole)
  const queue = await openQueue(store)
  for (const provider of usualProviders) await queue.prepare(provider)
  await queue.close()
  await whole.exec('checkpoint')
  const dump = await whole.dumpDataDir('none')
  await store.close()
  await mkdir(folder, { recursive: true })
  // Another test file may create the same file. The last one replaces the file with the same
  // contents.
  const part = `${file}.${newId()}`
  await writeFile(part, Buffer.from(await dump.arrayBuffer()))
  await rename(part, file)
}

const getKey = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
