import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readResidentMib } from '../node-process.ts'
import { startServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'

const rounds = 5

/**
 * Measures the time until the server accepts connections and responds, with an empty data folder
 * and a used data folder.
 */
export async function benchStart(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  try {
    const first = await startServerProcess(folder)
    await first.stop()

    const second: number[] = []
    const answered: number[] = []
    const memory: number[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await startServerProcess(folder)
      second.push(server.startMs)
      answered.push(server.firstAnswerMs)
      memory.push(readResidentMib(server.pid))
      await server.stop()
    }
    const byNpm: number[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await startServerProcess(folder, 'npm')
      byNpm.push(server.startMs)
      await server.stop()
    }
    const figures = {
      first_start_ms: Math.round(first.startMs),
      second_start_ms: Math.round(median(second)),
      first_start_answer_ms: Math.round(first.firstAnswerMs),
      second_start_answer_ms: Math.round(median(answered)),
      second_npm_start_ms: Math.round(median(byNpm)),
      idle_rss_mib: Math.round(median(memory)),
    }
    printTable([
      ['start', 'listens ms', 'first answer from the store ms'],
      ['empty data folder', figures.first_start_ms, figures.first_start_answer_ms],
      [`again (median of ${rounds})`, figures.second_start_ms, figures.second_start_answer_ms],
      [`again, with "npm start" (median of ${rounds})`, figures.second_npm_start_ms, ''],
    ])
    console.log(`memory after a start: ${figures.idle_rss_mib} MiB resident`)
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
