import type { UpstreamService } from '../openai/upstream-errors.ts'

/** A model gateway: how it is spoken of, and the root that has `/llm`, `/model` and `/api` below it. */
export type Gateway = { service: UpstreamService; root: string; apiKey: string }

/** @param options.baseUrl the root; one that ends in `/llm` or `/model` is understood too. */
export function describeGateway(options: { baseUrl: string; apiKey: string }): Gateway {
  const root = options.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/(llm|model)$/, '')
  return {
    root,
    apiKey: options.apiKey,
    service: {
      id: 'gateway',
      title: `The gateway at ${new URL(root).host}`,
      urlVariable: 'BOZZETTO_GATEWAY_URL',
      urlExample: 'https://gateway.example.com',
      keyVariable: 'BOZZETTO_GATEWAY_KEY',
    },
  }
}
