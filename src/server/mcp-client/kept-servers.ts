import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Changes } from '../changes/changes.ts'
import { HttpError } from '../errors/http-error.ts'
import { mcpServers, type McpStatus } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { keepTools } from './keep-tools.ts'
import { mcpFailure } from './mcp-failure.ts'
import { listMcpRows, type McpRow } from './mcp-rows.ts'
import type { ListedTools, McpSession } from './mcp-session.ts'
import { hashValue } from '../tool-schemas/hash-value.ts'

export type KeptServers = {
  rows: ReadonlyMap<string, McpRow>
  /** Number that increases with each change of the servers. */
  version: () => number
  find: (id: string) => McpRow
  /** Runs changes sequentially, because each change depends on the current rows. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  add: (row: typeof mcpServers.$inferInsert) => Promise<McpRow>
  put: (id: string, change: Partial<McpRow>) => Promise<McpRow>
  remove: (id: string) => Promise<void>
  noteListed: (id: string, session: McpSession, listed: ListedTools) => Promise<void>
  noteProblem: (id: string, thrown: unknown) => Promise<void>
}

export async function openKeptServers({ db }: Store, changes: Changes): Promise<KeptServers> {
  const rows = new Map((await listMcpRows(db)).map((row): [string, McpRow] => [row.id, row]))
  let version = 0
  const inTurn = pLimit(1)
  const told = () => {
    version++
    changes.tell('connections')
  }
  const take = (row: McpRow | undefined): McpRow => {
    if (!row) throw serverGone()
    rows.set(row.id, row)
    told()
    return row
  }
  changes.onElsewhere(() =>
    inTurn(async () => {
      const stored = await listMcpRows(db)
      rows.clear()
      for (const row of stored) rows.set(row.id, row)
      version++
    }),
  )
  const put = async (id: string, change: Partial<McpRow>): Promise<McpRow> => {
    const [row] = await db.update(mcpServers).set(change).where(eq(mcpServers.id, id)).returning()
    return take(row)
  }
  return {
    rows,
    version: () => version,
    find: (id) => {
      const row = rows.get(id)
      if (!row) throw serverGone()
      return row
    },
    inTurn,
    add: async (values) => {
      const [row] = await db.insert(mcpServers).values(values).returning()
      return take(row)
    },
    put,
    remove: async (id) => {
      await db.delete(mcpServers).where(eq(mcpServers.id, id))
      rows.delete(id)
      told()
    },
    noteListed: (id, session, listed) =>
      inTurn(async () => {
        const row = rows.get(id)
        if (!row) return
        const { tools, isChanged } = keepTools(row.tools, listed.tools)
        const isSame = hashValue(row.status?.oddTools ?? []) === hashValue(listed.oddTools)
        if (!isChanged && isSame && row.status && !row.status.problem) return
        await put(id, { tools, status: toAnsweredFields(session, listed) })
      }),
    noteProblem: (id, thrown) =>
      inTurn(async () => {
        const row = rows.get(id)
        if (!row) return
        const at = new Date().toISOString()
        const problem = { ...mcpFailure(thrown, row.name).toFailure(), at }
        await put(id, { status: { leftOutCount: 0, ...row.status, problem } })
      }),
  }
}

export const toAnsweredFields = (
  { software, revision }: McpSession,
  { leftOutCount, oddTools }: ListedTools,
): McpStatus => ({
  leftOutCount,
  ...(oddTools.length > 0 && { oddTools }),
  ...(software !== undefined && { software }),
  ...(revision !== undefined && { revision }),
  lastAnsweredAt: new Date().toISOString(),
})

const serverGone = () => new HttpError('not_found', 'There is no MCP server with this id.')
