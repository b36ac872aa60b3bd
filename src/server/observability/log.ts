import { format } from 'node:util'
import pino, { type DestinationStream, type Logger } from 'pino'
import { createRedact } from './redact.ts'
import { readable } from './readable-log.ts'
import { noteProblem } from './recent-problems.ts'
import { currentRequest } from './request-context.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

type LogOptions = {
  level: LogLevel
  secrets?: readonly (string | undefined)[]
  isReadable?: boolean
  write: (line: string) => void
}

const quiet: DestinationStream = { write: () => {} }
let current = pino({ level: 'silent' }, quiet)

/** Returns the log of this process, which is silent until `openLog`. */
export const log = (): Logger => current

export function setLogLevel(level: LogLevel): void {
  current.level = level
}

/** Maximum time in milliseconds for which lines are collected before they are written. */
const waitMs = 20
const waiting: (() => void)[] = []

/**
 * Writes a line later in a batch, because writing each line immediately would take a fifth of the
 * work for a short answer. `details` must contain the request's fields, because the next request
 * may be current by then.
 */
export function logSoon(level: 'debug' | 'info', details: object, words: string): void {
  if (!current.isLevelEnabled(level)) return
  waiting.push(() => current[level](details, words))
  if (waiting.length === 1) setTimeout(writeWaiting, waitMs)
}

function writeWaiting(): void {
  for (const write of waiting.splice(0)) write()
}

/**
 * Starts the log: one line of JSON per event, with the id of its request. Libraries that use
 * `console.error` and `console.warn` log in the same format.
 * @returns a function that stops the log.
 */
export function openLog({
  level,
  secrets = [],
  isReadable = false,
  write,
}: LogOptions): () => void {
  const redact = createRedact(secrets)
  const destination: DestinationStream = {
    write: (line) => {
      const safe = redact(line)
      noteProblem(safe)
      write(isReadable ? readable(safe) : safe)
    },
  }
  current = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
      mixin: () => {
        const { requestId, span } = currentRequest() ?? {}
        return {
          ...(requestId !== undefined && { requestId }),
          ...(span && { traceId: span.traceId }),
        }
      },
    },
    destination,
  )
  const giveConsoleBack = takeConsole()
  process.once('exit', writeWaiting)
  return () => {
    writeWaiting()
    process.off('exit', writeWaiting)
    giveConsoleBack()
    current = pino({ level: 'silent' }, quiet)
  }
}

function takeConsole(): () => void {
  const { error, warn } = console
  console.error = (...args: unknown[]) => current.error(getDetails(args), getWords(args))
  console.warn = (...args: unknown[]) => current.warn(getDetails(args), getWords(args))
  return () => {
    console.error = error
    console.warn = warn
  }
}

const getDetails = (args: readonly unknown[]): object => {
  const error = args.find((arg) => arg instanceof Error)
  return error === undefined ? {} : { error }
}

const getWords = (args: readonly unknown[]): string =>
  format(...args.filter((arg) => !(arg instanceof Error))) || 'Something went wrong.'

const causesMax = 5

/**
 * Returns message and stack of an error. The values in the message of a failed query are removed,
 * because they may be people's text or keys.
 */
export function withoutValues(error: Error): { message: string; stack: string | undefined } {
  const { message, stack } = error
  if (!('query' in error) || !('params' in error)) return { message, stack }
  const safe = `Failed query: ${String(error.query)}`
  return { message: safe, stack: stack?.replace(message, () => safe) }
}

/** Returns name, message, code and stack of an error and its causes, but no other field. */
function describeError(error: unknown): unknown {
  const chain: object[] = []
  let link = error
  while (link instanceof Error && chain.length < causesMax) {
    const { name } = link
    const { message, stack } = withoutValues(link)
    const code = 'code' in link ? String(link.code) : undefined
    chain.push({ name, message, ...(code !== undefined && { code }), stack })
    link = link.cause
  }
  return chain
}
