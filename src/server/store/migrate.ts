import type { Client } from './lasting-client.ts'

/** Every migration's SQL by the name of its file. */
export const sources: Record<string, string> = import.meta.glob('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The folder was written by a newer version, whose tables this one does not know. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/**
 * Brings the tables up to date: every migration that is not applied yet, in the order of names, each
 * in a transaction of its own together with the note that it was applied.
 *
 * @throws {NewerDataError} when the database has a migration that this version does not.
 */
export async function migrate(client: Client): Promise<void> {
  const migrations = Object.entries(sources)
    .map(([file, source]) => ({ name: file.replace(/^.*\/|\.sql$/g, ''), source }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

  await client.exec(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new NewerDataError(
      `This data was written by a newer Bozzetto (it has ${unknown.join(', ')}). Update Bozzetto, or set BOZZETTO_DATA to another folder.`,
    )
  }
  for (const { name, source } of migrations) {
    if (applied.has(name)) continue
    await client.transaction(async (tx) => {
      await tx.exec(source)
      await tx.query('insert into migrations (name) values ($1)', [name])
    })
  }
}
