import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { AppCallAnswer, AppResource, CallByApp, McpApp } from '#contract/mcp-apps.ts'
import { asRecord } from '#lib/fields.ts'
import { HttpError } from '../errors/http-error.ts'
import { tryParseAnswer } from '../json/parse-json.ts'
import type { Apps } from './mcp-apps.ts'
import { withoutOrigin } from './tool-result.ts'
import { isGuest } from '../store/owner-scope.ts'
import { allowedTools } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { allowToolIn, listAllowedIn } from '../chat/conversations/chat-settings.ts'
import { findRun } from '../chat/conversations/message-rows.ts'
import type { CalledTool } from '../chat/tools/called-tool.ts'
import { allowEverywhere } from '../chat/runs/decide-call.ts'
import { getAppDomainName, listAppDomains } from './app-domains.ts'

/** Maximum number of requests of apps that run, and that wait. */
const runningMax = 8
const waitingMax = 40

type CallPlace = { runId: string; index: number }

/**
 * Pages of MCP servers that show the result of a tool call (MCP Apps). All functions throw
 * {HttpError}: `not_found` if the call has no app, `forbidden` for a guest.
 */
export type AppService = {
  open: (place: CallPlace, signal: AbortSignal) => Promise<McpApp>
  /** Allows domains to all apps of the server, for the current person. */
  allowDomains: (place: CallPlace, domains: readonly string[]) => Promise<void>
  /** Calls a tool of the app's server. Asks first, unless the person has allowed the tool. */
  call: (place: CallPlace, request: CallByApp, signal: AbortSignal) => Promise<AppCallAnswer>
  readResource: (place: CallPlace, uri: string, signal: AbortSignal) => Promise<AppResource>
}

export function createAppService(
  store: Store,
  { findAppServer }: Pick<Apps, 'findAppServer'>,
): AppService {
  const { db } = store
  const limit = pLimit(runningMax)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount < waitingMax) return limit(work)
    throw new HttpError('rate_limited', 'Apps send too many requests. Try again in a minute.')
  }
  const find = async ({ runId, index }: CallPlace) => {
    if (isGuest()) throw new HttpError('forbidden', 'Only the owner of a chat can use its apps.')
    const found = await findRun(db, runId)
    const call = found?.toolCalls.find((one) => one.index === index)
    if (!found || call?.hasApp !== true) throw noApp('This call has no app.')
    const server = findAppServer(call.name)
    if (!server) throw noApp('The MCP server of this app was removed, or its tool is off.')
    return { call, server, conversationId: found.conversation.id }
  }
  return {
    open: async (place, signal) => {
      const { call, server } = await find(place)
      const [page, allowed] = await inTurn(() =>
        Promise.all([server.readPage(signal), listAppDomains(db, server.id)]),
      )
      const declared = new Set([...page.connectDomains, ...page.resourceDomains])
      return {
        serverName: server.name,
        title: server.title,
        ...page,
        allowedDomains: allowed.filter((domain) => declared.has(domain)),
        ...toAppData(call),
      }
    },
    allowDomains: async (place, domains) => {
      const { server } = await find(place)
      for (const domain of domains)
        await allowEverywhere(store, getAppDomainName(server.id, domain))
    },
    call: async (place, { name, arguments: given, permission }, signal) => {
      const { server, conversationId } = await find(place)
      const tool = server.findTool(name)
      if (!tool) throw noApp(`${server.name} has no tool “${name}” that is on and open to its app.`)
      if (permission === 'chat') await allowToolIn(db, conversationId, tool.allowedAs)
      if (permission === 'everywhere') await allowEverywhere(store, tool.allowedAs)
      const isAllowed =
        permission !== undefined || (await isToolAllowed(tool.allowedAs, conversationId))
      if (!isAllowed) return { asks: { title: tool.title } }
      return { result: await inTurn(() => server.callTool(name, given, signal)) }
    },
    readResource: async (place, uri, signal) => {
      const { server } = await find(place)
      return { contents: await inTurn(() => server.readContents(uri, signal)) }
    },
  }

  async function isToolAllowed(allowedAs: string, conversationId: string): Promise<boolean> {
    if ((await listAllowedIn(db, conversationId)).includes(allowedAs)) return true
    const [row] = await db
      .select({ name: allowedTools.name })
      .from(allowedTools)
      .where(eq(allowedTools.name, allowedAs))
    return row !== undefined
  }
}

const noApp = (sentence: string) => new HttpError('not_found', sentence)

function toAppData({ arguments: given, result = '', structured, appMeta }: CalledTool) {
  return {
    toolInput: asRecord(tryParseAnswer(given)),
    toolResult: {
      content: [{ type: 'text', text: withoutOrigin(result) }],
      ...(structured && { structuredContent: structured }),
      ...(appMeta && { _meta: appMeta }),
    },
  }
}
