import { idForUpstream } from '../../observability/request-context.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'

export type ClientConnection = {
  service: UpstreamService
  headers: () => Record<string, string>
  /** Texts that must not appear in error messages. */
  secrets: readonly string[]
}

type Headers = Readonly<Record<string, string>>

/**
 * Creates the settings for requests to a connected service.
 * @param options.key header with the credentials, such as `Authorization`.
 * @param options.headers headers that the user added. They replace the key's header.
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

/** Adds the headers `own` to `before`. Header names are case-insensitive. */
export function withHeaders(before: Headers, own: Headers = {}): Record<string, string> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(before).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...own }
}

/**
 * Minimum length of a secret that is removed from errors, in characters. Shorter values also occur
 * in ordinary text.
 */
const secretLengthMin = 8

export const secretsIn = (headers: Headers = {}): string[] =>
  Object.values(headers)
    .flatMap((value) => [value, value.slice(value.lastIndexOf(' ') + 1)])
    .filter((value, at, all) => value.length >= secretLengthMin && all.indexOf(value) === at)
