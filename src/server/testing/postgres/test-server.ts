import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as PgClient } from 'pg'
import { freePort } from '../free-port.ts'

/** User id of `nobody`. Tests of root use this id, because Postgres refuses to run as root. */
export const nobodyUserId = 65_534
const startTimeoutMs = 30_000
const stopTimeoutMs = 10_000

export type TestServer = {
  url: string
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a Postgres server with an empty database cluster on a free port.
 * @param home folder with its `bin`, `lib` and `share`.
 */
export async function startTestServer(home: string): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bozzetto-postgres-'))
  const isRoot = process.getuid?.() === 0
  const as: SpawnOptions = isRoot
    ? { uid: nobodyUserId, gid: nobodyUserId, cwd: folder }
    : { cwd: folder }
  let programs = home
  if (isRoot) {
    chownSync(folder, nobodyUserId, nobodyUserId)
    // Copies the programs, because other users may have no access to root's folders.
    programs = path.join(folder, 'programs')
    cpSync(home, programs, { recursive: true, verbatimSymlinks: true })
    await chmod(folder, 0o755)
  }
  const data = path.join(folder, 'data')
  const made = spawnSync(
    path.join(programs, 'bin', 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: ReturnType<typeof spawn> | undefined

  const start = async () => {
    running = spawn(path.join(programs, 'bin', 'postgres'), getArguments(data, port), {
      ...as,
      stdio: 'ignore',
    })
    await untilReady(url)
  }
  const end = async (signal: NodeJS.Signals) => {
    const process = running
    if (!process || process.exitCode !== null || process.signalCode !== null) return
    const ended = new Promise((resolve) => process.once('exit', resolve))
    process.kill(signal)
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })])
  }
  await start()
  return {
    url,
    start,
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns settings for speed, because nothing has to survive a power failure. */
const getArguments = (data: string, port: number): string[] =>
  ['-D', data, '-p', String(port)].concat(
    [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'full_page_writes=off',
      'max_connections=300',
    ].flatMap((setting) => ['-c', setting]),
  )

export async function untilReady(url: string): Promise<void> {
  const until = performance.now() + startTimeoutMs
  for (;;) {
    const client = new PgClient({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      await client.end().catch(() => undefined)
      if (performance.now() > until) throw error
      await sleep(50)
    }
  }
}
