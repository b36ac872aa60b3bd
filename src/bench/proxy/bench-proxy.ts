import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createdKeySchema } from '#contract/keys.ts'
import { probeFirst, readNumbered, timeAnswers, type Target } from './client.ts'
import { startServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'

/** `BOZZETTO_BENCH_QUICK=1`: a look at whether it works, with figures that are worth little. */
const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const streamCount = isQuick ? 100 : 1_000
const streamSeconds = isQuick ? 8 : 60
const rampMs = isQuick ? 1_000 : 15_000
const probeEveryMs = 40
const roundCount = 3
const connections = [1, 16, 64]
const answersPerRound = isQuick ? 100 : 600
/** What a gateway has answered before it is timed: they run for weeks, and V8 compiles as it sees need. */
const answersBefore = isQuick ? 200 : 3_000
const tokensPerSecond = 50
const streamsPerKey = 100
/** MIT; it is no part of Bozzetto. */
const portkeyVersion = '1.15.2'
const portkeyFolder = path.resolve('node_modules/.cache/bozzetto/portkey')

/** What Bozzetto adds to a model's answers: to the first word under load, and beside another gateway. */
export async function benchProxy(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const upstream = await startProcess([
    '--import',
    'tsx',
    fileURLToPath(new URL('./upstream.ts', import.meta.url)),
  ])
  const direct: Target = { url: upstream.url, model: 'writer' }
  const server = await startServerProcess(folder, 'direct', {
    BOZZETTO_OPENAI_URL: upstream.url,
    BOZZETTO_LOG: 'info',
  })
  try {
    const keys = await makeKeys(server.url, Math.ceil(streamCount / streamsPerKey) + 2)
    const ours = keys.map((key): Target => ({
      url: `${server.url}/llm/v1`,
      model: 'openai/writer',
      headers: { Authorization: `Bearer ${key}` },
    }))
    const latency = await compareLatency(direct, ours)
    const load = await holdStreams(direct, ours, server.pid)
    return { ...load, ...latency }
  } finally {
    await server.stop()
    upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function holdStreams(direct: Target, ours: readonly Target[], pid: number) {
  const [probe] = ours
  if (!probe) throw new Error('There is no key.')
  await timeAnswers(probe, { count: 200, connections: 16 })
  const idleMib = residentMib(pid)
  const count = streamSeconds * tokensPerSecond
  const cpuBefore = cpuSeconds(pid)
  const startMs = performance.now()
  const ends = Array.from({ length: streamCount }, async (_, at) => {
    await wait((at / streamCount) * rampMs)
    return readNumbered(ours[1 + Math.floor(at / streamsPerKey)] ?? probe, count)
  })
  await wait(rampMs)
  const firsts = { direct: [] as number[], ours: [] as number[] }
  let peakMib = idleMib
  const endAt = startMs + streamSeconds * 1000 - 1_000
  while (performance.now() < endAt) {
    firsts.direct.push(await probeFirst(direct))
    firsts.ours.push(await probeFirst(probe))
    peakMib = Math.max(peakMib, residentMib(pid))
    await wait(probeEveryMs)
  }
  const cpu = (cpuSeconds(pid) - cpuBefore) / ((performance.now() - startMs) / 1000)
  const streams = await Promise.all(ends)
  const figures = {
    added_ttft_p50_ms: round(quantile(firsts.ours, 0.5) - quantile(firsts.direct, 0.5)),
    added_ttft_p99_ms: round(quantile(firsts.ours, 0.99) - quantile(firsts.direct, 0.99)),
    frames_lost_1000_streams: streams.reduce((sum, { lost }) => sum + lost, 0),
    rss_1000_streams_mib: Math.round(peakMib - idleMib),
  }
  const frames = streams.reduce((sum, one) => sum + one.frames, 0)
  console.log(
    `${streamCount} streams for ${streamSeconds} s: ${frames} frames came, ${figures.frames_lost_1000_streams} lost; memory ${Math.round(idleMib)} MiB before, ${Math.round(peakMib)} at most; ${cpu.toFixed(2)} processors in use`,
  )
  printTable([
    [`first word, ${firsts.ours.length} tries`, 'p50 ms', 'p99 ms'],
    ['direct', ...both(firsts.direct)],
    ['through Bozzetto', ...both(firsts.ours)],
  ])
  return figures
}

const both = (times: readonly number[]) => [
  round(quantile(times, 0.5)),
  round(quantile(times, 0.99)),
]

async function compareLatency(direct: Target, ours: readonly Target[]) {
  const other = await startPortkey(direct.url)
  const [own, spare] = ours
  if (!own || !spare) throw new Error('There is no key.')
  try {
    for (const target of [direct, own, spare, other.target]) {
      await timeAnswers(target, { count: answersBefore, connections: 16 })
    }
    const figures: Record<string, number> = {}
    const rows: (string | number)[][] = []
    for (const at of connections) {
      const times: Record<'direct' | 'ours' | 'theirs', number[]> = {
        direct: [],
        ours: [],
        theirs: [],
      }
      // The first round only warms up, and the three take turns: the machine is the same for all.
      for (let turn = 0; turn <= roundCount; turn++) {
        for (const [name, target] of [
          ['direct', direct],
          ['ours', turn % 2 ? own : spare],
          ['theirs', other.target],
        ] as const) {
          const taken = await timeAnswers(target, { count: answersPerRound, connections: at })
          if (turn > 0) times[name].push(...taken)
        }
      }
      const addedByOurs = median(times.ours) - median(times.direct)
      const addedByTheirs = median(times.theirs) - median(times.direct)
      figures[`added_latency_c${at}_vs_portkey`] = round(addedByOurs / addedByTheirs)
      rows.push([
        `${at} at once`,
        round(median(times.direct)),
        round(addedByOurs),
        round(addedByTheirs),
      ])
    }
    printTable([['whole answers, median ms', 'direct', 'Bozzetto adds', 'Portkey adds'], ...rows])
    return figures
  } finally {
    other.stop()
  }
}

/** `@portkey-ai/gateway` as its own users start it, sending to `upstreamUrl`. */
async function startPortkey(upstreamUrl: string) {
  const port = await freePort()
  const { stop } = await startProcess([await fetchPortkey(), `--port=${port}`, '--headless'], port)
  const target: Target = {
    url: `http://127.0.0.1:${port}/v1`,
    model: 'writer',
    headers: {
      Authorization: 'Bearer a-key',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': upstreamUrl,
    },
  }
  return { target, stop }
}

/** Its 25 MB are installed only for who compares, out of the way of everybody else. */
async function fetchPortkey(): Promise<string> {
  const main = path.join(portkeyFolder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  if (existsSync(main)) return main
  await mkdir(portkeyFolder, { recursive: true })
  const npm = spawn(
    'npm',
    [
      'install',
      '--prefix',
      portkeyFolder,
      '--ignore-scripts',
      `@portkey-ai/gateway@${portkeyVersion}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code] = (await once(npm, 'exit')) as [number | null]
  if (code !== 0) throw new Error('Portkey could not be installed.')
  return main
}

/** Starts Node on `args`, and waits for its address in what it prints, or for its port to answer. */
async function startProcess(args: string[], port?: number) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)))
  const stop = () => void child.kill('SIGKILL')
  for (let tries = 0; tries < 400; tries++) {
    await wait(50)
    if (child.exitCode !== null) throw new Error(`It ended: ${output}`)
    const url = /is at (http:\/\/\S+)/.exec(output)?.[1]
    if (port === undefined ? url !== undefined : await answers(port))
      return { url: url ?? '', stop }
  }
  stop()
  throw new Error(`It did not start: ${output}`)
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  )

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function makeKeys(url: string, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let at = 0; at < count; at++) {
    const response = await fetch(`${url}/api/keys`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: `Bench ${at}`,
        limits: { requestsPerMinute: 10_000, streams: streamsPerKey },
      }),
    })
    keys.push(createdKeySchema.parse(await response.json()).secret)
  }
  return keys
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100

/** From `/proc`; NaN where there is none. */
function residentMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(procFile(pid, 'status'))?.[1]) / 1024
}

/** In a hundredth, which is the clock of Linux. */
function cpuSeconds(pid: number): number {
  const fields = procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
