import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '#lib/id.ts'
import { startClientUpstream } from '../../server/testing/clients/client-upstream.ts'
import { overflowCalls, runAllClients } from '../../server/testing/clients/run-all-clients.ts'
import { startProcess } from '../node-process.ts'
import { compareLatency } from '../proxy/compare-latency.ts'
import { makeKeys } from '../proxy/make-keys.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'
import { measurePicker } from './picker.ts'
import { compareCost } from './translation-cost.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const startRounds = isQuick ? 3 : 9
const connectionCount = 30
const deadCount = 5
const modelCount = 3_000

const parts = ['picker', 'start', 'cost', 'latency', 'clients'] as const
type Part = (typeof parts)[number]

/**
 * Measures the cost of connections: long lists of models, many services at the start, and the delay
 * that the server adds to an answer. `BOZZETTO_BENCH_CONNECTIONS` selects parts, separated by
 * commas (default: all).
 */
export async function benchConnections(): Promise<Record<string, number>> {
  const asked = partsAsked()
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const upstream = await startUpstream(1)
  try {
    return {
      ...(asked.has('picker') && (await listMany(path.join(folder, 'many')))),
      ...(asked.has('start') && (await compareStarts(folder, upstream.url))),
      ...(await answer(path.join(folder, 'one'), upstream.url, asked)),
      ...(asked.has('clients') && (await tryClients(path.join(folder, 'clients')))),
    }
  } finally {
    upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function partsAsked(): Set<Part> {
  const names = process.env['BOZZETTO_BENCH_CONNECTIONS']?.split(',') ?? parts
  const unknown = names.find((name) => !(parts as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new Error(`There is no part ${unknown}. There are: ${parts.join(', ')}.`)
  }
  return new Set(names as Part[])
}

/**
 * Runs client libraries of other companies, and counts how often each library repeats a request
 * that is too long.
 */
async function tryClients(folder: string): Promise<Record<string, number>> {
  const upstream = await startClientUpstream()
  try {
    return await withServer(folder, async (server) => {
      const id = await connect(server, { kind: 'openai-compatible', address: upstream.url })
      const [apiKey = ''] = await makeKeys(server.url, 1)
      const target = { llm: `${server.url}/llm`, apiKey, model: `${id}/writer` }
      const results = await runAllClients(target)
      const failed = results.filter(({ error }) => error !== undefined)
      for (const { name, error } of failed) console.log(`${name}: ${error}`)
      printTable([
        ['clients of other companies', ''],
        ['scenarios', results.length],
        ['failed', failed.length],
      ])
      return {
        client_scenarios: results.length,
        client_scenarios_failed: failed.length,
        retries_on_context_overflow: upstream.refused.length - overflowCalls,
      }
    })
  } finally {
    await upstream.close()
  }
}

async function listMany(folder: string): Promise<Record<string, number>> {
  const many = await startUpstream(modelCount)
  try {
    return await withServer(folder, async (server) => {
      await connect(server, { kind: 'openai-compatible', address: many.url })
      return measurePicker(server, modelCount)
    })
  } finally {
    many.stop()
  }
}

async function answer(
  folder: string,
  upstreamUrl: string,
  asked: ReadonlySet<Part>,
): Promise<Record<string, number>> {
  if (!asked.has('cost') && !asked.has('latency')) return {}
  return withServer(folder, async (server) => {
    const openai = await connect(server, { kind: 'openai-compatible', address: upstreamUrl })
    const anthropic = await connect(server, { kind: 'anthropic-compatible', address: upstreamUrl })
    const keys = await makeKeys(server.url, 2)
    const getTargets = (id: string) =>
      keys.map((key) => ({
        url: `${server.url}/llm/v1`,
        model: `${id}/${upstreamModel}`,
        headers: { Authorization: `Bearer ${key}` },
      }))
    const cost = {
      relayed: getTargets(openai)[0],
      translated: getTargets(anthropic)[0],
    }
    const direct = { url: upstreamUrl, model: upstreamModel }
    return {
      ...(asked.has('cost') && (await compareCost(server.pid, cost))),
      ...(asked.has('latency') && (await compareLatency(direct, getTargets(openai), [1]))),
    }
  })
}

const upstreamModel = 'meta/model-0-instruct'

const startUpstream = (models: number) =>
  startProcess(['--import', 'tsx', fileURLToPath(new URL('./upstream.ts', import.meta.url))], {
    env: { BENCH_MODELS: String(models) },
  })

async function withServer<Result>(
  folder: string,
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await startServerProcess(folder)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function connect({ url }: ServerProcess, body: object): Promise<string> {
  const response = await fetch(`${url}/api/connections`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

/**
 * Measures the time from the start of a server to the first word of an answer, with 30 connections
 * and with none. Five of the 30 services fail: three addresses refuse connections, and two never
 * respond.
 */
async function compareStarts(folder: string, upstreamUrl: string) {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`
  const addresses = Array.from({ length: connectionCount }, (_, at) =>
    at >= deadCount ? upstreamUrl : at < 2 ? silentUrl : 'http://127.0.0.1:9/v1',
  )
  const folders = { none: path.join(folder, 'none'), thirty: path.join(folder, 'thirty') }
  try {
    await withServer(folders.none, () => Promise.resolve())
    await withServer(folders.thirty, async (server) => {
      for (const address of addresses) await connect(server, { kind: 'openai-compatible', address })
    })
    const times = { none: [] as number[], thirty: [] as number[] }
    for (let round = 0; round < startRounds; round++) {
      // The order alternates, because the second measurement runs with warmer caches.
      const order = round % 2 ? (['none', 'thirty'] as const) : (['thirty', 'none'] as const)
      for (const name of order) {
        const startMs = performance.now()
        await withServer(folders[name], async (server) => {
          await readFirstWord(server)
          times[name].push(performance.now() - startMs)
        })
      }
    }
    const [none, thirty] = [median(times.none), median(times.thirty)]
    printTable([
      [`from a start to the first word, ms (median of ${startRounds})`, ''],
      ['no connection', Math.round(none)],
      [`${connectionCount} connections, ${deadCount} of them dead`, Math.round(thirty)],
    ])
    return { start_30_connections_vs_none: Math.round((thirty / none) * 100) / 100 }
  } finally {
    silent.close()
  }
}

async function readFirstWord({ url }: ServerProcess): Promise<void> {
  const body = {
    runId: newId(),
    answerId: newId(),
    modelId: 'bozzetto/guide',
    question: { id: newId(), text: 'What can you do?' },
  }
  const response = await fetch(`${url}/api/conversations/${newId()}/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true })
    if (text.includes('"text-delta"')) return
  }
  throw new Error(`There was no answer: ${text.slice(0, 500)}`)
}
