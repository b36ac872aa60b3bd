import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Changes } from '../changes/changes.ts'
import { HttpError } from '../errors/http-error.ts'
import { webApis } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { listWebApiRows, type StoredWebApi } from './web-api-rows.ts'

export type KeptWebApis = {
  rows: ReadonlyMap<string, StoredWebApi>
  /** Number that increases with each change of the APIs. */
  version: () => number
  find: (id: string) => StoredWebApi
  /** Runs changes sequentially, because each change depends on the current rows. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  add: (row: typeof webApis.$inferInsert) => Promise<StoredWebApi>
  put: (id: string, change: Partial<StoredWebApi>) => Promise<StoredWebApi>
  remove: (id: string) => Promise<void>
  /** Stores the last error, or that there is none. */
  noteProblem: (id: string, failure: HttpError | undefined) => Promise<void>
}

export async function openKeptWebApis({ db }: Store, changes: Changes): Promise<KeptWebApis> {
  const rows = new Map<string, StoredWebApi>()
  let version = 0
  const inTurn = pLimit(1)
  const readRows = async () => {
    const stored = await listWebApiRows(db)
    rows.clear()
    for (const row of stored) rows.set(row.id, row)
    version++
  }
  await readRows()
  changes.onElsewhere(() => inTurn(readRows))
  const noteChanged = () => {
    version++
    changes.tell('connections')
  }
  const take = (row: StoredWebApi | undefined): StoredWebApi => {
    if (!row) throw webApiGone()
    rows.set(row.id, row)
    noteChanged()
    return row
  }
  const put = async (id: string, change: Partial<StoredWebApi>) =>
    take((await db.update(webApis).set(change).where(eq(webApis.id, id)).returning())[0])
  return {
    rows,
    version: () => version,
    find: (id) => {
      const row = rows.get(id)
      if (!row) throw webApiGone()
      return row
    },
    inTurn,
    add: async (values) => take((await db.insert(webApis).values(values).returning())[0]),
    put,
    remove: async (id) => {
      await db.delete(webApis).where(eq(webApis.id, id))
      rows.delete(id)
      noteChanged()
    },
    noteProblem: (id, failure) =>
      inTurn(async () => {
        const row = rows.get(id)
        if (!row || (!failure && !row.problem)) return
        const problem = failure && { ...failure.toFailure(), at: new Date().toISOString() }
        await put(id, { problem: problem ?? null })
      }),
  }
}

const webApiGone = () => new HttpError('not_found', 'There is no API with this id.')
