import { headersMax } from '#contract/headers.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'

/** Prefix of headers among a connection's secrets, so that all rules for keys apply to them. */
const prefix = 'header:'

export const isHeaderField = (field: string): boolean => field.startsWith(prefix)

type Asked = {
  secrets?: Readonly<Record<string, string>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Moves the headers of a request into its secrets. */
export function withHeaderFields<Request extends Asked>({
  headers,
  ...request
}: Request): Omit<Request, 'headers'> {
  if (!headers) return request
  const fields = Object.entries(headers).map(([name, value]) => [prefix + name, value] as const)
  return { ...request, secrets: { ...request.secrets, ...Object.fromEntries(fields) } }
}

/** Splits stored fields into the secrets of the kind and the headers by name. */
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
 * Returns the headers among `secrets`, still as fields. @throws {HttpError} `bad_request` if
 * headers are not allowed or too many.
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
