import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asRecord, isRecord } from '#lib/fields.ts'
import { ToolError } from '../../chat/tools/tool.ts'
import { toToolResult } from '../tool-result.ts'
import { openSession } from '../mcp-session.ts'
import { toOfferedSchema } from '../../tool-schemas/offered-schema.ts'

/** Expected results of a client that connects to a server. */
export type McpOutcome = {
  tools?: string[]
  odd?: string[]
  /** The schema of the last usable tool, as chat services receive it. */
  schema?: Record<string, unknown>
  texts?: string[]
  pictureCount?: number
  error?: string
}

export type McpCase = {
  class: string
  name: string
  /** Fields of the answer to `initialize` that differ from the default answer. */
  initialization?: object
  /** Results of `tools/list`, one per page. */
  lists?: readonly unknown[]
  result?: unknown
  /** Answers a notification. Default: status 202. */
  acknowledge?: (response: ServerResponse) => void
  write?: (response: ServerResponse, message: object) => void
  expected: McpOutcome
}

export const readMcpCase = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`./${name}.json`, import.meta.url), 'utf8'))

export type McpReplay = {
  replay: (one: McpCase) => Promise<McpOutcome>
  close: () => Promise<void>
}

/** Opens a server of MCP revision 2025-11-25 that sends the responses of a test case. */
export async function openMcpReplay(): Promise<McpReplay> {
  let current: McpCase
  let page = 0
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let sent = ''
    for await (const piece of request.setEncoding('utf8')) sent += String(piece)
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = asRecord(JSON.parse(sent))
    const { acknowledge = (given) => void given.writeHead(202).end() } = current
    if (id === undefined) return acknowledge(response)
    const result = toResult(method)
    const message =
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }
        : { jsonrpc: '2.0', id, result }
    const { write = writeJson } = current
    write(response, message)
  }
  function toResult(method: unknown): unknown {
    const {
      initialization,
      lists = [{ tools: [{ name: 'one', inputSchema: { type: 'object' } }] }],
      result,
    } = current
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'odd', version: '1' },
          ...initialization,
        }
      case 'tools/list':
        return lists[page++] ?? lists.at(-1)
      case 'tools/call':
        return result
      default:
        return undefined
    }
  }

  return {
    async replay(one) {
      current = one
      page = 0
      const { signal } = new AbortController()
      const target = {
        name: 'Odd',
        address: `http://127.0.0.1:${port}/mcp`,
        command: undefined,
        secrets: {},
      }
      const options = { allowedHosts: ['127.0.0.1'], takesCommands: false, folder: '' }
      const session = await openSession(target, options, signal)
      try {
        const { tools, oddTools } = await session.list(signal)
        const outcome: McpOutcome = {
          tools: tools.map(({ name }) => name),
          odd: oddTools.map(({ name }) => name),
          schema: toOfferedSchema(tools.at(-1)?.definition.parameters ?? {}),
        }
        if (one.result !== undefined) {
          const reading = session
            .call({ name: 'one', given: {} }, signal)
            .then((called) => readCall(called, one.expected))
          Object.assign(outcome, await reading.catch(toErrorOutcome))
        }
        return Object.fromEntries(Object.entries(outcome).filter(([name]) => name in one.expected))
      } finally {
        await session.close()
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readCall(called: unknown, { texts = [] }: McpOutcome): McpOutcome {
  try {
    const result = toToolResult(called, 'Odd')
    const { text, pictures = [] } = isRecord(result) ? result : { text: result }
    return { texts: texts.filter((one) => text.includes(one)), pictureCount: pictures.length }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

function writeJson(response: ServerResponse, message: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

function toErrorOutcome(error: unknown): McpOutcome {
  if (error instanceof ToolError) return { error: error.message }
  throw error
}
