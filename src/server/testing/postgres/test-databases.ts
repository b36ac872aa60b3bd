import { Client as PgClient } from 'pg'
import { newId } from '#lib/id.ts'
import { openServerClient } from '../../store/server/server-client.ts'
import { storeOn, type ExecuteSql, type Store } from '../../store/store.ts'
import { emptyAgain, lookAtUnused, type Unused } from '../../store/used-database.fixture.ts'

export const templateName = 'bozzetto_empty'

export function databaseOn(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export function testServerUrl(): string {
  const url = process.env['BOZZETTO_TEST_POSTGRES']
  if (url === undefined) throw new Error('Run this in the project postgres, which starts a server.')
  return url
}

/**
 * Creates a database on the tests' server.
 * @param template database to copy. Default: a database without tables.
 */
export async function makeTestDatabase(
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${newId().toLowerCase()}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseOn(testServerUrl(), name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

type TestDatabase = {
  url: string
  drop: () => Promise<void>
  executeSql: ExecuteSql
  unused: Unused
}

const idle: TestDatabase[] = []

export async function openTestDatabase(): Promise<Store> {
  const database = idle.pop() ?? (await makeTemplateCopy())
  let closing: Promise<void> | undefined
  return storeOn(
    openServerClient(database.url, () => {}),
    () => (closing ??= takeBack(database)),
  )
}

async function makeTemplateCopy(): Promise<TestDatabase> {
  const { url, drop } = await makeTestDatabase(templateName)
  const client = await connectTo(url)
  const executeSql: ExecuteSql = (text, values) => client.query(text, values)
  return { url, drop, executeSql, unused: await lookAtUnused(executeSql) }
}

async function takeBack(database: TestDatabase): Promise<void> {
  const { executeSql, unused, drop } = database
  await executeSql(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  if (await emptyAgain(executeSql, unused)) idle.push(database)
  else await drop()
}

/** Connection that the process reuses, because opening a connection takes as long as some tests. */
let administration: Promise<PgClient> | undefined

async function onServer(statement: string): Promise<void> {
  administration ??= connectTo(testServerUrl())
  await (await administration).query(statement)
}

async function connectTo(url: string): Promise<PgClient> {
  const client = new PgClient({ connectionString: url })
  // The server may stop, or the database may be dropped, before the client closes.
  client.on('error', () => {})
  await client.connect()
  return client
}
