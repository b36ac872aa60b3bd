import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createClientConnection } from '../openai/client-connection.ts'
import { createEmbeddings } from '../openai/embeddings.ts'
import { fetchList } from '../openai/fetch-list.ts'
import { defaultTimeouts, keyHeader } from '../openai/openai-client.ts'
import { parseTags } from './ollama-models.ts'
import { isOwnOllama } from './ollama-provider.ts'

/** Ollama before 0.6.4 does not list capabilities, so embedding models are recognized by name. */
const looksLikeEmbeddings = /embed|minilm|^bge-/i

// Creates the embeddings provider of Ollama, which uses OpenAI's API.
export function createOllamaEmbeddings({
  service,
  origin,
  apiKey,
  headers,
}: {
  service: UpstreamService
  origin: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
}): EmbeddingsProvider {
  const key = keyHeader(apiKey, {})
  const connection = createClientConnection({ service, apiKey, key, headers })
  return createEmbeddings({
    connection,
    url: `${origin}/v1/embeddings`,
    isFree: isOwnOllama(origin),
    listModels: async () => {
      const text = await fetchList(connection, `${origin}/api/tags`, defaultTimeouts.modelsMs)
      return parseTags(service, text)
        .filter(({ name, capabilities }) =>
          capabilities ? capabilities.includes('embedding') : looksLikeEmbeddings.test(name),
        )
        .map(({ name }) => ({ id: `${service.id}/${name}`, name: name.replace(/:latest$/, '') }))
    },
  })
}
