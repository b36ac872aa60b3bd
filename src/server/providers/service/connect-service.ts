import type { ConnectionSettings } from '../../ports/provider-kind.ts'
import { secretsIn, withHeaders } from '../openai/client-connection.ts'
import { createServiceHttp, type FindRefusal, type ServiceHttp } from './service-http.ts'

export type Tuning = {
  pollMs?: number
  limitMs?: number
  idleMs?: number
  modelBytesMax?: number
}

/**
 * Creates the HTTP client for a connected service.
 * @param options.root default base URL.
 * @param options.headers credentials. Headers that the user added replace them.
 */
export function connectService(
  { service, baseUrl, secrets, headers }: ConnectionSettings,
  options: {
    root: string
    headers?: Record<string, string>
    findRefusal?: FindRefusal
    tuning: Tuning
  },
): ServiceHttp {
  return createServiceHttp({
    service,
    root: baseUrl || options.root,
    headers: withHeaders(options.headers ?? {}, headers),
    secrets: [...Object.values(secrets), ...secretsIn(headers)],
    findRefusal: options.findRefusal,
    limitMs: options.tuning.limitMs,
    modelBytesMax: options.tuning.modelBytesMax,
  })
}

export const bearer = ({ secrets }: ConnectionSettings): Record<string, string> =>
  secrets['key'] === undefined ? {} : { Authorization: `Bearer ${secrets['key']}` }
