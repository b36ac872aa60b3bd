import {
  connectionModelsSchema,
  modelFileListSchema,
  modelDescriptionFileSchema,
  renewedModelsSchema,
  type ChangeModels,
  type ConnectionModels,
  type ModelDescriptionFile,
  type ModelFileList,
  type RenewedModels,
  type SetDefault,
} from '#contract/model-settings.ts'
import { requestJson, requestNothing } from '../http/http.ts'

/**
 * A connection. `isOwn` is true if the connection belongs to a person or team instead of the
 * server.
 */
export type ModelsOf = { id: string; isOwn: boolean }

/** Returns all models of a connection, including disabled models. */
export const listConnectionModels = (
  { id, isOwn }: ModelsOf,
  signal?: AbortSignal,
): Promise<ConnectionModels> =>
  requestJson(connectionModelsSchema, isOwn ? toOwnModels(id) : `/api/models/of/${toPart(id)}`, {
    signal,
  })

/** Turns models on or off, renames them, or marks them as favourites. */
export const changeModels = ({ id, isOwn }: ModelsOf, body: ChangeModels): Promise<void> =>
  requestNothing(isOwn ? toOwnModels(id) : '/api/models', { method: 'PATCH', body })

const toPart = encodeURIComponent
const toOwnModels = (id: string) => `/api/own-connections/${toPart(id)}/models`

/** Sets the default model for new chats, for titles, or for the studio. */
export const setDefaultModel = (body: SetDefault): Promise<void> =>
  requestNothing('/api/models/defaults', { method: 'PUT', body })

/** Makes the server load the model descriptions of models.dev again, which takes up to 30 s. */
export const renewKnownModels = (): Promise<RenewedModels> =>
  requestJson(renewedModelsSchema, '/api/models/known', { method: 'POST', timeoutMs: 45_000 })

const filesAddress = '/api/model-files'

export const listModelFiles = (signal?: AbortSignal): Promise<ModelFileList> =>
  requestJson(modelFileListSchema, filesAddress, { signal })

/**
 * Adds a file of model descriptions.
 * @throws {ApiError} `bad_model_file`, with one issue whose path is the line number, such as `line
 * 12`.
 */
export const addModelFile = (text: string): Promise<ModelDescriptionFile> =>
  requestJson(modelDescriptionFileSchema, filesAddress, {
    method: 'POST',
    body: new Blob([text], { type: 'application/json' }),
  })

export const removeModelFile = (name: string): Promise<void> =>
  requestNothing(`${filesAddress}/${encodeURIComponent(name)}`, { method: 'DELETE' })
