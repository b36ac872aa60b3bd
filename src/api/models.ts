import { modelListSchema, type ModelList } from '#contract/models.ts'
import { requestJson } from './http.ts'

/** Every model that can be called now, and the providers that could not be asked. */
export const listModels = (signal?: AbortSignal): Promise<ModelList> =>
  requestJson(modelListSchema, '/api/models', { signal })
