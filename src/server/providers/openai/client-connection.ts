import { idForUpstream } from '../../observability/request-context.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'

/** What every request to a service needs. */
export type ClientConnection = {
  service: UpstreamService
  headers: () => Record<string, string>
  /** Never quoted in an error. */
  secrets: readonly string[]
}

type Headers = Readonly<Record<string, string>>

/**
 * The requests to a service that somebody has connected.
 *
 * @param options.key what lets in, such as `Authorization`.
 * @param options.headers those that a person has added, which win over the key's.
 */
export function createClientConnection({
  service,
  apiKey,
  key,
  headers,
}: {
  service: UpstreamService
  apiKey: string | undefined
  key: Headers
  headers: Headers | undefined
}): ClientConnection {
  const { 'X-Request-Id': _, ...sent } = withHeaders(key, headers)
  const same = { ...sent, 'User-Agent': 'Bozzetto/0.1' }
  return {
    service,
    headers: () => ({ 'X-Request-Id': idForUpstream(), ...same }),
    secrets: [...(apiKey ? [apiKey] : []), ...secretsIn(headers)],
  }
}

/** `before` with `own`, which win whatever their case. */
export function withHeaders(before: Headers, own: Headers = {}): Record<string, string> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(before).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...own }
}

/** Shorter ones are found in innocent words. */
const secretLengthMin = 8

/** What of headers no error may quote: whole values, and what stands behind `Bearer`. */
export const secretsIn = (headers: Headers = {}): string[] =>
  Object.values(headers)
    .flatMap((value) => [value, value.slice(value.lastIndexOf(' ') + 1)])
    .filter((value, at, all) => value.length >= secretLengthMin && all.indexOf(value) === at)
