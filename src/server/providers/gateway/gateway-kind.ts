import type { ProviderKind } from '../../ports/provider-kind.ts'
import { createOpenAiEmbeddings } from '../openai/openai-embeddings.ts'
import { createPrivateCheck } from '../private-service.ts'
import { createGatewayChatProvider } from './chat.ts'
import { describeGateway, gatewayExample } from './gateway-service.ts'
import { createGatewayGenerationProvider } from './generation.ts'

const connect: ProviderKind['connect'] = ({ service, baseUrl, secrets, allowedHosts }) => {
  const gateway = { baseUrl, apiKey: secrets['key'] ?? '', service }
  const { root } = describeGateway(gateway)
  return {
    url: root,
    chat: createGatewayChatProvider(gateway),
    generation: createGatewayGenerationProvider({ ...gateway, allowedHosts }),
    embeddings: createOpenAiEmbeddings({
      service: describeGateway(gateway).service,
      url: `${root}/llm/v1/embeddings`,
      modelsUrl: `${root}/llm/v1/models`,
      apiKey: gateway.apiKey,
    }),
    llm: {
      service,
      apiKey: gateway.apiKey,
      hasResponses: true,
      isInPrivateNetwork: createPrivateCheck(root),
      urlOf: (path) => `${root}/llm${path}`,
    },
  }
}

const secrets: ProviderKind['secrets'] = [
  { id: 'key', label: 'API key', isRequired: true, placeholder: 'sa-…' },
]

/** A model gateway offers chat and 3D models of many services with one address and one key. */
export const gatewayKind: ProviderKind = {
  id: 'gateway',
  name: 'Model gateway',
  about: 'Chat and 3D models from many companies with one key.',
  offers: ['chat', '3d'],
  group: 'custom',
  address: { example: gatewayExample },
  secrets,
  connect,
}

/** Another Bozzetto server, which has the same API as a gateway. */
export const bozzettoKind: ProviderKind = {
  id: 'bozzetto-server',
  name: 'Bozzetto',
  about: 'The models of another Bozzetto.',
  offers: ['chat', '3d'],
  group: 'custom',
  address: { example: 'https://studio.example.com' },
  secrets,
  connect,
}
