/**
 * Thrown if the database server does not respond at the moment. The statement may still have been
 * executed.
 */
export class StoreUnreachableError extends Error {
  override readonly name = 'StoreUnreachableError'

  constructor(options?: ErrorOptions) {
    super(
      sentences.get(getState(options?.cause)) ?? 'The database server cannot be reached.',
      options,
    )
  }
}

const sentences = new Map([
  ['53300', 'The database server has no free connection.'],
  ['42501', 'The database does not give this server the rights it needs.'],
  ['25006', 'The database is read-only.'],
])

const getState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Thrown if the database server refuses this server. An administrator has to fix the cause. */
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
/** SQLSTATEs of a server that shuts down, has crashed, is starting, or has no free connection. */
const passingStates: unknown[] = ['57P01', '57P02', '57P03', '53300']
/** Messages of `pg` for errors without a code. */
const lostWords = /^(?:Connection terminated|timeout e|Client has encountered a connection error)/

export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'StoreUnreachableError') return true
  // Connecting to a host name with several addresses fails with the errors of all addresses.
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  const code = 'code' in error ? error.code : undefined
  if (networkCodes.includes(code) || passingStates.includes(code)) return true
  return (typeof code === 'string' && code.startsWith('08')) || lostWords.test(error.message)
}

/** Converts temporary errors of `pg`, after which the same statement may succeed. */
export const asUnreachable = (error: unknown): unknown =>
  isUnreachable(error) || sentences.has(getState(error))
    ? new StoreUnreachableError({ cause: error })
    : error
