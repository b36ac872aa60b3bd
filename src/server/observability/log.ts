import { format } from 'node:util'
import pino, { type DestinationStream, type Logger } from 'pino'
import { createRedact } from './redact.ts'
import { readable } from './readable-log.ts'
import { currentRequest } from './request-context.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

type LogOptions = {
  level: LogLevel
  /** Never written, in whatever is logged. */
  secrets?: readonly (string | undefined)[]
  /** Lines for people rather than for programs. */
  isReadable?: boolean
  /** Where whole lines go. */
  write: (line: string) => void
}

const quiet: DestinationStream = { write: () => {} }
let current = pino({ level: 'silent' }, quiet)

/** The log of this process; silent until `openLog`. */
export const log = (): Logger => current

/** How long a line may wait for others. */
const waitMs = 20
const waiting: (() => void)[] = []

/**
 * Writes a line a moment later, together with others: a line by itself takes a fifth of the work for a short
 * answer, while the next request is there already. What belongs to a request has to be in `details`.
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
 * Begins to log: a line of JSON for each thing worth telling, with the id of the request that it
 * belongs to. Takes `console.error` and `console.warn` in too, so that what libraries say stands in
 * the same place, in the same form, and without secrets.
 *
 * @returns stops that.
 */
export function openLog({
  level,
  secrets = [],
  isReadable = false,
  write,
}: LogOptions): () => void {
  const redact = createRedact(secrets)
  const destination: DestinationStream = {
    write: (line) => write(redact(isReadable ? readable(line) : line)),
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
  console.error = (...args: unknown[]) => current.error(detailsOf(args), wordsOf(args))
  console.warn = (...args: unknown[]) => current.warn(detailsOf(args), wordsOf(args))
  return () => {
    console.error = error
    console.warn = warn
  }
}

const detailsOf = (args: readonly unknown[]): object => {
  const error = args.find((arg) => arg instanceof Error)
  return error === undefined ? {} : { error }
}

const wordsOf = (args: readonly unknown[]): string =>
  format(...args.filter((arg) => !(arg instanceof Error))) || 'Something went wrong.'

const causesMax = 5

/**
 * Words and stack of an error. A query that failed names all its values in its message, and these are
 * what people wrote, or keys: they stay out, and the query with its `$1` says enough.
 */
export function withoutValues(error: Error): { message: string; stack: string | undefined } {
  const { message, stack } = error
  if (!('query' in error) || !('params' in error)) return { message, stack }
  const safe = `Failed query: ${String(error.query)}`
  return { message: safe, stack: stack?.replace(message, () => safe) }
}

/** Name, message, code and stack of an error and of what caused it; no other field, whatever it holds. */
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
