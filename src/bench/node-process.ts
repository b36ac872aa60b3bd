import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Starts Node with `args`. Waits until the process prints its address, or until the port accepts
 * connections.
 */
export async function startProcess(
  args: string[],
  { port, env = {} }: { port?: number; env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
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

/** Returns the resident memory of a process in MiB, or `NaN` on systems without `/proc`. */
export function readResidentMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(procFile(pid, 'status'))?.[1]) / 1024
}

/** Returns the CPU time of all threads of a process since its start, with a resolution of 10 ms. */
export function cpuSeconds(pid: number): number {
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
