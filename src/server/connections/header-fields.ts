import { headersMax } from '#contract/headers.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'

/**
 * Prefix of header names among a connection's secrets. Headers are stored as secrets, because they
 * may contain keys.
 */
const prefix = 'header:'

export const isHeaderField = (field: string): boolean => field.startsWith(prefix)

type Asked = {
  secrets?: Readonly<Record<string, string>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

export function withHeaderFields<Request extends Asked>({
  headers,
  ...request
}: Request): Omit<Request, 'headers'> {
  if (!headers) return request
  const fields = Object.entries(headers).map(([name, value]) => [prefix + name, value] as const)
  return { ...request, secrets: { ...request.secrets, ...Object.fromEntries(fields) } }
}

export function divideFields<Value>(fields: Readonly<Record<string, Value>>): {
  secrets: Record<string, Value>
  headers: Record<string, Value>
} {
  const all = Object.entries(fields)
  return {
    secrets: Object.fromEntries(all.filter(([field]) => !isHeaderField(field))),
    headers: Object.fromEntries(
      all
        .filter(([field]) => isHeaderField(field))
        .map(([field, value]) => [field.slice(prefix.length), value]),
    ),
  }
}

/**
 * Returns the headers among `secrets`, with the prefix in their names.
 * @throws {HttpError} `bad_request` if headers are not allowed or too many.
 */
export function checkHeaderFields(
  kind: Pick<ProviderKind, 'name' | 'takesHeaders'>,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields = Object.entries(secrets).filter(
    ([field, value]) => isHeaderField(field) && value !== '',
  )
  if (fields.length > 0 && !kind.takesHeaders) {
    throw new HttpError('bad_request', `${kind.name} takes no headers of your own.`)
  }
  if (fields.length > headersMax) {
    throw new HttpError('bad_request', `At most ${headersMax} headers can be sent.`)
  }
  return Object.fromEntries(fields)
}
