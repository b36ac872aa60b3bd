import { HttpError } from '../../errors/http-error.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import {
  configSchema,
  infoSchema,
  type GradioComponent,
  type GradioParameter,
} from './gradio-answers.ts'
import { ownValue } from '#lib/own-value.ts'

export type GradioEndpoint = {
  /** Name of an endpoint without a leading slash, such as `image_to_3d`. */
  name: string
  fnIndex: number
  /** Ids of the input components, including hidden components and state. */
  inputs: readonly number[]
  outputs: readonly number[]
  parameters: readonly GradioParameter[]
}

export type GradioApp = {
  title: string
  version: string
  /**
   * Path prefix of all requests except `/config`: `/gradio_api` since version 5.0, empty before.
   */
  prefix: string
  components: ReadonlyMap<number, GradioComponent>
  endpoints: ReadonlyMap<string, GradioEndpoint>
}

const timeoutMs = 15_000

/**
 * @throws {HttpError} the errors of `ServiceHttp.json`, and `provider_failed` for Gradio versions
 * before 4.10 and for servers without Gradio.
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

export const isModelOutput = ({ type }: GradioComponent): boolean => /model3d/i.test(type)

// Returns whether the server keeps the component's value, so that API clients do not send it.
export const isState = ({ type, skip_api: isSkipped }: GradioComponent): boolean =>
  type === 'state' || isSkipped === true

export function formatEndpointName(endpoint: string): string {
  const words = endpoint.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
