import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runParts, type Figures, type BenchPart } from '../run-parts.ts'
import { startServerProcess } from '../server-process.ts'
import { median } from '../table.ts'
import { groupMib, watchGroup } from './group-memory.ts'
import { makeModels } from './many-models.ts'

const rounds = 5
const modelCount = 30
const settledMs = 60_000
const laterMs = 5 * 60_000
/**
 * Duration of thirty models in milliseconds before each job had its own process, on the machine of
 * `src/bench/README.md`.
 */
const modelsBeforeMs = Number(process.env['BOZZETTO_BENCH_MODELS_MS'] ?? Number.NaN)

/**
 * Measures the memory of an idle server and of a server that has generated thirty models, the start
 * time, and the disk space. `BOZZETTO_MEMORY` selects parts, separated by commas (default: all).
 */
export const benchMemory = (): Promise<Figures> =>
  runParts(
    {
      first: () => Promise.resolve(measureFirst),
      starts: () => Promise.resolve(measureStarts),
      idle: () => Promise.resolve(measureIdle),
      models: () => Promise.resolve(measureModels),
    },
    'BOZZETTO_MEMORY',
  )

const measureFirst: BenchPart = () =>
  inFolder(async (folder) => {
    const server = await startServerProcess(folder)
    await wait(settledMs)
    const settledMib = await groupMib(server.pid)
    await server.stop()
    return {
      first_start_ready_ms: Math.round(server.firstAnswerMs),
      first_start_rss_mib: Math.round(settledMib),
      data_folder_mb: Math.round((await bytesIn(folder)) / 1e5) / 10,
    }
  })

const measureStarts: BenchPart = () =>
  inUsedFolder(async (folder) => {
    const answered: number[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await startServerProcess(folder)
      answered.push(server.firstAnswerMs)
      await server.stop()
    }
    return { start_ready_ms: Math.round(median(answered)) }
  })

const measureIdle: BenchPart = () =>
  inUsedFolder(async (folder) => {
    const server = await startServerProcess(folder)
    await wait(settledMs)
    const settledMib = await groupMib(server.pid)
    await server.stop()
    return { idle_rss_mib: Math.round(settledMib) }
  })

const measureModels: BenchPart = (say) =>
  inUsedFolder(async (folder) => {
    const server = await startServerProcess(folder)
    const watch = watchGroup(server.pid)
    const modelsMs = await makeModels(server.url, modelCount)
    watch.end()
    const figures = {
      peak_30_models_mib: Math.round(watch.peakMib()),
      models_ms: Math.round(modelsMs),
      ...(modelsBeforeMs > 0 && {
        models_time_vs_before: Math.round((modelsMs / modelsBeforeMs) * 1000) / 1000,
      }),
    }
    say(JSON.stringify(figures))
    await wait(laterMs)
    const laterMib = await groupMib(server.pid)
    await server.stop()
    return { ...figures, rss_after_30_models_mib: Math.round(laterMib) }
  })

async function inFolder(work: (folder: string) => Promise<Figures>): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const inUsedFolder = (work: (folder: string) => Promise<Figures>): Promise<Figures> =>
  inFolder(async (folder) => {
    await (await startServerProcess(folder)).stop()
    return work(folder)
  })

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const { blocks, size } = await stat(path.join(entry.parentPath, entry.name))
    bytes += blocks === undefined ? size : blocks * 512
  }
  return bytes
}
