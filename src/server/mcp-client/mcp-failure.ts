import { cutText } from '#lib/cut-text.ts'
import { asRecord, isRecord } from '#lib/fields.ts'
import { HttpError } from '../errors/http-error.ts'
import { TooLongError } from '../outgoing/checked-fetch.ts'
import { AddressRefusedError, type Refusal } from '../outgoing/checked-request.ts'
import { storable } from '../store/storable.ts'
import { CommandsOffError } from './mcp-session.ts'

/** @param fallback what happened if the cause is unknown. */
export function mcpFailure(
  thrown: unknown,
  name: string,
  fallback = 'did not answer as an MCP server',
): HttpError {
  if (thrown instanceof HttpError) return thrown
  for (const cause of listCauses(thrown)) {
    const known = knownFailure(cause, name)
    if (known) return known
  }
  const words = thrown instanceof Error ? cutText(storable(thrown.message), 300) : ''
  return new HttpError('provider_failed', `${name} ${fallback}: ${words}`, {
    cause: thrown,
  })
}

function knownFailure(cause: unknown, name: string): HttpError | undefined {
  if (cause instanceof HttpError) return cause
  if (cause instanceof AddressRefusedError) return refused(cause)
  if (cause instanceof TooLongError) {
    return new HttpError('provider_failed', `${name} sent too much. ${cause.message}`, { cause })
  }
  if (cause instanceof CommandsOffError) {
    const sentence =
      'Commands on this machine are not run. Set BOZZETTO_MCP_COMMANDS=1 and restart the server.'
    return new HttpError('forbidden', sentence, { cause })
  }
  if (!isRecord(cause)) return undefined
  const { code, status = statusIn(cause), name: kind } = cause
  if (status === 401 || status === 403 || kind === 'UnauthorizedError') {
    const sentence = `${name} requires signing in, or a header such as Authorization.`
    return new HttpError('provider_refused', sentence, { cause })
  }
  if (code === 'REQUEST_TIMEOUT' || kind === 'TimeoutError') {
    return new HttpError('timed_out', `${name} did not answer in time.`, { cause })
  }
  if (code === 'ENOENT') {
    return new HttpError('provider_unreachable', `The command of ${name} does not exist.`, {
      cause,
    })
  }
  if (typeof code === 'string' && unreachable.test(code)) {
    return new HttpError('provider_unreachable', `${name} cannot be reached (${code}).`, { cause })
  }
  return undefined
}

const unreachable =
  /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|CERT_|DEPTH_|ERR_TLS|CONNECTION_CLOSED)/

const statusIn = ({ data }: Record<string, unknown>): unknown =>
  isRecord(data) ? data['status'] : undefined

function listCauses(thrown: unknown): unknown[] {
  const causes: unknown[] = []
  for (let at = thrown; at !== undefined && causes.length < 6;) {
    causes.push(at)
    const { cause, data } = asRecord(at)
    at = cause ?? (isRecord(data) ? data['cause'] : undefined)
  }
  return causes
}

function refused({ refusal, host }: AddressRefusedError): HttpError {
  const plain = host.replace(/:\d+$/, '')
  const sentences: Record<Refusal, string> = {
    malformed: 'This is not a valid address.',
    scheme: 'The address must begin with http:// or https://.',
    password: 'The address must not contain a password.',
    private: `${host} is in a private network. To allow it, set BOZZETTO_FETCH_HOSTS=${plain} and restart the server.`,
    redirects: `${host} redirects to another address. Enter that address instead, if you trust it.`,
  }
  return new HttpError('bad_request', sentences[refusal])
}
