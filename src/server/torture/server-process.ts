import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const mainFile = path.resolve('dist/server/main.js')
const startTimeoutMs = 60_000

export type Victim = { url: string; end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void> }

/**
 * Starts the built server on a free port.
 *
 * @throws {Error} with the end of its output when it does not listen within a minute.
 */
export async function startVictim(settings: Record<string, string>): Promise<Victim> {
  const child = spawn(process.execPath, [mainFile], {
    env: { ...process.env, ...settings, PORT: '0', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  try {
    return { url: await addressOf(child), end }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not start:\n${output}`))
    const timer = setTimeout(fail, startTimeoutMs)
    child.once('exit', fail)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-5_000)
        const address = /Bozzetto is at (http:\/\/\S+)/.exec(output)?.[1]
        if (!address) return
        clearTimeout(timer)
        resolve(address)
      })
    }
  })
}
