import { trimSlashes } from '#lib/trim-slashes.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createServiceHttp, type ServiceHttp } from '../service/service-http.ts'

/** A model gateway: how it is spoken of, and the root that has `/llm`, `/model` and `/api` below it. */
export type Gateway = { service: UpstreamService; root: string; apiKey: string }

/** Where a gateway is and how to get in. */
export type GatewayOptions = {
  /** The root; one that ends in `/llm` or `/model` is understood too. */
  baseUrl: string
  apiKey: string
  /** Absent: the one of the environment. */
  service?: UpstreamService | undefined
}

/** The gateway at an address, whichever of its paths the address names. */
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
