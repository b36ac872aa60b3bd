import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { freePort } from '../testing/free-port.ts'

export const commandsFolder = path.join(tmpdir(), `bozzetto-mcp-${process.pid}`)

/** Starts MCP servers on this machine that run until `close`. */
export function openServers() {
  const servers: Server[] = []
  const children: ChildProcess[] = []

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  }

  return {
    serve,
    /** Starts a server with the official SDK. `hears` receives the headers of each request. */
    official: (
      build: (server: McpServer) => void,
      options: { legacy?: 'stateless' | 'reject'; hears?: (headers: Headers) => void } = {},
    ): Promise<string> => {
      const { hears, ...rest } = options
      const handler = createMcpHandler(() => {
        const server = new McpServer({ name: 'official', version: '2.0.0' })
        build(server)
        return server
      }, rest)
      const listener = getRequestListener(async (request) => {
        hears?.(request.headers)
        return handler.fetch(request)
      })
      return serve((request, response) => void listener(request, response))
    },
    /**
     * Starts the reference server `everything`, which uses the MCP revisions before 2026 over HTTP.
     * @param transport `sse` is the transport of the revision 2024-11-05.
     */
    everything: async (transport: 'streamableHttp' | 'sse' = 'streamableHttp'): Promise<string> => {
      const port = await freePort()
      const file = packaged('@modelcontextprotocol/server-everything')
      const child = spawn(process.execPath, [file, transport], {
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      children.push(child)
      // The output must be read continuously, because a server that cannot write its log ends.
      await new Promise<void>((resolve) => {
        child.stderr.on('data', (words) => {
          if (/listening|running/.test(String(words))) resolve()
        })
      })
      return `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`
    },
    close: async () => {
      for (const server of servers.splice(0)) server.close().closeAllConnections()
      await Promise.all(
        children.splice(0).map(async (child) => {
          if (child.exitCode !== null) return
          child.kill('SIGKILL')
          await once(child, 'exit')
        }),
      )
    },
  }
}

export const packaged = (name: string): string =>
  createRequire(import.meta.url).resolve(`${name}/dist/index.js`)

export const addEcho = (server: McpServer, description = 'Says it again.') =>
  server.registerTool(
    'echo',
    { title: 'Echo', description, inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text: `You said ${text}.` }] }),
  )

type Answers = Record<string, (params: Record<string, unknown>) => unknown>

/** Creates a server of MCP revision 2025-11-25 with arbitrary responses. */
export const byHand =
  (answers: Answers): RequestListener =>
  (request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const {
        id,
        method,
        params = {},
      } = JSON.parse(body || '{}') as {
        id?: number
        method?: string
        params?: Record<string, unknown>
      }
      if (id === undefined) return void response.writeHead(202).end()
      const all: Answers = {
        initialize: () => ({
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'by hand', version: '1' },
        }),
        ...answers,
      }
      const answer = all[method ?? '']
      if (!answer) {
        response.writeHead(400, { 'content-type': 'application/json' })
        const error = { code: -32_601, message: 'Method not found' }
        return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
      }
      const result = answer(params)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  }
