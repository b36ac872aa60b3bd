/** The database server does not answer for now; the statement may have taken effect. */
export class StoreUnreachableError extends Error {
  override readonly name = 'StoreUnreachableError'

  constructor(options?: ErrorOptions) {
    super(
      sentences.get(stateOf(options?.cause)) ?? 'The database server cannot be reached.',
      options,
    )
  }
}

const sentences = new Map([
  ['53300', 'The database server has no free connection.'],
  ['42501', 'The database does not give this server the rights it needs.'],
  ['25006', 'The database is read-only.'],
])

const stateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** The database server does not let this server work, and will not without somebody's help. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError'
}

const networkCodes: unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** It shuts down, has crashed, is starting, or has no connection left. */
const passingStates: unknown[] = ['57P01', '57P02', '57P03', '53300']
/** `pg` gives these no code. */
const lostWords = /^(?:Connection terminated|timeout e|Client has encountered a connection error)/

/** @returns whether `error` says that the server is not there, or not yet. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'StoreUnreachableError') return true
  // An address of several numbers is told as all their faults.
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  const code = 'code' in error ? error.code : undefined
  if (networkCodes.includes(code) || passingStates.includes(code)) return true
  return (typeof code === 'string' && code.startsWith('08')) || lostWords.test(error.message)
}

/** Converts errors of `pg` that may pass without a change of the statement. */
export const asUnreachable = (error: unknown): unknown =>
  isUnreachable(error) || sentences.has(stateOf(error))
    ? new StoreUnreachableError({ cause: error })
    : error
