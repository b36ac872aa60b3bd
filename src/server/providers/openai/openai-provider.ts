import type { ChatApi } from '#contract/connections.ts'
import { trimSlashes } from '#lib/trim-slashes.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { createOpenAiClient, type ClientTimeouts } from './openai-client.ts'
import type { VendorQuirks } from './quirks/vendor-quirks.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'

/** @param baseUrl including the version, such as `http://127.0.0.1:11434/v1`. */
const describeOpenAi = (baseUrl: string): UpstreamService => ({
  id: 'openai',
  title: `The service at ${new URL(baseUrl).host}`,
  addressSetting: 'BOZZETTO_OPENAI_URL',
  addressExample: openAiExample,
  keySetting: 'BOZZETTO_OPENAI_KEY',
})

/**
 * Creates a provider for any server with OpenAI's chat protocol, such as vLLM or LM Studio.
 * @param options.baseUrl including the version.
 */
export const createOpenAiProvider = (options: {
  baseUrl: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  service?: UpstreamService | undefined
  quirks?: VendorQuirks | undefined
  knownAs?: string | undefined
  chatApi?: ChatApi | undefined
  timeouts?: Partial<ClientTimeouts>
}): ChatProvider => {
  const baseUrl = trimSlashes(options.baseUrl)
  return createOpenAiClient({
    service: options.service ?? describeOpenAi(baseUrl),
    chatUrl: `${baseUrl}/chat/completions`,
    ...(options.quirks?.responses && { responsesUrl: `${baseUrl}/responses` }),
    modelsUrl: `${baseUrl}/models`,
    apiKey: options.apiKey,
    headers: options.headers,
    quirks: options.quirks,
    knownAs: options.knownAs,
    chatApi: options.chatApi,
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
}

export const openAiExample = 'http://127.0.0.1:11434/v1'
