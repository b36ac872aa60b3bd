import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'
import { groupMib, watchGroup } from './group-memory.ts'
import { makeModels } from './many-models.ts'

const rounds = 5
const modelCount = 30
/** Until a server has settled. */
const settledMs = 60_000
/** After the last model. */
const laterMs = 5 * 60_000
/** What thirty models took before jobs had processes of their own, on the machine that `src/bench/README.md` names. */
const modelsBeforeMs = Number(process.env['BOZZETTO_BENCH_MODELS_MS'] ?? Number.NaN)

/** Memory of an idle server and of one that has made thirty models, seconds until it answers, and its data folder. */
export async function benchMemory(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  try {
    const first = await startServerProcess(folder)
    await wait(settledMs)
    const firstMib = await groupMib(first.pid)
    await first.stop()
    const dataBytes = await bytesIn(folder)

    const answered: number[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await startServerProcess(folder)
      answered.push(server.firstAnswerMs)
      await server.stop()
    }

    const server = await startServerProcess(folder)
    await wait(settledMs)
    const idleMib = await groupMib(server.pid)
    const watch = watchGroup(server.pid)
    const modelsMs = await makeModels(server.url, modelCount)
    watch.end()
    await wait(laterMs)
    const laterMib = await groupMib(server.pid)
    await server.stop()

    const figures = {
      idle_rss_mib: Math.round(idleMib),
      first_start_rss_mib: Math.round(firstMib),
      rss_after_30_models_mib: Math.round(laterMib),
      peak_30_models_mib: Math.round(watch.peakMib()),
      models_ms: Math.round(modelsMs),
      ...(modelsBeforeMs > 0 && {
        models_time_vs_before: Math.round((modelsMs / modelsBeforeMs) * 1000) / 1000,
      }),
      first_start_ready_ms: Math.round(first.firstAnswerMs),
      start_ready_ms: Math.round(median(answered)),
      data_folder_mb: Math.round(dataBytes / 1e5) / 10,
    }
    printTable(Object.entries(figures))
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const { blocks, size } = await stat(path.join(entry.parentPath, entry.name))
    // As the disk counts: in blocks, where it tells.
    bytes += blocks === undefined ? size : blocks * 512
  }
  return bytes
}
