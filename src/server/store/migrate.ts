import { appVersion } from '#lib/app-version.ts'
import baseline from './baseline.sql?raw'
import type { Client } from './client.ts'

export { baseline }

export const sources: Record<string, string> = import.meta.glob('./migrations/**/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Folder of migrations that the baseline contains. Only older databases run them. */
const beforeBaseline = '/before-1.0/'

/**
 * Thrown if a newer version has changed the tables, because this version does not know the new
 * tables.
 */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
  readonly version: string | undefined

  constructor(version: string | undefined, advice = '') {
    const [by, wanted] =
      version === undefined
        ? ['a newer Bozzetto', 'the version that wrote it']
        : [`Bozzetto ${version}`, `${version} or a newer version`]
    super(
      `This data was changed by ${by}, and this is ${appVersion}. Install ${wanted}, or set BOZZETTO_DATA to another folder.${advice}`,
    )
    this.version = version
  }
}

/** Matches the beginning of a migration that keeps everything that the previous version needs. */
const expanding = /^-- Expands\b/

type Migration = { name: string; source: string; isInBaseline: boolean }

export type Update = {
  /** Version that last changed the tables. Unknown for tables of 1.0.0-rc.1 and before. */
  from: string | undefined
  to: string
  appliedCount: number
  count: number
}

type MigrateOptions = {
  /** Called before existing tables are changed. The update does not start if the call throws. */
  beforeUpdate?: (update: Update) => Promise<void>
}

/**
 * Applies all missing migrations in the order of their names, each in a transaction. An empty
 * database gets the baseline, which replaces the older migrations.
 * @returns true if the database was empty.
 * @throws {NewerDataError} if the database has an unknown migration after which this version does
 * not work.
 */
export async function migrate(
  client: Client,
  { beforeUpdate }: MigrateOptions = {},
): Promise<boolean> {
  const migrations = listMigrations()
  const rows = await readApplied(client)
  const applied = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = rows.filter(({ name, expands }) => !known.has(name) && !expands)
  if (unknown.length > 0) throw new NewerDataError(unknown.at(-1)?.version ?? undefined)
  const isNew = applied.size === 0
  if (isNew) {
    const contained = migrations.filter(({ isInBaseline }) => isInBaseline)
    await apply(client, baseline, contained)
    for (const { name } of contained) applied.add(name)
  }
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (!isNew && missing.length > 0) {
    const from = rows.at(-1)?.version ?? undefined
    await beforeUpdate?.({
      from,
      to: appVersion,
      appliedCount: applied.size,
      count: missing.length,
    })
  }
  for (const migration of missing) await apply(client, migration.source, [migration])
  return isNew
}

const listMigrations = (): Migration[] =>
  Object.entries(sources)
    .map(([file, source]) => ({
      name: file.replace(/^.*\/|\.sql$/g, ''),
      source,
      isInBaseline: file.includes(beforeBaseline),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

type AppliedMigration = { name: string; expands: boolean; version: string | null }

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  await client.exec(
    `create table if not exists migrations (name text primary key, applied_at timestamptz not null default now());
    alter table migrations add column if not exists expands boolean not null default false;
    alter table migrations add column if not exists version text`,
  )
  const { rows } = await client.query<AppliedMigration>(
    'select name, expands, version from migrations order by applied_at, name',
  )
  return rows
}

async function apply(client: Client, sql: string, contained: readonly Migration[]): Promise<void> {
  await client.transaction(async (tx) => {
    // No timeout, because migrations of large tables may take longer than the timeout of requests.
    await tx.exec('set local statement_timeout = 0')
    await tx.exec(sql)
    for (const { name, source } of contained) {
      await tx.query('insert into migrations (name, expands, version) values ($1, $2, $3)', [
        name,
        expanding.test(source),
        appVersion,
      ])
    }
  })
}
