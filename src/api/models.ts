import {
  modelFileListSchema,
  modelFileSchema,
  modelListSchema,
  type ModelFile,
  type ModelFileList,
  type ModelList,
} from '#contract/models.ts'
import { requestJson, requestNothing } from './http.ts'

/** Every model that can be called now, and the providers that could not be asked. */
export const listModels = (signal?: AbortSignal): Promise<ModelList> =>
  requestJson(modelListSchema, '/api/models', { signal })

const filesAddress = '/api/model-files'

export const listModelFiles = (signal?: AbortSignal): Promise<ModelFileList> =>
  requestJson(modelFileListSchema, filesAddress, { signal })

/** @throws {ApiError} with code `bad_model_file`; its only issue's path is `line 12`. */
export const addModelFile = (text: string): Promise<ModelFile> =>
  requestJson(modelFileSchema, filesAddress, {
    method: 'POST',
    body: new Blob([text], { type: 'application/json' }),
  })

export const removeModelFile = (name: string): Promise<void> =>
  requestNothing(`${filesAddress}/${encodeURIComponent(name)}`, { method: 'DELETE' })
