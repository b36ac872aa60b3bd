import type { ProviderKind } from '../../ports/provider-kind.ts'
import { createPrivateCheck } from '../private-service.ts'
import { createOllamaProvider } from './ollama-provider.ts'
import { createOllamaEmbeddings } from './ollama-embeddings.ts'
import { createOllamaStorage } from './ollama-storage.ts'

const usual = 'http://127.0.0.1:11434'

export const ollamaKind: ProviderKind = {
  id: 'ollama',
  name: 'Ollama',
  about: 'Open models on your own machine.',
  offers: ['chat'],
  group: 'local',
  storage: { example: 'qwen3:4b', libraryUrl: 'https://ollama.com/library' },
  address: { default: usual, example: usual },
  takesHeaders: true,
  choosesChatApi: true,
  secrets: [{ id: 'key', label: 'API key', isRequired: false }],
  localMarks: [{ origin: usual, path: '/', isIt: (answer) => answer === 'Ollama is running' }],
  connect: ({ service, baseUrl, secrets, headers, chatApi }) => {
    const origin = baseUrl.replace(/\/(?:v1|api)$/, '')
    const apiKey = secrets['key']
    return {
      url: origin,
      chat: createOllamaProvider({ service, origin, apiKey, headers, chatApi }),
      embeddings: createOllamaEmbeddings({ service, origin, apiKey, headers }),
      storage: createOllamaStorage({ service, origin, apiKey, headers }),
      llm: {
        service,
        apiKey,
        headers,
        isInPrivateNetwork: createPrivateCheck(origin),
        urlOf: (path) => origin + path.replace(/^\/(?:\w+\/)?v1(?=\/)/, '/v1'),
      },
    }
  },
}
