import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { isLoopbackHost } from './access/caller.ts'
import { BadSecretError } from './vault/secret.ts'
import { isDatabaseDamaged, isDiskFull, isStorageRefused } from './errors/http-error.ts'
import { BucketUnreachableError } from './files/blobs/bucket-unreachable.ts'
import { EnvError, type Env } from './env.ts'
import { readProcessEnv } from './env-files.ts'
import { listen } from './http/listen.ts'
import { startServer, type RunningServer } from './running-server.ts'
import { log } from './observability/log.ts'
import { openObservability } from './observability/open-observability.ts'
import { FolderUnusableError } from './disk/folder-error.ts'
import { FolderInUseError } from './store/embedded/lock.ts'
import { NewerDataError } from './store/migrate.ts'
import { formatWhereToOpen } from './where-to-open.ts'
import { DatabaseUnusableError, StoreUnreachableError } from './store/server/unreachable.ts'

const stopTimeoutMs = 10_000
const here = path.dirname(fileURLToPath(import.meta.url))

/**
 * Starts the server. It listens before the store is open, so requests are accepted immediately and
 * wait for about a second.
 */
function main(): void {
  // New files are readable by their owner only.
  process.umask(0o077)
  // One thread compiles the WebAssembly of the database, because several threads would delay the
  // start and keep 40 MiB in their allocators.
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  // This higher budget avoids optimizing code that a start runs only once. With V8's default, the
  // optimization takes a third of the CPU time of a start.
  setFlagsFromString('--wasm-tiering-budget=100000000')
  const { env, notices } = check(readProcessEnv)
  const closeObservability = openObservability(env)
  for (const notice of notices) log().warn(notice)
  const starting = startServer(env, { pageRoot: path.resolve(here, '../client') })
  starting.catch(fail)
  let server: Server | undefined
  open(env, starting).then(
    (opened) => {
      server = opened
      if (isStopping) server.close()
    },
    (error: unknown) => {
      printError(
        isTaken(error)
          ? `Bozzetto cannot start: port ${env.PORT} is already in use. Stop the program that uses it, or set PORT to another port, such as PORT=${env.PORT + 1} npm start.`
          : inspect(error),
      )
      void leave(starting, 1, closeObservability)
    },
  )

  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    log().info('stopping')
    void drained(starting, env.BOZZETTO_DRAIN_SECONDS * 1000).then(() => {
      setTimeout(() => process.exit(1), stopTimeoutMs).unref()
      server?.close()
      void leave(starting, 0, closeObservability)
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/**
 * Opens the server. If other machines can reach the server and the environment sets no password,
 * the server listens only after checking that a password exists.
 */
async function open(env: Env, starting: Promise<RunningServer>): Promise<Server> {
  if (!isLoopbackHost(env.HOST) && env.BOZZETTO_PASSWORD === undefined) await starting
  let running: RunningServer | undefined
  const fetch = async (request: Request, bindings: object) => {
    running ??= await starting
    return running.fetch(request, bindings)
  }
  const { server, address } = await listen(fetch, { hostname: env.HOST, port: env.PORT })
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const origin = `http://${host}:${address.port}`
  console.log(`Bozzetto is starting at ${origin}`)
  starting.then(
    ({ addressToOpen }) => {
      const where = { origin: origin + env.BOZZETTO_BASE, address: addressToOpen(origin) }
      console.log(formatWhereToOpen(where, process.stdout.isTTY))
    },
    () => {},
  )
  return server
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

const printError = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

function check<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return fail(error)
  }
}

/**
 * Prints the cause of a failed start and exits. Problems that a person can fix are printed as a
 * sentence, other errors with their stack.
 */
function fail(error: unknown): never {
  const isPlain =
    error instanceof EnvError ||
    error instanceof BadSecretError ||
    error instanceof FolderInUseError ||
    error instanceof FolderUnusableError ||
    error instanceof NewerDataError ||
    error instanceof BucketUnreachableError ||
    error instanceof StoreUnreachableError ||
    error instanceof DatabaseUnusableError
  if (isDiskFull(error)) {
    printError(
      'Bozzetto cannot start: the disk is full. Free some space and start again; nothing is lost.',
    )
  } else if (isStorageRefused(error) && !isPlain) {
    printError(
      'Bozzetto cannot start: a file in the data folder cannot be written to. Fix its permissions, or set BOZZETTO_DATA to another folder; nothing is lost.',
    )
  } else if (isDatabaseDamaged(error) && !isPlain) {
    printError(
      'Bozzetto cannot start: a part of the database is damaged and cannot be read. Restore a backup: npm run restore -- BACKUP --replace.',
    )
  } else printError(isPlain ? `Bozzetto cannot start: ${error.message}` : inspect(error))
  process.exit(1)
}

async function drained(starting: Promise<RunningServer>, ms: number): Promise<void> {
  if (ms === 0) return
  await starting.then(({ drain }) => drain(ms)).catch(() => undefined)
}

async function leave(
  starting: Promise<RunningServer>,
  exitCode: number,
  closeObservability: () => Promise<void>,
): Promise<void> {
  try {
    const running = await starting
    await running.close()
    await closeObservability()
    process.exit(exitCode)
  } catch (error) {
    console.error('Bozzetto did not shut down cleanly.', error)
    process.exit(1)
  }
}

// The call is the last statement, because `main` uses the definitions above immediately.
main()
