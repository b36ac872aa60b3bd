import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findLink, signInByLink, type SessionCookie } from '#testing/sign-in.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
const mainFile = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
const startTimeoutMs = 60_000
const outputLengthMax = 20_000

export type ServerProcess = {
  url: string
  link: string
  /**
   * Session cookie of the owner, which `fetch` sends automatically. Undefined for a server with a
   * password.
   */
  cookie: SessionCookie | undefined
  pid: number
  /** Milliseconds from the start of the process until it prints its address. */
  startMs: number
  /** Milliseconds from the start of the process to the first response that needs the database. */
  firstAnswerMs: number
  stop: () => Promise<void>
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Ids of process groups, which the system does not end together with this process. */
const running = new Set<number>()
process.once('exit', () => {
  for (const pid of running) {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {}
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    if (running.size > 0) process.exit(1)
    process.kill(process.pid, signal)
  })
}

/**
 * Starts the built server on a free port.
 * @param how `direct` runs the server, `npm` runs the command of a user.
 * @param settings additional environment variables.
 * @throws {Error} with the output of the server if it does not start within a minute.
 */
export async function startServerProcess(
  dataFolder: string,
  how: 'direct' | 'npm' = 'direct',
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const start = performance.now()
  const env = {
    ...process.env,
    PORT: '0',
    ...settings,
    NODE_ENV: 'production',

    BOZZETTO_DATA: dataFolder,
  }
  const [command, args] =
    how === 'npm' ? ['npm', ['start', '--silent']] : [process.execPath, [mainFile]]
  const child = spawn(command, args, {
    cwd: projectRoot,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  if (pid > 0) running.add(pid)
  child.once('exit', () => running.delete(pid))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputLengthMax)
    })
  }
  const untilPrinted = (find: (printed: string) => string | undefined) =>
    new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(`The server did not start:\n${output}`))
      const timer = setTimeout(fail, startTimeoutMs)
      child.once('exit', fail)
      const look = () => {
        const printed = find(output)
        if (printed === undefined) return
        clearTimeout(timer)
        child.stdout.off('data', look)
        resolve(printed)
      }
      child.stdout.on('data', look)
      look()
    })
  const url = await untilPrinted(
    (printed) => /Bozzetto is starting at (http:\/\/\S+)\n/.exec(printed)?.[1],
  )
  const startMs = performance.now() - start
  let isEnding = false
  child.once('exit', (code, signal) => {
    if (!isEnding) console.error(`The server ended by itself (${code ?? signal}):\n${output}`)
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    isEnding = true
    const exit = once(child, 'exit')
    // With `npm`, the server is a child of a child process, so end the whole process group.
    process.kill(-pid, signal)
    await exit
  }
  let link = ''
  let cookie: SessionCookie | undefined
  try {
    link = await untilPrinted((printed) => findLink(printed, { dataFolder, env }))
    cookie = await signInByLink(link)
    const answer = await fetch(`${url}/api/assets`, { signal: AbortSignal.timeout(startTimeoutMs) })
    // A server with a password responds with 401, which also needs the database.
    const isExpected = answer.ok || (answer.status === 401 && cookie === undefined)
    if (!isExpected) throw new Error(`The server answered ${answer.status}.`)
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
  const firstAnswerMs = performance.now() - start
  return { url, link, cookie, pid, startMs, firstAnswerMs, end, stop: () => end('SIGTERM') }
}
