import { HttpError } from '../../errors/http-error.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import {
  configSchema,
  infoSchema,
  type GradioComponent,
  type GradioParameter,
} from './gradio-answers.ts'
import { ownValue } from '#lib/own-value.ts'

/** One function of an app that programs may call. */
export type GradioEndpoint = {
  /** Without a slash in front: `image_to_3d`. */
  name: string
  fnIndex: number
  /** Ids of components, hidden ones and state too. */
  inputs: readonly number[]
  outputs: readonly number[]
  /** Of the inputs that programs send, in their order. */
  parameters: readonly GradioParameter[]
}

/** An app as it describes itself. */
export type GradioApp = {
  title: string
  version: string
  /** What stands in front of every path but `/config`: `/gradio_api` since 5.0, before that nothing. */
  prefix: string
  components: ReadonlyMap<number, GradioComponent>
  endpoints: ReadonlyMap<string, GradioEndpoint>
}

const timeoutMs = 15_000

/**
 * Asks an app what it can do.
 *
 * @throws {HttpError} as `ServiceHttp.json`, and where it is no Gradio app of version 4 or newer.
 */
export async function readApp(http: ServiceHttp, signal: AbortSignal): Promise<GradioApp> {
  const config = configSchema.safeParse(await http.json('/config', { signal, timeoutMs })).data
  const { title } = http.service
  if (!config) throw new HttpError('provider_failed', `${title} is not a Gradio app.`)
  const { version, protocol } = config
  if (!protocol.startsWith('sse_v')) {
    throw new HttpError(
      'provider_failed',
      `${title} runs Gradio ${version}, which is too old. It takes 4.10 or newer.`,
    )
  }
  const prefix = config.api_prefix ?? (Number.parseInt(version, 10) >= 5 ? '/gradio_api' : '')
  const info = infoSchema.safeParse(await http.json(`${prefix}/info`, { signal, timeoutMs })).data
  const endpoints = config.dependencies.flatMap(({ id, api_name: name, inputs, outputs }, at) => {
    if (name === false || name === '') return []
    const parameters = ownValue(info?.named_endpoints, `/${name}`)?.parameters ?? []
    return [[name, { name, fnIndex: id ?? at, inputs, outputs, parameters }] as const]
  })
  return {
    title: config.title ?? '',
    version,
    prefix,
    components: new Map(config.components.map((component) => [component.id, component])),
    endpoints: new Map(endpoints),
  }
}

/** Whether a component shows a model or hands out a file. */
export const isModelOutput = ({ type }: GradioComponent): boolean => /model3d/i.test(type)

/** Whether programs send nothing for it: the server keeps it with the session. */
export const isState = ({ type, skip_api: isSkipped }: GradioComponent): boolean =>
  type === 'state' || isSkipped === true

/** `image_to_3d` → `Image to 3d`. */
export function nameOf(endpoint: string): string {
  const words = endpoint.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
