import { Hono } from 'hono'
import { environmentConnections } from '../../connections/environment.ts'
import { createLiveConnections } from '../../connections/live-connections.ts'
import { readEnv } from '../../env.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { observeRequests } from '../../observability/observe-requests.ts'
import { providerKinds } from '../../providers/kinds.ts'
import { answerError } from '../answer-error.ts'
import { llmRoutes } from './llm-routes.ts'

export function createLlmApp(options: Parameters<typeof llmRoutes>[0]): Hono {
  const app = new Hono<{ Variables: { requestId: string } }>()
  app.onError((thrown, c) => answerError(c, thrown, c.get('requestId')))
  app.use(observeRequests).route('/llm', llmRoutes(options))
  return new Hono().route('/', app)
}

export function createTestConnections(variables: Record<string, string>) {
  const live = createLiveConnections({
    builtIn: { chat: [], generation: [] },
    environment: environmentConnections(readEnv(variables), providerKinds),
    importedOf: () => [],
    onStatus: () => {},
  })
  return {
    catalogue: createCatalogue({ providers: live.providers }),
    llmUpstreams: live.llmUpstreams,
    embeddings: live.embeddings,
    voices: live.voices,
  }
}
