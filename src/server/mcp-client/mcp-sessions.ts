import { isRecord } from '#lib/fields.ts'
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

const idleMs = 5 * 60_000
const listedMs = 60_000

type Open = {
  session: Promise<McpSession>
  listedAtMs: number
  users: number
  timer?: NodeJS.Timeout | undefined
}

/** Connections to MCP servers, opened on first use and closed when unused. */
export type Sessions = {
  /**
   * Runs `work` with a server after comparing its tools with the stored tools. If the server has
   * lost the session, the session is reopened and `work` is repeated once.
   * @throws {HttpError} `conflict` for stored headers that cannot be decrypted. Errors of
   * `openSession` and `work`.
   */
  use: <T>(
    row: McpRow,
    signal: AbortSignal,
    work: (session: McpSession) => Promise<T>,
  ) => Promise<T>
  /**
   * Connects once, lists the tools and disconnects.
   * @throws the errors of `openSession`.
   */
  visit: (
    target: McpTarget,
    signal: AbortSignal,
  ) => Promise<{ session: McpSession; listed: ListedTools }>
  end: (id: string) => Promise<void>
  close: () => Promise<void>
}

type SessionsOptions = SessionOptions & {
  vault: Vault
  providerFor: SignIns['providerFor']
  /** Called with each new list of tools before the call that caused the listing. */
  onListed: (id: string, session: McpSession, listed: ListedTools) => Promise<void>
  onToolsChanged: (id: string) => void
}

export function createSessions(options: SessionsOptions): Sessions {
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
    const one = connect(options, row)
    open.set(row.id, one)
    return one
  }
  const tryUse = async <T>(
    row: McpRow,
    signal: AbortSignal,
    work: (session: McpSession) => Promise<T>,
  ): Promise<T> => {
    const one = openFor(row)
    clearTimeout(one.timer)
    one.users++
    try {
      const session = await one.session
      if (performance.now() - one.listedAtMs > listedMs) {
        const listed = await session.list(signal)
        one.listedAtMs = performance.now()
        await options.onListed(row.id, session, listed)
      }
      return await work(session)
    } catch (error) {
      // After any error except an abort or an error of the tool, the next call opens a new session.
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
  }

  return {
    use: async (row, signal, work) => {
      const isKnown = open.has(row.id)
      try {
        return await tryUse(row, signal, work)
      } catch (error) {
        if (!isKnown || signal.aborted || !isSessionLost(error)) throw error
        return tryUse(row, signal, work)
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

function connect(options: SessionsOptions, row: McpRow): Open {
  const secrets = openHeaders(options.vault, row)
  if (!secrets) throw new HttpError('conflict', unreadable)
  const target = {
    name: row.name,
    address: row.address ?? undefined,
    command: row.command ?? undefined,
    secrets,
    authProvider: options.providerFor(row),
  }
  // Several callers share this connection, so the abort signal of the first caller must not end it.
  const session = openSession(target, options, new AbortController().signal)
  const one: Open = { session, listedAtMs: -Infinity, users: 0 }
  const onToolsChanged = () => {
    one.listedAtMs = -Infinity
    options.onToolsChanged(row.id)
  }
  session.then(
    (opened) => {
      opened.onToolsChanged = onToolsChanged
    },
    () => {},
  )
  return one
}

/** A server answers 404 to the id of an expired session, and has not run the call in this case. */
const isSessionLost = (error: unknown): boolean =>
  isRecord(error) && isRecord(error['data']) && error['data']['status'] === 404

const close = ({ session }: Open): Promise<void> =>
  session.then(
    (opened) => opened.close(),
    () => {},
  )

const unreadable = 'Its stored headers cannot be read. Enter them again in Settings.'
