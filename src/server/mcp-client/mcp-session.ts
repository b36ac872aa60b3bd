import { appVersion } from '#lib/app-version.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Client, OAuthClientProvider, Progress, Transport } from '@modelcontextprotocol/client'
import type { ToolAnswer, ToolProgress } from '#contract/chat/tool-question.ts'
import { mcpAppMimeType, mcpAppsExtension } from '#contract/mcp-apps.ts'
import { mcpToolsMax } from '#contract/mcp-servers.ts'
import { cutText } from '#lib/cut-text.ts'
import { isRecord } from '#lib/fields.ts'
import { ToolError } from '../chat/tools/tool.ts'
import { checkedFetch } from '../outgoing/checked-fetch.ts'
import { signalWithin } from '../process/signal-within.ts'
import { getErrorMessage } from '../providers/openai/upstream-words.ts'
import { storable } from '../store/storable.ts'
import { mendLines } from './mend-lines.ts'
import { mendTransport } from './mend-transport.ts'
import { toOddTool, type OddTool } from './mend-tool-list.ts'
import { mendingFetch } from './mend-content-type.ts'
import { readQuestion, type Question } from './elicitation.ts'
import { limitSilence } from './silence-limit.ts'
import { readTool, type ListedTool } from './tool-definition.ts'
import { hashValue } from '../tool-schemas/hash-value.ts'

/**
 * Maximum size of all responses to one request together: enough for a picture of 24 MB in base64.
 */
const answerBytesMax = 32 * 1024 * 1024
const listMs = 30_000
/**
 * Maximum time without data from a tool. Progress notifications and questions to the person restart
 * the timer.
 */
export const callMs = 120_000
/** Maximum duration of a call, including the time in which a person answers questions. */
export const wholeCallMs = 15 * 60_000
/**
 * Maximum number of pages of a list. A server with more pages is rejected, because its list may be
 * endless.
 */
const pagesMax = 16
/**
 * Milliseconds to wait for further changes of a server's tool list before the list is requested
 * again.
 */
const listChangeDebounceMs = 500

export type McpTarget = {
  /** Server name that is shown beside the server's questions. */
  name: string
  address: string | undefined
  command: readonly string[] | undefined
  secrets: Readonly<Record<string, string>>
  authProvider?: OAuthClientProvider | undefined
}

export type SessionOptions = {
  /** Private hosts that may be reached. */
  allowedHosts: readonly string[]
  takesCommands: boolean
  folder: string
}

export type CallHooks = {
  onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Shows a question and waits for the answer. Absent if nobody can answer. */
  ask?: ((question: Question) => Promise<Pick<ToolAnswer, 'action' | 'content'>>) | undefined
}

export type ListedTools = {
  tools: ListedTool[]
  oddTools: OddTool[]
  leftOutCount: number
}

export type McpSession = {
  software: string | undefined
  revision: string | undefined
  /** @throws errors of the SDK and `checkedFetch`. */
  list: (signal: AbortSignal) => Promise<ListedTools>
  /**
   * @returns the server's result, unvalidated.
   * @throws {ToolError} if the server rejects the call, otherwise as `list`.
   */
  call: (
    tool: { name: string; given: Record<string, unknown> },
    signal: AbortSignal,
    hooks?: CallHooks,
  ) => Promise<unknown>
  /**
   * Lists prompts and resources, unvalidated.
   * @throws the errors of `list`.
   */
  offers: (signal: AbortSignal) => Promise<{ prompts: unknown; resources: unknown }>
  /**
   * Returns the prompt, unvalidated.
   * @throws the errors of `call`.
   */
  prompt: (name: string, given: Record<string, string>, signal: AbortSignal) => Promise<unknown>
  /**
   * Returns the resource, unvalidated.
   * @throws the errors of `call`.
   */
  resource: (uri: string, signal: AbortSignal) => Promise<unknown>
  onToolsChanged: (() => void) | undefined
  close: () => Promise<void>
}

/**
 * Connects to a server of any MCP revision.
 * @throws errors of the SDK and `checkedFetch`.
 */
export async function openSession(
  target: McpTarget,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<McpSession> {
  const { ProtocolError } = await import('@modelcontextprotocol/client')
  const { client, changes, calls, oddTools } = await connect(target, options, signal)
  const version = client.getServerVersion()
  const asked = async (answer: Promise<unknown>): Promise<unknown> => {
    try {
      return await answer
    } catch (error) {
      // The server works, but rejected this call.
      if (!ProtocolError.isInstance(error)) throw error
      throw new ToolError(cutText(storable(describeRefusal(error)), 2_000), { cause: error })
    }
  }
  return Object.assign(changes, {
    software: version && cutText(`${version.name} ${version.version}`.trim(), 100),
    revision: client.getNegotiatedProtocolVersion(),
    list: (more: AbortSignal) => listTools(client, oddTools, signalWithin(listMs, more)),
    call: (tool: CalledName, more: AbortSignal, hooks: CallHooks = {}) =>
      asked(callTool(client, tool, { hooks, calls, signal: more })),
    offers: (more: AbortSignal) => listOffers(client, signalWithin(listMs, more)),
    prompt: (name: string, given: Record<string, string>, more: AbortSignal) =>
      asked(client.getPrompt({ name, arguments: given }, { signal: more, timeout: listMs })),
    resource: (uri: string, more: AbortSignal) =>
      asked(client.readResource({ uri }, { signal: more, timeout: listMs })),
    close: () => close(client),
  })
}

type Connected = {
  client: Client
  changes: Pick<McpSession, 'onToolsChanged'>
  calls: CallContext
  oddTools: () => readonly OddTool[]
}

async function connect(
  target: McpTarget,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<Connected> {
  try {
    return await connectOver(await openTransport(target, options), { target, mode: 'auto' }, signal)
  } catch (error) {
    if (target.address === undefined || !isPostRejected(error)) throw error
    const transport = await openEventTransport({ ...target, address: target.address }, options)
    // If the server supports neither transport, the first error describes the problem better.
    return await connectOver(transport, { target, mode: 'legacy' }, signal).catch(() =>
      Promise.reject(error),
    )
  }
}

async function connectOver(
  opened: Transport,
  { target, mode }: { target: McpTarget; mode: 'auto' | 'legacy' },
  signal: AbortSignal,
): Promise<Connected> {
  // The SDK is imported on first use, because most servers have no MCP connections.
  const { Client } = await import('@modelcontextprotocol/client')
  const changes: Pick<McpSession, 'onToolsChanged'> = { onToolsChanged: undefined }
  const client = new Client(
    { name: 'bozzetto', version: appVersion },
    {
      versionNegotiation: {
        mode,
        // Servers of old MCP revisions do not answer this probe, so it may take at most a third of
        // the total time.
        ...(target.command !== undefined && { probe: { timeoutMs: listMs / 3 } }),
      },
      listMaxPages: pagesMax,
      capabilities: {
        elicitation: { form: {}, url: {} },
        extensions: { [mcpAppsExtension]: { mimeTypes: [mcpAppMimeType] } },
      },
      listChanged: {
        tools: {
          autoRefresh: false,
          debounceMs: listChangeDebounceMs,
          onChanged: () => changes.onToolsChanged?.(),
        },
      },
      // The output schema is ignored, because results are text for a model and the schema's
      // patterns may be slow.
      jsonSchemaValidator: { getValidator: () => acceptAll },
    },
  )
  const calls = handleQuestions(client, target.name)
  const { transport, oddTools } = mendTransport(opened)
  try {
    await client.connect(transport, { signal: signalWithin(listMs, signal), timeout: listMs })
  } catch (error) {
    await close(client)
    throw error
  }
  return { client, changes, calls, oddTools }
}

/** JSON-RPC error code. */
const methodNotFound = -32_601

type CalledName = { name: string; given: Record<string, unknown> }
type CallContext = { run: <T>(hooks: CallHooks, work: () => Promise<T>) => Promise<T> }
type Call = { hooks: CallHooks; calls: CallContext; signal: AbortSignal }

async function callTool(
  client: Client,
  { name, given }: CalledName,
  { hooks: { ask, onProgress }, calls, signal }: Call,
): Promise<unknown> {
  const silence = limitSilence(callMs)
  const hooks = { ask: ask && ((question: Question) => silence.pauseDuring(() => ask(question))) }
  const options = {
    signal: AbortSignal.any([signal, silence.signal]),
    timeout: wholeCallMs,
    onprogress: ({ progress, total, message }: Progress) => {
      silence.reset()
      onProgress?.({
        done: progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: cutText(storable(message), 200) }),
      })
    },
  }
  try {
    return await calls.run(hooks, () => client.callTool({ name, arguments: given }, options))
  } finally {
    silence.end()
  }
}

/**
 * Passes questions of the server (`elicitation/create`) to the call that they belong to. The SDK
 * reads a call's response stream in the asynchronous context of that call. A question on the
 * session's stream belongs to the only running call. If several calls run, the question is
 * dismissed, because it could reach the wrong person.
 */
function handleQuestions(client: Client, from: string): CallContext {
  const context = new AsyncLocalStorage<CallHooks>()
  const active = new Set<CallHooks>()
  const findOnly = () => (active.size === 1 ? [...active][0] : undefined)
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const question = readQuestion(params, from)
    const ask = (context.getStore() ?? findOnly())?.ask
    if (!question || !ask) return { action: 'cancel' as const }
    const { action, content } = await ask(question)
    return action === 'accept' && question.fields ? { action, content: content ?? {} } : { action }
  })
  return {
    run: async (hooks, work) => {
      active.add(hooks)
      try {
        return await context.run(hooks, work)
      } finally {
        active.delete(hooks)
      }
    },
  }
}

const acceptAll = (input: unknown) => ({
  valid: true as const,
  data: input as never,
  errorMessage: undefined,
})

/** Servers of MCP revision 2024-11-05 reject a POST to their address with one of these statuses. */
const postRejections = new Set([400, 404, 405, 406, 415, 501])

const isPostRejected = (error: unknown): boolean =>
  error instanceof Error &&
  ((isRecord(error) && postRejections.has(Number(error['status']))) || isPostRejected(error.cause))

/**
 * Opens the transport of MCP revision 2024-11-05, which receives an event stream and sends a POST
 * per message.
 */
async function openEventTransport(
  { address, secrets, authProvider }: McpTarget & { address: string },
  { allowedHosts }: SessionOptions,
): Promise<Transport> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/client')
  const fetchChecked = checkedFetch({ allowedHosts, bytesMax: answerBytesMax, timeoutMs: callMs })
  const endpoint = new URL(address)
  // The server names the URL for messages. The SDK rejects a URL of another origin.
  const isMessage = (url: string | URL, body: unknown) =>
    new URL(url).origin === endpoint.origin &&
    typeof body === 'string' &&
    body.includes('"jsonrpc"')
  return new SSEClientTransport(endpoint, {
    ...(authProvider && { authProvider }),
    fetch: async (url, init) => {
      // Requests to the authorization server must not contain this server's headers.
      const isOwn = String(url) === endpoint.href || isMessage(url, init?.body)
      if (!isOwn) return fetchChecked(url, init)
      const headers = new Headers(init?.headers)
      for (const [name, value] of Object.entries(secrets)) headers.set(name, value)
      return fetchChecked(url, { ...init, headers })
    },
  })
}

async function openTransport(
  { address, command, secrets, authProvider }: McpTarget,
  { allowedHosts, takesCommands, folder }: SessionOptions,
): Promise<Transport> {
  if (address !== undefined) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const fetchChecked = checkedFetch({ allowedHosts, bytesMax: answerBytesMax, timeoutMs: callMs })
    const fetchMended = mendingFetch(fetchChecked)
    const endpoint = new URL(address).href
    return new StreamableHTTPClientTransport(new URL(address), {
      ...(authProvider && { authProvider }),
      fetch: async (url, init) => {
        if (String(url) !== endpoint) return fetchChecked(url, init)
        const headers = new Headers(init?.headers)
        for (const [name, value] of Object.entries(secrets)) headers.set(name, value)
        return fetchMended(url, { ...init, headers })
      },
    })
  }
  const [program = '', ...args] = command ?? []
  if (!takesCommands) throw new CommandsOffError()
  const { StdioClientTransport, getDefaultEnvironment } =
    await import('@modelcontextprotocol/client/stdio')
  const env = { ...getDefaultEnvironment(), ...secrets }
  const cwd = path.join(folder, hashValue(command))
  await mkdir(cwd, { recursive: true, mode: 0o700 })
  const transport = new StdioClientTransport({
    command: isRelative(program) ? path.resolve(program) : program,
    cwd,
    args,
    env,
    stderr: 'ignore',
    maxBufferSize: answerBytesMax,
  })
  return mendLines(transport, answerBytesMax)
}

/** Many servers send a generic `message` and put the cause of an error into `data`. */
function describeRefusal({ message, data }: { message: string; data?: unknown }): string {
  const details = getErrorMessage(data)
  return details === '' || message.includes(details) ? message : `${message}: ${details}`
}

/** A path such as `./server` is relative to the folder in which Bozzetto was started. */
const isRelative = (program: string): boolean => /^\.{1,2}[/\\]/.test(program)

/** Thrown for a command server if the environment does not allow commands. */
export class CommandsOffError extends Error {
  override readonly name = 'CommandsOffError'
}

async function listTools(
  client: Client,
  oddTools: () => readonly OddTool[],
  signal: AbortSignal,
): Promise<ListedTools> {
  if (!client.getServerCapabilities()?.tools) return { tools: [], oddTools: [], leftOutCount: 0 }
  const { tools } = await client
    .listTools(undefined, { signal, timeout: listMs })
    .catch((error: unknown) => {
      // A server without this method has no tools, although `mendInitialization` assumes that the
      // server may have some.
      if (isRecord(error) && error['code'] === methodNotFound) return { tools: [] }
      throw error
    })
  const read = new Map<string, ListedTool>()
  const odd = [...oddTools()]
  for (const one of tools) {
    const tool = readTool(one)
    if ('problem' in tool) odd.push(tool)
    else if (read.has(tool.name)) odd.push(toOddTool(tool.name, 'Another tool has this name.'))
    else read.set(tool.name, tool)
  }
  const usable = [...read.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, mcpToolsMax)
  return {
    tools: usable,
    oddTools: odd.slice(0, mcpToolsMax),
    leftOutCount: read.size + odd.length - usable.length,
  }
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
    // The error is ignored, because the process has ended already.
  }
}
