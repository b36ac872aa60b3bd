import {
  and,
  eq,
  getTableColumns,
  getTableName,
  is,
  SQL,
  sql,
  Table,
  type Column,
} from 'drizzle-orm'
import type { PgDatabase, PgDialect, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { currentOwnerId, isServerScope } from './owner-scope.ts'

/** True if each person can access only their own rows. False while there are no accounts. */
export type OwnerSeparation = { isStrict: boolean }

type Joins = { table: unknown; on: SQL | undefined }[] | undefined
type Query = { table: unknown; where?: SQL | undefined; joins?: Joins }
type Insert = { table: Table; values: unknown; select?: boolean; onConflict?: SQL | undefined }

/**
 * Limits every query of `db` for an owned table to the current owner, including joins and
 * subqueries. Raw SQL must contain the condition of `ownedBy`.
 * @throws if there are accounts and the query has no owner.
 */
export function enforceOwner<DB extends object>(db: DB, ownership: OwnerSeparation): DB {
  const { dialect } = db as unknown as { dialect: PgDialect }
  const raw = db as unknown as Pick<PgDatabase<PgQueryResultHKT>, 'execute'>
  const real = {
    select: dialect.buildSelectQuery.bind(dialect),
    update: dialect.buildUpdateQuery.bind(dialect),
    delete: dialect.buildDeleteQuery.bind(dialect),
    insert: dialect.buildInsertQuery.bind(dialect),
    execute: raw.execute.bind(raw),
  }
  const isOn = () => ownership.isStrict && !isServerScope()
  const narrow = <Q extends Query>(query: Q): Q => (isOn() ? narrowed(query) : query)
  dialect.buildSelectQuery = (query) => real.select(narrow(query))
  dialect.buildUpdateQuery = (query) => real.update(narrow(query))
  dialect.buildDeleteQuery = (query) => real.delete(narrow(query))
  dialect.buildInsertQuery = (query) => {
    if (!ownership.isStrict) return real.insert(query)
    checkOwners(query)
    const isUpsert = isOn() && findOwnerColumn(query.table) && query.onConflict && changes(query)
    return real.insert(
      isUpsert
        ? { ...query, onConflict: sql`${query.onConflict} where ${mine(query.table)}` }
        : query,
    )
  }
  raw.execute = (query) => {
    const isNamed = currentOwnerId() !== undefined && is(query, SQL) && isMarked(query)
    if (isOn() && !isNamed) {
      throw new Error('Raw SQL says whose rows it is about, by ownedBy, or is the server’s own.')
    }
    return real.execute(query)
  }
  return db

  function changes({ onConflict }: { onConflict?: SQL | undefined }): boolean {
    const text = onConflict ? dialect.sqlToQuery(onConflict).sql : ''
    if (/ where /.test(text)) throw new Error('The owner is the condition of an upsert here.')
    return text.includes(' do update ')
  }
}

const marks = new WeakSet<SQL>()

/**
 * Returns the condition for raw SQL that limits an owned table to the current owner. The condition
 * is always true for work of the server, and outside of a scope.
 * @param table name or alias of the table in the query.
 */
export function ownedBy(table: string): SQL {
  const ownerId = currentOwnerId()
  const condition =
    ownerId === undefined ? sql`true` : sql`${sql.identifier(table)}.owner_id = ${ownerId}`
  marks.add(condition)
  return condition
}

function isMarked({ queryChunks }: SQL): boolean {
  return queryChunks.some((chunk) => is(chunk, SQL) && (marks.has(chunk) || isMarked(chunk)))
}

function narrowed<Q extends Query>(query: Q): Q {
  const own = mine(query.table)
  return {
    ...query,
    ...(own && { where: and(own, query.where) }),
    ...(query.joins && {
      joins: query.joins.map((join) => ({ ...join, on: and(mine(join.table), join.on) })),
    }),
  }
}

function mine(table: unknown): SQL | undefined {
  const column = findOwnerColumn(table)
  if (!column) return undefined
  const ownerId = currentOwnerId()
  if (ownerId === undefined)
    throw new Error(`Nobody said whose rows of ${getTableName(column.table)} are meant.`)
  return eq(column, ownerId)
}

function checkOwners({ table, values, select }: Insert): void {
  if (!findOwnerColumn(table)) return
  const ownerId = currentOwnerId()
  const rows = select ? [] : (values as Record<string, unknown>[])
  for (const { ownerId: named } of rows) {
    const given = named && typeof named === 'object' && 'value' in named ? named.value : named
    const isRight =
      ownerId === undefined ? typeof given === 'string' : given === undefined || given === ownerId
    if (!isRight) throw new Error('A row is stored for its owner, by whom the work is done for.')
  }
}

function findOwnerColumn(table: unknown): Column | undefined {
  return is(table, Table) ? getTableColumns(table)['ownerId'] : undefined
}
