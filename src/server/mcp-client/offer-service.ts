import type { McpMaterial, McpOffers, ReadMcpResource, UseMcpPrompt } from '#contract/mcp-offers.ts'
import { ToolError } from '../chat/tools/tool.ts'
import { HttpError } from '../errors/http-error.ts'
import { signalWithin } from '../process/signal-within.ts'
import type { KeptServers } from './kept-servers.ts'
import { mcpFailure } from './mcp-failure.ts'
import { readOffers, readPrompt, readResource } from './mcp-offers.ts'
import type { McpSession } from './mcp-session.ts'
import type { Sessions } from './mcp-sessions.ts'

/** Maximum wait for a server while a menu opens. */
const menuMs = 5_000
const askMs = 30_000

/** Prompts and resources of MCP servers, which people insert into messages. */
export type Offers = {
  /** Lists the prompts and resources of all enabled servers that respond within a few seconds. */
  offers: (signal: AbortSignal) => Promise<McpOffers>
  prompt: (id: string, request: UseMcpPrompt, signal: AbortSignal) => Promise<McpMaterial>
  resource: (id: string, request: ReadMcpResource, signal: AbortSignal) => Promise<McpMaterial>
}

type Parts = { kept: KeptServers; sessions: Sessions }

/**
 * Reads the prompts and resources of MCP servers. A person chooses among them, and models do not
 * see the list.
 */
export function createOffers({ kept, sessions }: Parts): Offers {
  const ask = async (
    id: string,
    signal: AbortSignal,
    work: (session: McpSession, within: AbortSignal) => Promise<unknown>,
  ): Promise<unknown> => {
    const row = kept.find(id)
    if (!row.isOn) throw new HttpError('not_found', `${row.name} is turned off.`)
    const within = signalWithin(askMs, signal)
    try {
      return await sessions.use(row, within, (session) => work(session, within))
    } catch (error) {
      if (error instanceof ToolError)
        throw new HttpError('provider_failed', `${row.name} says: ${error.message}`)
      if (signal.aborted) throw error
      throw mcpFailure(error, row.name)
    }
  }
  return {
    offers: async (signal) => {
      const on = [...kept.rows.values()].filter(({ isOn }) => isOn)
      const all = await Promise.allSettled(
        on.map(async (row): Promise<McpOffers> => {
          const within = signalWithin(menuMs, signal)
          return readOffers(row, await sessions.use(row, within, (one) => one.offers(within)))
        }),
      )
      // Servers that do not respond are left out. Settings shows their problem.
      const there = all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      return {
        prompts: there.flatMap(({ prompts }) => prompts),
        resources: there.flatMap(({ resources }) => resources),
      }
    },
    prompt: async (id, { name, arguments: given }, signal): Promise<McpMaterial> =>
      readPrompt(
        kept.find(id).name,
        await ask(id, signal, (session, within) => session.prompt(name, given, within)),
      ),
    resource: async (id, { uri }, signal): Promise<McpMaterial> =>
      readResource(
        kept.find(id).name,
        await ask(id, signal, (session, within) => session.resource(uri, within)),
      ),
  }
}
