import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { ApiClientEnv } from '../../access/api-keys.ts'
import { HttpError } from '../../errors.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { LlmUpstream } from '../../providers/llm-upstream.ts'
import { answerCompletion } from './completions.ts'
import { findLlmModel, listLlmModels } from './models.ts'
import { passThrough } from './pass-through.ts'

type LlmRoutesOptions = {
  catalogue: Catalogue
  /** From `createKeyCheck`. */
  keyCheck: MiddlewareHandler<ApiClientEnv>
  /** Who gets what is not answered here. */
  llmUpstream?: LlmUpstream | undefined
}

/** Where clients expect the same things: each is used by some. */
const prefixes = ['', '/v1', '/openai/v1']

/** `/llm`: chat for API clients, in OpenAI's form. What it throws is for `answerError`. */
export const llmRoutes = ({ catalogue, keyCheck, llmUpstream }: LlmRoutesOptions) => {
  const app = new Hono<ApiClientEnv>()
  app.use(keyCheck)
  for (const prefix of prefixes) {
    app
      .post(`${prefix}/chat/completions`, answerCompletion(catalogue))
      .all(`${prefix}/chat/completions`, wrongMethod('POST'))
      .get(`${prefix}/models`, listLlmModels(catalogue))
      .all(`${prefix}/models`, wrongMethod('GET'))
      .get(`${prefix}/models/:id{.+}`, findLlmModel(catalogue))
      .all(`${prefix}/models/:id{.+}`, wrongMethod('GET'))
  }
  app.all('*', passThrough(llmUpstream))
  return app
}

const wrongMethod = (allowed: string) => (c: Context) => {
  c.header('Allow', allowed)
  throw new HttpError('method_not_allowed', `Use ${allowed} at this address.`)
}
