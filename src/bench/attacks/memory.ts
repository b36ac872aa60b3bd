import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServerProcess } from '../server-process.ts'
import { readResidentMib } from '../node-process.ts'
import { bombs, type Bomb } from './bombs.ts'

const apiKey = 'sa-attack-key-of-the-bench'
const sampleEveryMs = 50
const answerTimeoutMs = 180_000

/**
 * Sends each input that needs much memory to a new server. Measures the peak memory of the server's
 * processes in MiB. Lists the inputs that ended the server, got no response, or caused a server
 * error.
 */
export async function attackMemory(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bombs-'))
  let worst = 0
  let unanswered = 0
  let faults = 0
  try {
    // The first start creates the database, which needs more memory than an idle server.
    await (await start(folder)).stop()
    for (const bomb of bombs) {
      const { mib, idleMib, answers } = await drop(bomb, folder)
      say(
        `${bomb.name}: ${Math.round(mib)} MiB, of which ${Math.round(idleMib)} idle; ${answers.join(' ')}`,
      )
      worst = Math.max(worst, mib)
      if (answers.includes('none')) unanswered++
      if (answers.includes('500')) faults++
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return {
    worst_rss_mib_one_request: Math.round(worst),
    bombs_unanswered: unanswered,
    bombs_as_own_fault: faults,
  }
}

const start = (folder: string) =>
  startServerProcess(folder, 'direct', { BOZZETTO_API_KEYS: apiKey, BOZZETTO_LOG: 'error' })

async function drop({ path: address, body, times = 1 }: Bomb, folder: string) {
  // Creates the body before the server starts, so that the body takes no memory from the server.
  const bytes = Uint8Array.from(await body())
  const server = await start(folder)
  const over = new AbortController()
  const idleMib = await treeMib(server.pid)
  let mib = idleMib
  const watching = (async () => {
    while (!over.signal.aborted) {
      mib = Math.max(mib, await treeMib(server.pid))
      await sleep(sampleEveryMs)
    }
  })()
  try {
    const send = async (): Promise<string> => {
      try {
        const response = await fetch(`${server.url}${address}`, {
          method: 'POST',
          body: bytes,
          headers: {
            origin: server.url,
            ...(address.startsWith('/llm') && {
              authorization: `Bearer ${apiKey}`,
              'content-type': 'application/json',
            }),
          },
          signal: AbortSignal.timeout(answerTimeoutMs),
        })
        await response.arrayBuffer()
        return String(response.status)
      } catch {
        return 'none'
      }
    }
    const answers = await Promise.all(Array.from({ length: times }, send))
    const isAlive = await fetch(`${server.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    return { mib, idleMib, answers: isAlive ? [...new Set(answers)] : ['none'] }
  } finally {
    over.abort()
    await watching
    await server.end('SIGKILL')
  }
}

async function treeMib(pid: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const entry of await readdir('/proc')) {
    const stat =
      /^\d+$/.test(entry) && (await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => ''))
    // The name of a process may contain any character. The state and the parent of the process
    // follow the name.
    if (stat)
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]))
  }
  const isOurs = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (id === pid || isOurs(parents.get(id)))
  const sizes = [...parents.keys()].filter(isOurs).map(readResidentMib)
  return sizes.filter(Number.isFinite).reduce((sum, size) => sum + size, 0)
}
