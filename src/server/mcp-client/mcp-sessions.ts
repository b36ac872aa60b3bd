import { ToolError } from '../chat/tools/tool.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Vault } from '../vault/vault.ts'
import { openHeaders, type McpRow } from './mcp-rows.ts'
import type { SignIns } from './mcp-sign-in.ts'
import {
  openSession,
  type ListedTools,
  type McpSession,
  type McpTarget,
  type SessionOptions,
} from './mcp-session.ts'

/** How long a connection is kept that nobody uses. */
const idleMs = 5 * 60_000
/** How long what a server listed counts: its tools are compared again before a call after it. */
const listedMs = 60_000

type Open = {
  session: Promise<McpSession>
  listedAtMs: number
  users: number
  timer?: NodeJS.Timeout | undefined
}

/** Connections with MCP servers, opened when they are needed and kept for a while. */
export type Sessions = {
  /**
   * Does `work` with a server whose tools have been compared with those that are kept.
   *
   * @throws {HttpError} `conflict` for stored headers that do not open; what `openSession` and `work` throw.
   */
  use: <T>(
    row: McpRow,
    signal: AbortSignal,
    work: (session: McpSession) => Promise<T>,
  ) => Promise<T>
  /** Connects once, lists the tools, and lets go. @throws what `openSession` throws. */
  visit: (
    target: McpTarget,
    signal: AbortSignal,
  ) => Promise<{ session: McpSession; listed: ListedTools }>
  /** Closes the connection with a server, if there is one. */
  end: (id: string) => Promise<void>
  close: () => Promise<void>
}

/** @param onListed hears what a server lists, before anything is done with it. */
export function createSessions(
  options: SessionOptions & { vault: Vault; providerFor: SignIns['providerFor'] },
  onListed: (id: string, session: McpSession, listed: ListedTools) => Promise<void>,
): Sessions {
  const open = new Map<string, Open>()
  const end = async (id: string): Promise<void> => {
    const one = open.get(id)
    open.delete(id)
    clearTimeout(one?.timer)
    if (one) await close(one)
  }
  const openFor = (row: McpRow): Open => {
    const known = open.get(row.id)
    if (known) return known
    const secrets = openHeaders(options.vault, row)
    if (!secrets) throw new HttpError('conflict', unreadable)
    const target = {
      address: row.address ?? undefined,
      command: row.command ?? undefined,
      secrets,
      authProvider: options.providerFor(row),
    }
    // Not the first caller's signal: others may wait for the same connection.
    const session = openSession(target, options, new AbortController().signal)
    const one = { session, listedAtMs: -Infinity, users: 0 }
    open.set(row.id, one)
    return one
  }

  return {
    use: async (row, signal, work) => {
      const one = openFor(row)
      clearTimeout(one.timer)
      one.users++
      try {
        const session = await one.session
        if (performance.now() - one.listedAtMs > listedMs) {
          const listed = await session.list(signal)
          one.listedAtMs = performance.now()
          await onListed(row.id, session, listed)
        }
        return await work(session)
      } catch (error) {
        // A lost session does not come back: the next call begins anew, while those beside it go on.
        const isWell = signal.aborted || error instanceof ToolError
        if (!isWell && open.get(row.id) === one) open.delete(row.id)
        throw error
      } finally {
        one.users--
        const isKept = open.get(row.id) === one
        if (one.users === 0 && !isKept) void close(one)
        if (one.users === 0 && isKept) {
          one.timer = setTimeout(() => void end(row.id), idleMs)
          one.timer.unref()
        }
      }
    },
    visit: async (target, signal) => {
      const session = await openSession(target, options, signal)
      try {
        return { session, listed: await session.list(signal) }
      } finally {
        await session.close()
      }
    },
    end,
    close: async () => {
      await Promise.all([...open.keys()].map(end))
    },
  }
}

const close = ({ session }: Open): Promise<void> =>
  session.then(
    (opened) => opened.close(),
    () => {},
  )

const unreadable = 'Its stored headers cannot be read. Enter them again in Settings.'
