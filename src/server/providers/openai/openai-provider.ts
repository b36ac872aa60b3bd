import { createOpenAiClient, type ClientTimeouts } from './openai-client.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import type { UpstreamService } from './upstream-errors.ts'

/**
 * How a server that speaks OpenAI's protocol is spoken of.
 *
 * @param baseUrl with its version, as every client of such servers wants it:
 *   `http://127.0.0.1:11434/v1`.
 */
export const describeOpenAi = (baseUrl: string): UpstreamService => ({
  id: 'openai',
  title: `The service at ${new URL(baseUrl).host}`,
  urlVariable: 'BOZZETTO_OPENAI_URL',
  urlExample: 'http://127.0.0.1:11434/v1',
  keyVariable: 'BOZZETTO_OPENAI_KEY',
})

/**
 * Any server that speaks OpenAI's chat protocol: OpenAI itself, Ollama, vLLM, LM Studio …
 *
 * @param options.baseUrl as above.
 */
export const createOpenAiProvider = (options: {
  baseUrl: string
  apiKey?: string | undefined
  timeouts?: Partial<ClientTimeouts>
}): ChatProvider => {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '')
  return createOpenAiClient({
    service: describeOpenAi(baseUrl),
    chatUrl: `${baseUrl}/chat/completions`,
    modelsUrl: `${baseUrl}/models`,
    apiKey: options.apiKey,
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
}
