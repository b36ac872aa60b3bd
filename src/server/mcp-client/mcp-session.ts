import type { Client, OAuthClientProvider, Transport } from '@modelcontextprotocol/client'
import { mcpToolsMax } from '#contract/mcp-servers.ts'
import { cutText } from '#lib/cut-text.ts'
import { ToolError } from '../chat/tools/tool.ts'
import { checkedFetch } from '../outgoing/checked-fetch.ts'
import { signalWithin } from '../process/signal-within.ts'
import { storable } from '../store/storable.ts'
import { readTool, type ListedTool } from './tool-definition.ts'

/** Of all answers to one request. */
const answerBytesMax = 16 * 1024 * 1024
const listMs = 30_000
/** For one call of a tool; `make_3d_model` has longer, but tools of others should not. */
export const callMs = 120_000
/** A server that has more is refused: the list may have no end. */
const pagesMax = 16

/** Where an MCP server is, and what is sent along. */
export type McpTarget = {
  address: string | undefined
  command: readonly string[] | undefined
  /** Headers for an address, variables for a command. */
  secrets: Readonly<Record<string, string>>
  /** Where somebody has signed in by OAuth. */
  authProvider?: OAuthClientProvider | undefined
}

export type SessionOptions = {
  /** Hosts of private networks that may be asked. */
  allowedHosts: readonly string[]
  /** Whether commands may be run. */
  takesCommands: boolean
}

export type ListedTools = {
  /** By name, so that the list is the same each time. */
  tools: ListedTool[]
  /** Of those that were listed and cannot be used. */
  leftOutCount: number
}

/** An open connection with an MCP server. */
export type McpSession = {
  software: string | undefined
  revision: string | undefined
  /** @throws what the SDK and `checkedFetch` throw. */
  list: (signal: AbortSignal) => Promise<ListedTools>
  /** What the server answered, unchecked. @throws {ToolError} when it refuses the call; as `list`. */
  call: (name: string, given: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>
  /** What it lists besides tools, unchecked. @throws as `list`. */
  offers: (signal: AbortSignal) => Promise<{ prompts: unknown; resources: unknown }>
  /** What it answers, unchecked. @throws as `call`. */
  prompt: (name: string, given: Record<string, string>, signal: AbortSignal) => Promise<unknown>
  /** What it answers, unchecked. @throws as `call`. */
  resource: (uri: string, signal: AbortSignal) => Promise<unknown>
  close: () => Promise<void>
}

/**
 * Connects to a server of either era: the handshake of the revisions before 2026, or none since.
 *
 * @throws what the SDK and `checkedFetch` throw.
 */
export async function openSession(
  target: McpTarget,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<McpSession> {
  // Only whoever uses such a server pays for the SDK.
  const { Client, ProtocolError } = await import('@modelcontextprotocol/client')
  const client = new Client(
    { name: 'bozzetto', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' },
      listMaxPages: pagesMax,
      // Nobody is asked for input in the middle of a call.
      inputRequired: { autoFulfill: false },
      // Results are words for a model, whatever schema the server promised; its patterns may be slow.
      jsonSchemaValidator: { getValidator: () => acceptAll },
    },
  )
  const transport = await openTransport(target, options)
  try {
    await client.connect(transport, { signal: signalWithin(listMs, signal), timeout: listMs })
  } catch (error) {
    await close(client)
    throw error
  }
  const version = client.getServerVersion()
  const asked = async (answer: Promise<unknown>): Promise<unknown> => {
    try {
      return await answer
    } catch (error) {
      // The server is well; it does not like the call.
      if (!ProtocolError.isInstance(error)) throw error
      throw new ToolError(cutText(storable(error.message), 2_000), { cause: error })
    }
  }
  return {
    software: version && cutText(`${version.name} ${version.version}`.trim(), 100),
    revision: client.getNegotiatedProtocolVersion(),
    list: (more) => listTools(client, signalWithin(listMs, more)),
    call: (name, given, more) =>
      asked(client.callTool({ name, arguments: given }, { signal: more, timeout: callMs })),
    offers: (more) => listOffers(client, signalWithin(listMs, more)),
    prompt: (name, given, more) =>
      asked(client.getPrompt({ name, arguments: given }, { signal: more, timeout: listMs })),
    resource: (uri, more) => asked(client.readResource({ uri }, { signal: more, timeout: listMs })),
    close: () => close(client),
  }
}

const acceptAll = (input: unknown) => ({
  valid: true as const,
  // Whatever type is asked for: nobody reads it by a type.
  data: input as never,
  errorMessage: undefined,
})

async function openTransport(
  { address, command, secrets, authProvider }: McpTarget,
  { allowedHosts, takesCommands }: SessionOptions,
): Promise<Transport> {
  if (address !== undefined) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const fetchChecked = checkedFetch({ allowedHosts, bytesMax: answerBytesMax, timeoutMs: callMs })
    const endpoint = new URL(address).href
    return new StreamableHTTPClientTransport(new URL(address), {
      ...(authProvider && { authProvider }),
      fetch: async (url, init) => {
        // Tokens are renewed elsewhere, which has nothing to do with the headers for this server.
        if (String(url) !== endpoint) return fetchChecked(url, init)
        // Nothing is waited for that was not asked: no stream stays open between calls.
        if ((init?.method ?? 'GET') === 'GET') return new Response(null, { status: 405 })
        const headers = new Headers(init?.headers)
        for (const [name, value] of Object.entries(secrets)) headers.set(name, value)
        return fetchChecked(url, { ...init, headers })
      },
    })
  }
  const [program = '', ...args] = command ?? []
  if (!takesCommands) throw new CommandsOffError()
  const { StdioClientTransport, getDefaultEnvironment } =
    await import('@modelcontextprotocol/client/stdio')
  const env = { ...getDefaultEnvironment(), ...secrets }
  return new StdioClientTransport({
    command: program,
    args,
    env,
    stderr: 'ignore',
    maxBufferSize: answerBytesMax,
  })
}

/** Commands of this machine are run only where the environment says so. */
export class CommandsOffError extends Error {
  override readonly name = 'CommandsOffError'
}

async function listTools(client: Client, signal: AbortSignal): Promise<ListedTools> {
  if (!client.getServerCapabilities()?.tools) return { tools: [], leftOutCount: 0 }
  const { tools } = await client.listTools(undefined, { signal, timeout: listMs })
  const read = new Map<string, ListedTool>()
  for (const one of tools) {
    const tool = readTool(one)
    if (tool && !read.has(tool.name)) read.set(tool.name, tool)
  }
  const usable = [...read.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, mcpToolsMax)
  return { tools: usable, leftOutCount: tools.length - usable.length }
}

async function listOffers(client: Client, signal: AbortSignal) {
  const { prompts, resources } = client.getServerCapabilities() ?? {}
  const options = { signal, timeout: listMs }
  const [listedPrompts, listedResources] = await Promise.all([
    prompts && client.listPrompts(undefined, options),
    resources && client.listResources(undefined, options),
  ])
  return { prompts: listedPrompts?.prompts, resources: listedResources?.resources }
}

async function close(client: Client): Promise<void> {
  try {
    await client.close()
  } catch {
    // It is gone already.
  }
}
