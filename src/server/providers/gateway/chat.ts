import type { ChatProvider } from '../chat-provider.ts'
import { createOpenAiClient, type ClientTimeouts } from '../openai/openai-client.ts'

/**
 * The chat models of a model gateway.
 *
 * @param options.baseUrl the gateway's root, which has `/llm` and `/model` below it; one that ends in
 *   `/llm` is understood too.
 */
export function createGatewayChatProvider(options: {
  baseUrl: string
  apiKey: string
  timeouts?: Partial<ClientTimeouts>
}): ChatProvider {
  const root = options.baseUrl.replace(/\/+$/, '').replace(/\/llm$/, '')
  return createOpenAiClient({
    service: {
      id: 'gateway',
      title: `The gateway at ${new URL(root).host}`,
      urlVariable: 'BOZZETTO_GATEWAY_URL',
      urlExample: 'https://gateway.example.com',
      keyVariable: 'BOZZETTO_GATEWAY_KEY',
    },
    chatUrl: `${root}/llm/chat/completions`,
    modelsUrl: `${root}/llm/v1/models`,
    apiKey: options.apiKey,
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
}
