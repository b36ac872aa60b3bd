import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { requireScope, type ApiClientEnv } from '../../access/keys/api-keys.ts'
import { withoutAssistants } from '../../chat/assistants/assistant-catalogue.ts'
import { HttpError } from '../../errors/http-error.ts'
import { fetchPicture, type FetchPicture } from '../../files/pictures/fetch-picture.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { answerCompletion } from './completions.ts'
import { findLlmModel, listLlmModels } from './models.ts'
import { endpoints, type Endpoint } from './endpoints.ts'
import type { UpstreamSources } from './find-upstream.ts'
import { answerMessages, countTokens } from './messages.ts'
import { createResponseStore } from './responses/response-store.ts'
import { answerResponse } from './responses/responses.ts'
import { deleteStoredResponse, readStoredResponse } from './responses/stored-response.ts'
import { passMedia } from './media.ts'
import { answerTextCompletion } from './text-completions.ts'
import { createUnknownPathError, passThrough } from './pass-through.ts'

type LlmRoutesOptions = {
  catalogue: Catalogue
  keyCheck: MiddlewareHandler<ApiClientEnv>
  /** Fetches the pictures of a request for services in private networks. */
  fetchFromWeb?: FetchPicture
} & Partial<Pick<UpstreamSources, 'llmUpstreams' | 'embeddings' | 'voices'>>

/** Prefixes that clients add to their base URL. All prefixes lead to the same routes. */
const prefixes = ['', '/v1', '/openai/v1']

/** Creates the `/llm` routes, an API for programs in OpenAI's format. */
export const llmRoutes = ({
  catalogue,
  keyCheck,
  llmUpstreams = () => [],
  embeddings = () => [],
  voices = () => [],
  fetchFromWeb = fetchPicture,
}: LlmRoutesOptions) => {
  const app = new Hono<ApiClientEnv>()
  app.use(keyCheck, hideAssistants)
  for (const prefix of prefixes) {
    app
      .post(
        `${prefix}/chat/completions`,
        requireScope('chat'),
        answerCompletion(catalogue, fetchFromWeb),
      )
      .all(`${prefix}/chat/completions`, wrongMethod('POST'))
      .get(`${prefix}/models`, requireScope('catalogue'), listLlmModels(catalogue))
      .all(`${prefix}/models`, wrongMethod('GET'))
      .get(`${prefix}/models/:id{.+}`, requireScope('catalogue'), findLlmModel(catalogue))
      .all(`${prefix}/models/:id{.+}`, wrongMethod('GET'))
  }
  const responses = createResponseStore()
  for (const prefix of prefixes) {
    app
      .get(`${prefix}/responses/:id`, requireScope('chat'), readStoredResponse(responses))
      .delete(`${prefix}/responses/:id`, requireScope('chat'), deleteStoredResponse(responses))
      .all(`${prefix}/responses/:id`, wrongMethod('GET, DELETE'))
  }
  const getHandler = (path: string, endpoint: Endpoint) => {
    const options = { catalogue, fetchPicture: fetchFromWeb, endpoint }
    if (path.endsWith('/messages')) return answerMessages(options)
    if (path.endsWith('/count_tokens')) return countTokens(options)
    const sources = { catalogue, llmUpstreams, embeddings, voices }
    if (path.endsWith('/responses')) {
      return answerResponse({ ...options, sources, store: responses, path })
    }
    if (endpoint.media) return passMedia({ sources, path, endpoint, kind: endpoint.media })
    if (path.endsWith('/completions')) return answerTextCompletion({ ...options, sources, path })
    return passThrough({ sources, path, endpoint })
  }
  for (const [path, endpoint] of Object.entries(endpoints)) {
    app
      .post(path, requireScope(endpoint.scope), getHandler(path, endpoint))
      .all(path, wrongMethod('POST'))
  }
  app.all('*', (c) => {
    throw createUnknownPathError(c.req.path.replace(/^\/llm(?=\/|$)/, ''))
  })
  return app
}

const hideAssistants: MiddlewareHandler<ApiClientEnv> = (c, next) =>
  c.get('apiClient').scopes.includes('assistants') ? next() : withoutAssistants(next)

const wrongMethod = (allowed: string) => (c: Context) => {
  c.header('Allow', allowed)
  throw new HttpError('method_not_allowed', `Use ${allowed.replace(', ', ' or ')} at this address.`)
}
