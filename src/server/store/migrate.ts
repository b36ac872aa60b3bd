import baseline from './baseline.sql?raw'
import type { Client } from './client.ts'

export { baseline }

export const sources: Record<string, string> = import.meta.glob('./migrations/**/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Folder of the migrations that the baseline contains. Only older databases run them. */
const beforeBaseline = '/before-1.0/'

/** Thrown if a newer version has changed the tables. This version does not know the new tables. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** Matches a migration after which the previous version still works, by its first words. */
const expanding = /^-- Expands\b/

type Migration = { name: string; source: string; isInBaseline: boolean }

/**
 * Applies all missing migrations in the order of their names. Each runs in a transaction together
 * with the record that it was applied. An empty database gets the baseline, which replaces the
 * older migrations.
 * @returns true if the database was empty.
 * @throws {NewerDataError} if the database has an unknown migration after which this version does
 * not work.
 */
export async function migrate(client: Client): Promise<boolean> {
  const migrations = Object.entries(sources)
    .map(([file, source]) => ({
      name: file.replace(/^.*\/|\.sql$/g, ''),
      source,
      isInBaseline: file.includes(beforeBaseline),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

  await client.exec(
    `create table if not exists migrations (name text primary key, applied_at timestamptz not null default now());
    alter table migrations add column if not exists expands boolean not null default false`,
  )
  const { rows } = await client.query<{ name: string; expands: boolean }>(
    'select name, expands from migrations',
  )
  const applied = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = rows.filter(({ name, expands }) => !known.has(name) && !expands)
  if (unknown.length > 0) {
    throw new NewerDataError(
      `This data was written by a newer Bozzetto (it has ${unknown.map(({ name }) => name).join(', ')}). Update Bozzetto, or set BOZZETTO_DATA to another folder.`,
    )
  }
  const isNew = applied.size === 0
  if (isNew) {
    const contained = migrations.filter(({ isInBaseline }) => isInBaseline)
    await apply(client, baseline, contained)
    for (const { name } of contained) applied.add(name)
  }
  for (const migration of migrations) {
    if (!applied.has(migration.name)) await apply(client, migration.source, [migration])
  }
  return isNew
}

async function apply(client: Client, sql: string, contained: readonly Migration[]): Promise<void> {
  await client.transaction(async (tx) => {
    // Disables the timeout of requests, because migrations of large tables may take longer.
    await tx.exec('set local statement_timeout = 0')
    await tx.exec(sql)
    for (const { name, source } of contained) {
      await tx.query('insert into migrations (name, expands) values ($1, $2)', [
        name,
        expanding.test(source),
      ])
    }
  })
}
