import { Hono } from 'hono'
import { observeRequests } from '../../observability/observe-requests.ts'
import { answerError } from '../answer-error.ts'
import { llmRoutes } from './llm-routes.ts'

/** `/llm` with as much of the app around it as its answers need. */
export function createLlmApp(options: Parameters<typeof llmRoutes>[0]): Hono {
  const app = new Hono<{ Variables: { requestId: string } }>()
  app.onError((thrown, c) => answerError(c, thrown, c.get('requestId')))
  app.use(observeRequests).route('/llm', llmRoutes(options))
  return new Hono().route('/', app)
}
