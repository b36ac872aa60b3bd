import { trimSlashes } from '#lib/trim-slashes.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createServiceHttp, type ServiceHttp } from '../service/service-http.ts'

export type Gateway = { service: UpstreamService; root: string; apiKey: string }

export type GatewayOptions = {
  /** Root URL of the gateway. A URL that ends in `/llm` or `/model` is also accepted. */
  baseUrl: string
  apiKey: string
  /** Absent for the gateway that environment variables configure. */
  service?: UpstreamService | undefined
}

export function describeGateway({ baseUrl, apiKey, service }: GatewayOptions): Gateway {
  const root = trimSlashes(baseUrl).replace(/\/(llm|model)$/, '')
  return {
    root,
    apiKey,
    service: service ?? {
      id: 'gateway',
      title: `The gateway at ${new URL(root).host}`,
      addressSetting: 'BOZZETTO_GATEWAY_URL',
      addressExample: gatewayExample,
      keySetting: 'BOZZETTO_GATEWAY_KEY',
    },
  }
}

export const gatewayExample = 'https://gateway.example.com'

export const createGatewayHttp = ({ service, root, apiKey }: Gateway): ServiceHttp =>
  createServiceHttp({
    service,
    root,
    headers: { Authorization: `Bearer ${apiKey}` },
    secrets: [apiKey],
  })
