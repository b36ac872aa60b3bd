import { modelListSchema, type ModelList } from '#contract/models.ts'
import { translateAnswer } from '#languages/translate-answer.ts'
import { requestJson } from '../http/http.ts'

/** Returns all usable models, and the providers that did not respond. */
export const listModels = (signal?: AbortSignal): Promise<ModelList> =>
  requestJson(modelListSchema, '/api/models', { signal }).then((list) => translateAnswer(list))
