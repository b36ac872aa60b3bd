import { drizzle } from 'drizzle-orm/pglite'
import type { PGlite } from '@electric-sql/pglite'
import type { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { assertOwnerEnforced } from './assert-owner-enforced.ts'
import { enforceOwner } from './owned-queries.ts'
import { DatabaseUnusableError } from './server/unreachable.ts'

const refuse = () => Promise.reject(new Error('This check sends no query.'))
const createDb = () => drizzle({ client: { query: refuse } as unknown as PGlite })

describe('assertOwnerEnforced', () => {
  it('accepts the installed version of Drizzle without sending a query', () => {
    const ownership = { isStrict: false }
    expect(() => assertOwnerEnforced(enforceOwner(createDb(), ownership), ownership)).not.toThrow()
    expect(ownership.isStrict).toBe(false)
  })

  it.each([
    ['buildSelectQuery', 'select, join'],
    ['buildUpdateQuery', 'update'],
    ['buildDeleteQuery', 'delete'],
    ['buildInsertQuery', 'insert, upsert'],
  ] as const)(
    'fails the server’s start if Drizzle does not call the replaced %s',
    (hook, named) => {
      const ownership = { isStrict: false }
      const db = enforceOwner(createDb(), ownership)
      const { dialect } = db as unknown as { dialect: PgDialect }
      Reflect.deleteProperty(dialect, hook)
      const check = () => assertOwnerEnforced(db, ownership)
      expect(check).toThrow(DatabaseUnusableError)
      expect(check).toThrow(`does not separate the rows of people (${named})`)
      expect(ownership.isStrict).toBe(false)
    },
  )

  it('fails the server’s start if raw SQL is accepted without an owner', () => {
    const ownership = { isStrict: false }
    const db = enforceOwner(createDb(), ownership)
    Reflect.deleteProperty(db, 'execute')
    expect(() => assertOwnerEnforced(db, ownership)).toThrow('(raw SQL)')
  })
})
