import { Client as PgClient } from 'pg'
import { ensurePostgres } from '../../../cli/testing/test-postgres.mjs'
import { openQueue } from '../../generation/worker/queue.ts'
import { migrate } from '../../store/migrate.ts'
import { openServerClient } from '../../store/server/server-client.ts'
import { storeOn } from '../../store/store.ts'
import { usualProviders } from '../../store/used-database.fixture.ts'
import { startTestServer } from './test-server.ts'
import { databaseOn, templateName } from './test-databases.ts'

/**
 * Starts the Postgres server for tests and creates the template database, which each test copies.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const found = await ensurePostgres()
  if (found.home === undefined) throw new Error(found.missing)
  const server = await startTestServer(found.home)
  process.env['BOZZETTO_TEST_POSTGRES'] = server.url
  const admin = new PgClient({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const client = openServerClient(databaseOn(server.url, templateName), () => {})
  await migrate(client)
  const store = storeOn(client)
  const queue = await openQueue(store)
  for (const provider of usualProviders) await queue.prepare(provider)
  await queue.close()
  await store.close()
  return server.stop
}
