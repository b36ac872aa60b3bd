import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { createOpenAiProvider } from '../../providers/openai/openai-provider.ts'
import {
  beginStream,
  createCompletion,
  startUpstream,
} from '../../providers/openai/upstream.fixture.ts'
import { createLlmApp } from './llm-app.fixture.ts'

type Answer = Parameters<typeof startUpstream>[0]

/** Creates `/llm` with one OpenAI-compatible service, which offers the model `openai/writer`. */
export async function openOneUpstream() {
  const apiKey = 'sa-test-key-1'
  const asked: Record<string, unknown>[] = []
  let answer: Answer | undefined
  const upstream = await startUpstream((request, response, body) => {
    if (request.method === 'GET')
      return response.end('{"data":[{"id":"writer"},{"id":"org/poet"}]}')
    if (!request.headers['content-type']?.startsWith('multipart/')) asked.push(JSON.parse(body))
    return answer?.(request, response, body)
  })
  const provider = createOpenAiProvider({ baseUrl: `${upstream.url}/v1`, apiKey: 'sk-upstream' })
  const app = createLlmApp({
    catalogue: createCatalogue({ providers: fixedProviders({ chat: [provider] }) }),
    keyCheck: createKeyCheck([apiKey], { limits: { requestsPerMinute: 1_000, streams: 8 } }),
  })
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  return {
    apiKey,
    app,
    upstreamUrl: `${upstream.url}/v1`,
    asked,
    openCount: upstream.openCount,
    answerWith: (next: Answer) => void (answer = next),
    say: (...frames: string[]) => {
      answer = (_request, response) => beginStream(response).end(frames.join(''))
    },
    sayWords: (...words: string[]) => {
      answer = (_request, response) => beginStream(response).end(createCompletion(words).join(''))
    },
    post: (path: string, body: unknown, more: Record<string, string> = {}, signal?: AbortSignal) =>
      app.request(`/llm${path}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }),
    close: upstream.close,
  }
}
