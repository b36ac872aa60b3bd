import type { Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ensureClaudeCode,
  ensureClientLibraries,
  ensureCodex,
  ensureMcpInspector,
} from '../../../cli/testing/test-clients.mjs'
import { readEnv } from '../../env.ts'
import { listen } from '../../http/listen.ts'
import { startServer, type RunningServer } from '../../running-server.ts'
import { makeDataFolder } from '../../store/data-folder.fixture.ts'
import { startClientUpstream } from './client-upstream.ts'
import {
  runClaudeCode,
  runClaudeCodeTool,
  runCodex,
  runCodexTool,
  runMcpInspector,
} from './run-agents.ts'
import { runScenarios, type ClientTarget } from './run-scenarios.ts'

/**
 * Number of calls in the scenarios whose prompt is too long for the model. Each call must reach the
 * service once.
 */
const overflowCalls = 7

const libraries = await ensureClientLibraries()
const codex = await ensureCodex()
const claude = await ensureClaudeCode()
const inspector = await ensureMcpInspector()
for (const { missing } of [libraries, codex, claude, inspector]) {
  if (missing !== undefined) console.warn(`${missing} What is tested with it is skipped.`)
}

let folder: string
let running: RunningServer
let server: Server
let upstream: Awaited<ReturnType<typeof startClientUpstream>>
let target: ClientTarget

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-clients-'))
  upstream = await startClientUpstream()
  const apiKey = 'sa-a-key-for-the-clients'
  await makeDataFolder(folder)
  running = await startServer(
    readEnv({
      BOZZETTO_DATA: folder,
      BOZZETTO_API_KEYS: apiKey,
      BOZZETTO_API_KEY_REQUESTS: '1000',
      BOZZETTO_OPENAI_URL: upstream.url,
    }),
  )
  const listening = await listen(running.fetch, { hostname: '127.0.0.1', port: 0 })
  server = listening.server
  target = {
    llm: `http://127.0.0.1:${listening.address.port}/llm`,
    apiKey,
    model: 'openai/writer',
  }
})
afterAll(async () => {
  server?.close().closeAllConnections()
  await running?.close()
  await upstream?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('server with third-party clients', () => {
  it.skipIf(libraries.missing !== undefined)('passes every scenario of the SDKs', async () => {
    upstream.refused.length = 0
    const results = await runScenarios(libraries.folder ?? '', target)
    expect(results.filter(({ error }) => error !== undefined)).toEqual([])
    expect(results.length).toBeGreaterThan(40)
    expect(upstream.refused).toHaveLength(overflowCalls)
  })

  it.skipIf(codex.missing !== undefined)('answers a question of Codex', async () => {
    expect(await runCodex(codex.program ?? '', target)).toEqual({ name: 'codex: exec' })
  })

  it.skipIf(codex.missing !== undefined)('lets Codex run its shell tool', async () => {
    expect(await runCodexTool(codex.program ?? '', target)).toEqual({ name: 'codex: shell tool' })
  })

  it.skipIf(claude.missing !== undefined)('lets Claude Code run its read tool', async () => {
    expect(await runClaudeCodeTool(claude.program ?? '', target)).toEqual({
      name: 'claude code: read tool',
    })
  })

  it.skipIf(claude.missing !== undefined)('answers a question of Claude Code', async () => {
    expect(await runClaudeCode(claude.program ?? '', target)).toEqual({
      name: 'claude code: print',
    })
  })

  it.skipIf(inspector.missing !== undefined)('runs a tool for the MCP inspector', async () => {
    expect(await runMcpInspector(inspector.program ?? '', target)).toEqual({
      name: 'mcp inspector: tools/call',
    })
  })
})
