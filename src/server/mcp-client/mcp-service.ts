import {
  mcpServersMax,
  type ChangeMcpServer,
  type CreateMcpServer,
  type McpServer,
  type McpServerList,
} from '#contract/mcp-servers.ts'
import { createIdFromName } from '#lib/id-from-name.ts'
import { ownValue } from '#lib/own-value.ts'
import type { Changes } from '../changes/changes.ts'
import { ToolError, type Tool } from '../chat/tools/tool.ts'
import { HttpError } from '../errors/http-error.ts'
import { removeAppDomains } from './app-domains.ts'
import { log } from '../observability/log.ts'
import { firstOwnerId } from '../store/owner-scope.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../vault/vault.ts'
import { toAnsweredFields, openKeptServers, type KeptServers } from './kept-servers.ts'
import { isOffered, keepTools, turnTool } from './keep-tools.ts'
import { mcpFailure } from './mcp-failure.ts'
import { sealClient, sealHeaders, viewMcpRow, withoutSignIn, type McpRow } from './mcp-rows.ts'
import { createSessions, type Sessions } from './mcp-sessions.ts'
import type { SessionOptions } from './mcp-session.ts'
import { createSignIns, type SignInAnswer } from './mcp-sign-in.ts'
import { createOffers, type Offers } from './offer-service.ts'
import { createApps, type Apps } from './mcp-apps.ts'
import { createMcpTools, type CallTool } from './mcp-tools.ts'

/**
 * Maximum length of an id, which is the prefix of the tools' names. Services limit the length of
 * these names.
 */
const idLengthMax = 16
const relistMs = 30_000

export type McpService = Offers &
  Apps & {
    list: () => McpServerList
    /**
     * Adds a server with all tools off. If the server requires a sign-in, its `problem` reports this.
     * @throws {HttpError} if the server does not respond, and `conflict` if there are too many.
     */
    create: (request: CreateMcpServer, signal: AbortSignal) => Promise<McpServer>
    change: (id: string, change: ChangeMcpServer) => Promise<McpServer>
    /**
     * Lists the server's tools again. An error is stored in the server's `problem`.
     * @throws {HttpError} `not_found`.
     */
    refresh: (id: string, signal: AbortSignal) => Promise<McpServer>
    beginSignIn: (id: string, origin: string) => Promise<string>
    /** Finishes a sign-in and lists the server's tools. */
    finishSignIn: (answer: SignInAnswer, signal: AbortSignal) => Promise<McpServer>
    remove: (id: string) => Promise<void>
    /** Tools that may be offered to models, sorted by server and name. */
    tools: () => readonly Tool[]
    close: () => Promise<void>
  }

export type McpOptions = SessionOptions & {
  store: Store
  vault: Vault
  changes: Changes
  /** URL of a client metadata document (CIMD) that the owner hosts on another server. */
  clientUrl?: string | undefined
}

export async function openMcpService(options: McpOptions): Promise<McpService> {
  const { store, changes, vault, takesCommands } = options
  const kept = await openKeptServers(store, changes)
  const signIns = createSignIns({ ...options, kept })
  const { providerFor } = signIns
  const sessions = createSessions({
    ...options,
    providerFor,
    onListed: kept.noteListed,
    onToolsChanged: (id) => void listAgain({ kept, sessions }, id),
  })
  const refresh = async (id: string, signal: AbortSignal) => {
    kept.find(id)
    try {
      await sessions.end(id)
      await sessions.use(kept.find(id), signal, () => Promise.resolve())
    } catch (error) {
      if (signal.aborted) throw error
      await kept.noteProblem(id, error)
    }
    return viewMcpRow(kept.find(id))
  }
  let offered: { tools: readonly Tool[]; version: number } | undefined

  return {
    list: () => ({ servers: [...kept.rows.values()].map(viewMcpRow), takesCommands }),
    create: (request, signal) => addServer({ kept, sessions, vault }, request, signal),
    change: (id, change) =>
      kept.inTurn(async () => {
        const changed = await kept.put(id, getChanges(kept.find(id), change, vault))
        const { isOn, secrets = {}, client } = change
        const isOther = client !== undefined || Object.keys(secrets).length > 0
        if (isOn === false || isOther) await sessions.end(id)
        return viewMcpRow(changed)
      }),
    refresh,
    beginSignIn: signIns.begin,
    finishSignIn: async (answer, signal) => refresh(await signIns.finish(answer), signal),
    remove: async (id) => {
      kept.find(id)
      await kept.inTurn(() => kept.remove(id))
      await removeAppDomains(store.db, id)
      await sessions.end(id)
    },
    ...createOffers({ kept, sessions }),
    ...createApps({ kept, sessions }),
    tools: () => {
      const version = kept.version()
      if (offered?.version !== version) {
        const rows = [...kept.rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        const tools = rows.flatMap((row) =>
          createMcpTools(row, getCaller(row.id, { kept, sessions })),
        )
        offered = { tools, version }
      }
      return offered.tools
    },
    close: sessions.close,
  }
}

type Parts = { kept: KeptServers; sessions: Sessions }

async function addServer(
  { kept, sessions, vault }: Parts & { vault: Vault },
  request: CreateMcpServer,
  signal: AbortSignal,
): Promise<McpServer> {
  const refuseIfFull = () => {
    if (kept.rows.size >= mcpServersMax) throw tooMany()
  }
  refuseIfFull()
  const { name, address = null, command = null, secrets = {}, client } = request
  const { tools, status } = await firstVisit(sessions, request, signal)
  return kept.inTurn(async () => {
    // Other servers may have been added during the connection test.
    refuseIfFull()
    const id = createIdFromName(name, { taken: kept.rows, fallback: 'mcp', lengthMax: idLengthMax })
    const place = { id, address, command }
    const made = await kept.add({
      ...place,
      owner: firstOwnerId,
      name,
      secrets: {
        ...sealHeaders(vault, place, secrets),
        ...(client && sealClient(vault, place, client)),
      },
      tools,
      status,
    })
    return viewMcpRow(made)
  })
}

async function listAgain({ kept, sessions }: Parts, id: string): Promise<void> {
  const row = kept.rows.get(id)
  if (!row?.isOn) return
  try {
    await sessions.use(row, AbortSignal.timeout(relistMs), () => Promise.resolve())
  } catch (error) {
    log().debug({ error, id }, 'The changed tools of an MCP server could not be listed.')
  }
}

/** The returned function calls a tool only if its definition is still the accepted one. */
const getCaller =
  (id: string, { kept, sessions }: Parts): CallTool =>
  async ({ name, hash, given, signal, hooks }) => {
    try {
      return await sessions.use(kept.find(id), signal, async (session) => {
        const tool = kept.find(id).tools.find((one) => one.name === name)
        if (!tool || !isOffered(tool) || tool.hash !== hash) throw new ToolError(changedTool)
        return session.call({ name, given }, signal, hooks)
      })
    } catch (error) {
      if (error instanceof ToolError || signal.aborted) throw error
      await kept.noteProblem(id, error)
      throw mcpFailure(error, kept.rows.get(id)?.name ?? id)
    }
  }

async function firstVisit(sessions: Sessions, request: CreateMcpServer, signal: AbortSignal) {
  const { address, command, secrets = {}, name } = request
  try {
    const { session, listed } = await sessions.visit({ name, address, command, secrets }, signal)
    return { tools: keepTools([], listed.tools).tools, status: toAnsweredFields(session, listed) }
  } catch (error) {
    if (signal.aborted) throw error
    const failure = mcpFailure(error, name)
    const hasHeader = Object.keys(secrets).some((field) => /^authorization$/i.test(field))
    if (failure.code !== 'provider_refused' || hasHeader || address === undefined) throw failure
    // A server that requires a sign-in can be added, so that a person can sign in afterwards.
    const problem = { ...failure.toFailure(), at: new Date().toISOString() }
    return { tools: [], status: { leftOutCount: 0, problem } }
  }
}

function getChanges(
  row: McpRow,
  { name, isOn, secrets = {}, tools = {}, client }: ChangeMcpServer,
  vault: Vault,
): Partial<McpRow> {
  const before = client === undefined ? row.secrets : withoutSignIn(row.secrets)
  const kept = Object.entries(before).filter(([field]) => ownValue(secrets, field) === undefined)
  return {
    ...(name !== undefined && { name }),
    ...(isOn !== undefined && { isOn }),
    secrets: {
      ...Object.fromEntries(kept),
      ...sealHeaders(vault, row, secrets),
      ...(client && sealClient(vault, row, client)),
    },
    tools: row.tools.map((tool) => {
      const isWanted = ownValue(tools, tool.name)
      return isWanted === undefined ? tool : turnTool(tool, isWanted)
    }),
    changedAt: new Date(),
  }
}

const changedTool =
  'This tool has changed or is gone. Ask the person to check it in Settings › Tool servers, where it can be turned on again.'

const tooMany = () =>
  new HttpError('conflict', `There are already ${mcpServersMax} MCP servers. Remove one first.`)
