import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { inputRequired } from '@modelcontextprotocol/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ToolProgress } from '#contract/chat/tool-question.ts'
import { createChanges } from '../changes/changes.ts'
import { toolContext } from '../chat/tools/tool-context.fixture.ts'
import type { ToolContext } from '../chat/tools/tool.ts'
import { mcpServers } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openVault } from '../vault/vault.ts'
import type { Question } from './elicitation.ts'
import { addEcho, byHand, commandsFolder, openServers } from './mcp-servers.fixture.ts'
import { openMcpService, type McpService } from './mcp-service.ts'

const { signal } = new AbortController()
let store: Store
let mcp: McpService
const servers = openServers()
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  mcp = await openMcpService({
    store,
    vault: await openVault(store, 'a master key of more than 32 characters'),
    changes: createChanges(),
    allowedHosts: ['127.0.0.1'],
    folder: commandsFolder,
    takesCommands: true,
  })
})
afterEach(async () => {
  await mcp.close()
  await store.db.delete(mcpServers)
  await servers.close()
})

async function add(target: { address: string } | { command: string[] }): Promise<string[]> {
  const { tools } = await mcp.create({ name: 'Far', ...target }, signal)
  await mcp.change('far', { tools: Object.fromEntries(tools.map(({ name }) => [name, true])) })
  return tools.map(({ name }) => name)
}

async function call(name: string, more: Partial<ToolContext> = {}, given = {}): Promise<string> {
  const tool = mcp.tools().find((one) => one.name === `far__${name}`)
  const result = await tool?.run(given, toolContext(more))
  return typeof result === 'string' ? result : (result?.text ?? '')
}

const everyKind = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, title: 'Name', default: 'Ada' },
    age: { type: 'integer' as const, minimum: 0, maximum: 150 },
    isNew: { type: 'boolean' as const },
    size: { type: 'string' as const, enum: ['s', 'm'] },
  },
  required: ['age'],
}

const askingServer = () =>
  servers.official((server) => {
    server.registerTool('ask', { inputSchema: z.object({}) }, (_given, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.['who']
      if (answer) return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
      const who = inputRequired.elicit({ message: 'Who are you?', requestedSchema: everyKind })
      return inputRequired({ inputRequests: { who } })
    })
  })

const answerAs = (name: string) => ({
  ask: () => Promise.resolve({ action: 'accept' as const, content: { name, age: 1 } }),
})

describe('question of a running MCP tool', () => {
  it('shows the form to the person who asked and sends the answer to the tool', async () => {
    await add({ address: await askingServer() })
    const asked: Question[] = []
    const text = await call('ask', {
      ask: (question) => {
        asked.push(question)
        return Promise.resolve({ action: 'accept', content: { age: 36, name: 'Ada' } })
      },
    })
    expect(asked).toEqual([
      {
        from: 'Far',
        message: 'Who are you?',
        fields: [
          { name: 'name', label: 'Name', kind: 'text', default: 'Ada', isRequired: false },
          { name: 'age', label: 'age', kind: 'integer', min: 0, max: 150, isRequired: true },
          { name: 'isNew', label: 'isNew', kind: 'boolean', isRequired: false },
          {
            name: 'size',
            label: 'size',
            kind: 'choice',
            options: [
              { value: 's', label: 's' },
              { value: 'm', label: 'm' },
            ],
            isRequired: false,
          },
        ],
      },
    ])
    expect(text).toContain('"age":36')
  })

  it('is dismissed if nobody can answer', async () => {
    await add({ address: await askingServer() })
    expect(await call('ask')).toContain('"action":"cancel"')
  })

  it('is answered for the right call when three calls ask at the same time', async () => {
    await add({ address: await askingServer() })
    const names = ['Ada', 'Grace', 'Hedy']
    const texts = await Promise.all(names.map((name) => call('ask', answerAs(name))))
    expect(texts.map((text) => /"name":"(\w+)"/.exec(text)?.[1])).toEqual(names)
  })
})

it('McpService reports the progress of a call', async () => {
  const address = await servers.official((server) => {
    server.registerTool('work', { inputSchema: z.object({}) }, async (_given, { mcpReq }) => {
      const token = mcpReq._meta?.progressToken
      if (token !== undefined) {
        const params = { progressToken: token, progress: 1, total: 4, message: 'Reading' }
        await mcpReq.notify({ method: 'notifications/progress', params })
      }
      return { content: [{ type: 'text', text: 'worked' }] }
    })
  })
  await add({ address })
  const seen: ToolProgress[] = []
  expect(await call('work', { onProgress: (one) => seen.push(one) })).toContain('worked')
  expect(seen).toEqual([{ done: 1, total: 4, message: 'Reading' }])
})

it('McpService does not offer a tool that runs only as a task', async () => {
  const inputSchema = { type: 'object' }
  const tools = [
    { name: 'slow', inputSchema, execution: { taskSupport: 'required' } },
    { name: 'quick', inputSchema, execution: { taskSupport: 'optional' } },
  ]
  const address = await servers.serve(byHand({ 'tools/list': () => ({ tools }) }))
  expect(await add({ address })).toEqual(['quick'])
  expect(mcp.list().servers).toMatchObject([{ leftOutCount: 1 }])
})

/** Starts a server of MCP revision 2025-11-25 that can expire sessions and announce changes. */
async function serveSessions() {
  const state = { session: 0, names: ['echo'], calls: 0, opened: 0 }
  let streams: ((text: string) => void)[] = []
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      streams.push((text) => response.write(text))
      state.opened++
      return
    }
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const { id, method } = JSON.parse(body || '{}') as { id?: number; method?: string }
      if (method === 'initialize') state.session++
      else if (request.headers['mcp-session-id'] !== `s${state.session}`) {
        return void response.writeHead(method === 'server/discover' ? 400 : 404).end()
      }
      if (id === undefined) return void response.writeHead(202).end()
      if (method === 'tools/call') state.calls++
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'sessions', version: '1' },
        },
        'tools/list': {
          tools: state.names.map((name) => ({ name, inputSchema: { type: 'object' } })),
        },
        'tools/call': { content: [{ type: 'text', text: `session ${state.session}` }] },
      }
      response.writeHead(200, {
        'content-type': 'application/json',
        'mcp-session-id': `s${state.session}`,
      })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method ?? ''] ?? {} }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    state,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    forget: () => state.session++,
    announceTools: () => {
      const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
      for (const send of streams) send(`data: ${JSON.stringify(message)}\n\n`)
    },
    close: () => {
      streams = []
      server.close().closeAllConnections()
    },
  }
}

it('McpService reopens an expired MCP session and repeats the call once', async () => {
  const far = await serveSessions()
  try {
    await add({ address: far.address })
    expect(await call('echo')).toContain('session')
    far.forget()
    const before = far.state.calls
    expect(await call('echo')).toContain(`session ${far.state.session}`)
    expect(far.state.calls).toBe(before + 1)
  } finally {
    far.close()
  }
})

it('McpService lists tools again as soon as the server announces a change', async () => {
  const far = await serveSessions()
  try {
    await add({ address: far.address })
    await call('echo')
    await vi.waitFor(() => expect(far.state.opened).toBeGreaterThan(0))
    far.state.names = ['echo', 'later']
    far.announceTools()
    await vi.waitFor(() => {
      const [server] = mcp.list().servers
      expect(server?.tools.map(({ name }) => name)).toEqual(['echo', 'later'])
    })
  } finally {
    far.close()
  }
})

it('McpService starts a server command in a separate working directory', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-mcp-test-'))
  try {
    const program = path.join(folder, 'server.mjs')
    await writeFile(program, commandSource)
    await add({ command: [process.execPath, program] })
    const cwd = await call('where')
    expect(cwd).toContain(commandsFolder)
    expect(cwd).not.toContain(process.cwd())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const commandSource = `
import { createInterface } from 'node:readline'
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'cwd', version: '1' } },
  'tools/list': { tools: [{ name: 'where', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: process.cwd() }] },
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const result = results[method]
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'Unknown' } }) }))
})
`

describe('elicitation of a URL by an MCP server', () => {
  it('shows the URL, unless the URL is not on the web', async () => {
    const asked: Question[] = []
    const address = await servers.official((server) => {
      addEcho(server)
      const inputSchema = z.object({ url: z.string() })
      server.registerTool('open', { inputSchema }, ({ url }, { mcpReq }) => {
        const answer = mcpReq.inputResponses?.['page']
        if (answer) return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
        const page = inputRequired.elicitUrl({ message: 'Please sign in.', url })
        return inputRequired({ inputRequests: { page } })
      })
    })
    await add({ address })
    const ask = (question: Question) => {
      asked.push(question)
      return Promise.resolve({ action: 'accept' as const })
    }
    const url = 'https://far.example/sign-in?a=1'
    expect(await call('open', { ask }, { url })).toContain('accept')
    expect(asked).toEqual([{ from: 'Far', message: 'Please sign in.', url }])
    // A `javascript:` URL must never reach the page.
    const script = await call('open', { ask }, { url: 'javascript:alert(1)' })
    expect(script).not.toContain('accept')
    expect(asked).toHaveLength(1)
  })
})
