import { Client as PgClient } from 'pg'
import { newId } from '#lib/id.ts'
import { openServerClient } from '../../store/server/server-client.ts'
import { storeOn, type Store } from '../../store/store.ts'

/** The database with all tables and no rows. */
export const templateName = 'bozzetto_empty'

/** @returns the address of another database on the same server. */
export function databaseOn(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Where the server of the tests is. */
export function testServerUrl(): string {
  const url = process.env['BOZZETTO_TEST_POSTGRES']
  if (url === undefined) throw new Error('Run this in the project postgres, which starts a server.')
  return url
}

/**
 * Makes a database on the server of the tests.
 *
 * @param template which one it is a copy of; absent: one without any table.
 */
export async function makeTestDatabase(
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${newId().toLowerCase()}`
  await onServer(`create database ${name} template ${template}`)
  return {
    url: databaseOn(testServerUrl(), name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

/** A store on a database of its own with all tables and no rows; `close` drops it. */
export async function openTestDatabase(): Promise<Store> {
  const { url, drop } = await makeTestDatabase(templateName)
  return storeOn(
    openServerClient(url, () => {}),
    drop,
  )
}

async function onServer(statement: string): Promise<void> {
  const client = new PgClient({ connectionString: testServerUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
