import {
  connectionModelsSchema,
  modelFileListSchema,
  modelDescriptionFileSchema,
  modelListSchema,
  renewedModelsSchema,
  type ChangeModels,
  type ConnectionModels,
  type ModelDescriptionFile,
  type ModelFileList,
  type ModelList,
  type RenewedModels,
  type SetDefault,
} from '#contract/models.ts'
import { requestJson, requestNothing } from '../http/http.ts'

/** Returns every usable model, and the providers that failed. */
export const listModels = (signal?: AbortSignal): Promise<ModelList> =>
  requestJson(modelListSchema, '/api/models', { signal })

/** A connection: the server's, or a person's or team's own. */
export type ModelsOf = { id: string; isOwn: boolean }

/** Returns all models of a connection, including those that are switched off. */
export const listConnectionModels = (
  { id, isOwn }: ModelsOf,
  signal?: AbortSignal,
): Promise<ConnectionModels> =>
  requestJson(connectionModelsSchema, isOwn ? toOwnModels(id) : `/api/models/of/${toPart(id)}`, {
    signal,
  })

/** Switches models on or off, renames them, or marks them as favourites. */
export const changeModels = ({ id, isOwn }: ModelsOf, body: ChangeModels): Promise<void> =>
  requestNothing(isOwn ? toOwnModels(id) : '/api/models', { method: 'PATCH', body })

const toPart = encodeURIComponent
const toOwnModels = (id: string) => `/api/own-connections/${toPart(id)}/models`

/** Sets the model for new chats, for titles, or for the studio. */
export const setDefaultModel = (body: SetDefault): Promise<void> =>
  requestNothing('/api/models/defaults', { method: 'PUT', body })

/** Makes the server reload model descriptions from models.dev. This takes up to 30 s. */
export const renewKnownModels = (): Promise<RenewedModels> =>
  requestJson(renewedModelsSchema, '/api/models/known', { method: 'POST', timeoutMs: 45_000 })

const filesAddress = '/api/model-files'

export const listModelFiles = (signal?: AbortSignal): Promise<ModelFileList> =>
  requestJson(modelFileListSchema, filesAddress, { signal })

/**
 * Adds a file of model descriptions. @throws {ApiError} with code `bad_model_file`; the path of its
 * only issue is the line, such as `line 12`.
 */
export const addModelFile = (text: string): Promise<ModelDescriptionFile> =>
  requestJson(modelDescriptionFileSchema, filesAddress, {
    method: 'POST',
    body: new Blob([text], { type: 'application/json' }),
  })

export const removeModelFile = (name: string): Promise<void> =>
  requestNothing(`${filesAddress}/${encodeURIComponent(name)}`, { method: 'DELETE' })
