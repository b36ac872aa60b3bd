import type { ChatProvider } from '../../ports/chat-provider.ts'
import { createOpenAiClient, type ClientTimeouts } from '../openai/openai-client.ts'
import { describeGateway, type GatewayOptions } from './gateway-service.ts'

export function createGatewayChatProvider(
  options: GatewayOptions & { timeouts?: Partial<ClientTimeouts> },
): ChatProvider {
  const { service, root, apiKey } = describeGateway(options)
  const client = createOpenAiClient({
    service,
    chatUrl: `${root}/llm/chat/completions`,
    modelsUrl: `${root}/llm/v1/models`,
    apiKey,
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
  return {
    ...client,
    messages: {
      service,
      url: `${root}/llm/v1/messages`,
      headers: () => (apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
      secrets: apiKey ? [apiKey] : [],
    },
  }
}
