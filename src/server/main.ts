import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { EnvError } from './env.ts'
import { startServer, type RunningServer } from './running-server.ts'
import { FolderInUseError } from './store/lock.ts'
import { NewerDataError } from './store/migrate.ts'

/** Longest wait for streams and tasks when asked to stop. */
const stopTimeoutMs = 10_000
const here = path.dirname(fileURLToPath(import.meta.url))

try {
  await main()
} catch (error) {
  // What a person can mend is said in a sentence; anything else keeps its stack.
  const isPlain =
    error instanceof EnvError ||
    error instanceof FolderInUseError ||
    error instanceof NewerDataError
  console.error(isPlain ? `Bozzetto cannot start: ${error.message}` : error)
  process.exit(1)
}

async function main(): Promise<void> {
  const running = await startServer(process.env, {
    pageRoot: path.resolve(here, '../client'),
  })
  const { HOST, PORT } = running.env
  const server = serve({ fetch: running.fetch, hostname: HOST, port: PORT }, (info) => {
    const host = info.family === 'IPv6' ? `[${info.address}]` : info.address
    console.log(`Bozzetto is at http://${host}:${info.port}`)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Bozzetto cannot start: port ${PORT} is taken. Stop what uses it, or set PORT to another one, such as PORT=${PORT + 1} npm start.`
        : error,
    )
    void leave(running, 1)
  })

  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    server.close()
    void leave(running, 0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Ends everything, then the process. */
async function leave(running: RunningServer, exitCode: number): Promise<void> {
  try {
    await running.close()
    process.exit(exitCode)
  } catch (error) {
    console.error('Bozzetto did not stop cleanly.', error)
    process.exit(1)
  }
}
