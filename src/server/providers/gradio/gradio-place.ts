import { trimSlashes } from '#lib/trim-slashes.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ConnectionSettings } from '../../ports/provider-kind.ts'
import { remember } from '../remember.ts'
import { bearer, connectService, type Tuning } from '../service/connect-service.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { spaceHostSchema, spaceSchema, hubUserSchema } from './gradio-answers.ts'

/** The address of Hugging Face, or of a fake server in tests. */
export type SpaceHub = { origin: string; isSpaceHost: (url: URL) => boolean }

export const huggingFace: SpaceHub = {
  origin: 'https://huggingface.co',
  isSpaceHost: ({ protocol, hostname }) => protocol === 'https:' && hostname.endsWith('.hf.space'),
}

export type GradioPlace = {
  url: string
  http: (signal: AbortSignal) => Promise<ServiceHttp>
  /** Verifies the token if Hugging Face hosts the app. */
  checkToken: (signal: AbortSignal) => Promise<string>
  /**
   * Returns whether a Space is asleep or being built. Always false for other servers.
   * @throws {HttpError} `provider_unreachable` if only the owner can start the Space.
   */
  isAsleep: (signal: AbortSignal) => Promise<boolean>
  wake: (signal: AbortSignal) => Promise<void>
}

const askTimeoutMs = 15_000

/**
 * @param settings.baseUrl URL of a server, or of a Space's page:
 * `https://huggingface.co/spaces/owner/name`.
 */
export function locateGradioApp(
  settings: ConnectionSettings,
  { root, tuning, hub }: { root: string; tuning: Tuning; hub: SpaceHub },
): GradioPlace {
  const headers = bearer(settings)
  const space = spaceIn(settings.baseUrl, hub)
  if (space === undefined) {
    const http = connectService(settings, { root, headers, tuning })
    return {
      url: http.root,
      http: () => Promise.resolve(http),
      checkToken: () => Promise.resolve('It needs no token.'),
      isAsleep: () => Promise.resolve(false),
      wake: () => Promise.resolve(),
    }
  }
  const hubHttp = connectService(
    { ...settings, baseUrl: hub.origin },
    { root: hub.origin, headers, tuning },
  )
  const host = remember(() => findHost(hubHttp, space, hub))
  const http = async (signal: AbortSignal) =>
    connectService({ ...settings, baseUrl: await host(signal) }, { root, headers, tuning })
  return {
    url: hub.origin,
    http,
    checkToken: async (signal) => {
      if (!('Authorization' in headers)) return 'None; a token has its own GPU minutes.'
      const answer = await hubHttp.json('/api/whoami-v2', { signal, timeoutMs: askTimeoutMs })
      const name = hubUserSchema.safeParse(answer).data?.name
      return name === undefined ? 'Accepted.' : `Accepted, of ${name}.`
    },
    isAsleep: (signal) => isAsleep(hubHttp, space, signal),
    wake: async (signal) => knock(await http(signal), signal),
  }
}

function spaceIn(address: string, { origin }: SpaceHub): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.origin !== origin) return undefined
  return /^\/spaces\/([\w.-]+\/[\w.-]+)\/?$/.exec(url.pathname)?.[1]
}

async function findHost(http: ServiceHttp, space: string, hub: SpaceHub): Promise<string> {
  const signal = AbortSignal.timeout(askTimeoutMs)
  const answer = await http.get(`/api/spaces/${space}/host`, signal)
  if ([401, 404].includes(answer.response.status)) throw unknownSpace(http, space)
  const host = spaceHostSchema.safeParse(http.jsonOf(answer)).data?.host
  // Hosts that are no Space hosts must not receive the Hugging Face token.
  if (host !== undefined && hub.isSpaceHost(new URL(host))) return trimSlashes(host)
  throw new HttpError('provider_failed', `Hugging Face does not say where the Space ${space} is.`)
}

const unknownSpace = ({ headers }: ServiceHttp, space: string): HttpError =>
  new HttpError(
    'provider_refused',
    'Authorization' in headers
      ? `Hugging Face has no Space ${space} that this token can see.`
      : `Hugging Face has no Space ${space}, or it is private and needs a token.`,
  )

async function isAsleep(http: ServiceHttp, space: string, signal: AbortSignal): Promise<boolean> {
  const answer = await http.get(`/api/spaces/${space}`, signal)
  if ([401, 404].includes(answer.response.status)) throw unknownSpace(http, space)
  const stage = spaceSchema.safeParse(http.jsonOf(answer)).data?.runtime?.stage ?? 'RUNNING'
  if (stage.startsWith('RUNNING')) return false
  if (/SLEEPING|BUILDING|STARTING/.test(stage)) return true
  throw new HttpError(
    'provider_unreachable',
    `The Space ${space} does not run (${stage.toLowerCase().replaceAll('_', ' ')}). Look at its page on Hugging Face.`,
  )
}

/** Starts a sleeping Space by sending any request. The response is ignored. */
async function knock(http: ServiceHttp, signal: AbortSignal): Promise<void> {
  try {
    await http.send('/', { signal })
  } catch {
    signal.throwIfAborted()
  }
}
