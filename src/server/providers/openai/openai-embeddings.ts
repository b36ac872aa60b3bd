import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createClientConnection } from './client-connection.ts'
import { createEmbeddings } from './embeddings.ts'
import { fetchList } from './fetch-list.ts'
import { remember } from '../remember.ts'
import { parseEmbeddingModels, parseRerankModels } from './models/model-list.ts'
import { defaultTimeouts, keyHeader } from './openai-client.ts'
import { createRerank } from './rerank.ts'
import type { VendorQuirks } from './quirks/vendor-quirks.ts'

/**
 * Creates the embeddings provider of an OpenAI-compatible service. Embedding models are recognized
 * by name.
 * @param options.url ends with `/embeddings`.
 */
export function createOpenAiEmbeddings(options: {
  service: UpstreamService
  url: string
  modelsUrl: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  quirks?: VendorQuirks | undefined
}): EmbeddingsProvider {
  const { service, url, modelsUrl, apiKey, headers, quirks = {} } = options
  const key = keyHeader(apiKey, quirks)
  const connection = createClientConnection({ service, apiKey, key, headers })
  const list = async (parse: typeof parseEmbeddingModels) =>
    parse(service, quirks, await fetchList(connection, modelsUrl, defaultTimeouts.modelsMs))
  return {
    ...createEmbeddings({ connection, url, listModels: () => list(parseEmbeddingModels) }),
    listRerankModels: remember(() => list(parseRerankModels)),
    rerank: createRerank(connection, url.replace(/\/embeddings$/, '')),
  }
}
