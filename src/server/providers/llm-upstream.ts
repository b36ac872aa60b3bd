import type { Env } from '../env.ts'
import { describeGateway } from './gateway/gateway-service.ts'
import { describeOpenAi } from './openai/openai-provider.ts'
import type { UpstreamService } from './openai/upstream-errors.ts'
import { createPrivateCheck } from './private-service.ts'

/** A service that answers what Bozzetto itself does not: responses, messages, embeddings, rerank … */
export type LlmUpstream = {
  service: UpstreamService
  /** Its address for a path below `/llm`, such as `/v1/embeddings`. */
  urlOf: (path: string) => string
  apiKey: string | undefined
  /** Whether it runs where addresses in a request must not lead. */
  isInPrivateNetwork: () => Promise<boolean>
}

/** Who gets the requests of `/llm` that Bozzetto does not answer: the gateway, else the other service. */
export function llmUpstreamOf(env: Env): LlmUpstream | undefined {
  if (env.BOZZETTO_GATEWAY_URL && env.BOZZETTO_GATEWAY_KEY) {
    const { service, root, apiKey } = describeGateway({
      baseUrl: env.BOZZETTO_GATEWAY_URL,
      apiKey: env.BOZZETTO_GATEWAY_KEY,
    })
    const isInPrivateNetwork = createPrivateCheck(root)
    return { service, apiKey, isInPrivateNetwork, urlOf: (path) => `${root}/llm${path}` }
  }
  const { BOZZETTO_OPENAI_URL: baseUrl, BOZZETTO_OPENAI_KEY: apiKey } = env
  if (!baseUrl) return undefined
  return {
    service: describeOpenAi(baseUrl),
    apiKey,
    isInPrivateNetwork: createPrivateCheck(baseUrl),
    // The version is in its address already.
    urlOf: (path) => baseUrl + path.replace(/^\/(?:\w+\/)?v1(?=\/)/, ''),
  }
}
