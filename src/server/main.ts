import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { isLoopbackHost } from './access/caller.ts'
import { BadSecretError } from './access/secret.ts'
import { isDiskFull, isStorageRefused } from './errors.ts'
import { EnvError, readEnv, type Env } from './env.ts'
import { listen } from './listen.ts'
import { startServer, type RunningServer } from './running-server.ts'
import { log } from './seeing/log.ts'
import { openSeeing } from './seeing/open-seeing.ts'
import { FolderUnusableError } from './store/folder-error.ts'
import { FolderInUseError } from './store/lock.ts'
import { NewerDataError } from './store/migrate.ts'

/** Longest wait for streams and tasks when asked to stop. */
const stopTimeoutMs = 10_000
const here = path.dirname(fileURLToPath(import.meta.url))

main()

/**
 * Listens first and opens the store meanwhile: the port answers at once, and requests wait for the
 * rest, which is a second or so.
 */
function main(): void {
  // Whatever is made from here on is its owner's only.
  process.umask(0o077)
  const env = check(() => readEnv(process.env))
  const closeSeeing = openSeeing(env)
  const starting = startServer(env, { pageRoot: path.resolve(here, '../client') })
  starting.catch(fail)
  let server: Server | undefined
  open(env, starting).then(
    (opened) => {
      server = opened
      if (isStopping) server.close()
    },
    (error: unknown) => {
      say(
        isTaken(error)
          ? `Bozzetto cannot start: port ${env.PORT} is taken. Stop what uses it, or set PORT to another one, such as PORT=${env.PORT + 1} npm start.`
          : inspect(error),
      )
      void leave(starting, 1, closeSeeing)
    },
  )

  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    server?.close()
    log().info('stopping')
    void leave(starting, 0, closeSeeing)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Where others could come in, nothing is listened to before it is sure that there is a password. */
async function open(env: Env, starting: Promise<RunningServer>): Promise<Server> {
  if (!isLoopbackHost(env.HOST) && env.BOZZETTO_PASSWORD === undefined) await starting
  const fetch = async (request: Request, bindings: object) =>
    (await starting).fetch(request, bindings)
  const { server, address } = await listen(fetch, { hostname: env.HOST, port: env.PORT })
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const origin = `http://${host}:${address.port}`
  console.log(`Bozzetto is starting at ${origin}`)
  // What goes wrong with the start is told where that is waited for.
  starting.then(
    ({ addressToOpen }) => console.log(`Open it here: ${addressToOpen(origin)}`),
    () => {},
  )
  return server
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** For whoever starts it, not for the log. */
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

function check<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return fail(error)
  }
}

/** What a person can mend is said in a sentence; anything else keeps its stack. */
function fail(error: unknown): never {
  const isPlain =
    error instanceof EnvError ||
    error instanceof BadSecretError ||
    error instanceof FolderInUseError ||
    error instanceof FolderUnusableError ||
    error instanceof NewerDataError
  if (isDiskFull(error)) {
    say(
      'Bozzetto cannot start: the disk is full. Free some space and start it again; nothing is lost.',
    )
  } else if (isStorageRefused(error) && !isPlain) {
    say(
      'Bozzetto cannot start: something in the data folder may not be written to. Mend that, or set BOZZETTO_DATA to another folder; nothing is lost.',
    )
  } else say(isPlain ? `Bozzetto cannot start: ${error.message}` : inspect(error))
  process.exit(1)
}

/** Ends everything, then the process. */
async function leave(
  starting: Promise<RunningServer>,
  exitCode: number,
  closeSeeing: () => Promise<void>,
): Promise<void> {
  try {
    const running = await starting
    await running.close()
    await closeSeeing()
    process.exit(exitCode)
  } catch (error) {
    console.error('Bozzetto did not stop cleanly.', error)
    process.exit(1)
  }
}
