import {
  modelAliasListSchema,
  modelAliasSchema,
  type ModelAlias,
  type ModelAliasList,
} from '#contract/model-aliases.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const address = '/api/models/aliases'

export const listModelAliases = (signal?: AbortSignal): Promise<ModelAliasList> =>
  requestJson(modelAliasListSchema, address, { signal })

/** Stores an alias, which is a name for a list of models. Replaces an alias with the same name. */
export const setModelAlias = (body: ModelAlias): Promise<ModelAlias> =>
  requestJson(modelAliasSchema, address, { method: 'PUT', body })

export const removeModelAlias = (name: string): Promise<void> =>
  requestNothing(`${address}/${encodeURIComponent(name)}`, { method: 'DELETE' })
