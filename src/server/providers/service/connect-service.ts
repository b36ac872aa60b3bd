import type { ConnectionSettings } from '../../ports/provider-kind.ts'
import { secretsIn, withHeaders } from '../openai/client-connection.ts'
import { createServiceHttp, type FindRefusal, type ServiceHttp } from './service-http.ts'

/** What tests make shorter. */
export type Tuning = {
  /** Between two looks at a task. */
  pollMs?: number
  /** Longest wait for any answer. */
  limitMs?: number
  /** Longest silence of a download. */
  idleMs?: number
  /** Largest model that is taken as an answer. */
  modelBytesMax?: number
}

/**
 * Requests to a service that somebody has connected.
 *
 * @param options.root where it is unless another address was entered.
 * @param options.headers what lets in, made of the secrets; those that a person has added win over them.
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

/** The key in the form in which most services take it. */
export const bearer = ({ secrets }: ConnectionSettings): Record<string, string> =>
  secrets['key'] === undefined ? {} : { Authorization: `Bearer ${secrets['key']}` }
