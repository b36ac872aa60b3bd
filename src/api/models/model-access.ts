import {
  modelRuleSchema,
  modelRulesSchema,
  type ModelRule,
  type ModelRules,
} from '#contract/model-access.ts'
import { requestJson } from '../http/http.ts'

const address = '/api/models/access'

/** Returns the rules for who may use which models. Only admins can call this function. */
export const listModelRules = (signal?: AbortSignal): Promise<ModelRules> =>
  requestJson(modelRulesSchema, address, { signal })

export const setModelRule = (body: ModelRule): Promise<ModelRule> =>
  requestJson(modelRuleSchema, address, { method: 'PUT', body })
