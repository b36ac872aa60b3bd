import {
  importChangesSchema,
  importDraftSchema,
  importedModelSchema,
  importListSchema,
  type CreateImport,
  type ImportChanges,
  type ImportDraft,
  type ImportedModel,
  type ImportList,
  type ReadImport,
} from '#contract/model-imports.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const address = '/api/model-imports'
const getPath = (id: string): string => `${address}/${encodeURIComponent(id)}`
/** The server waits up to 60 s for the service that describes the model. */
const timeoutMs = 70_000

export const listImports = (signal?: AbortSignal): Promise<ImportList> =>
  requestJson(importListSchema, address, { signal })

/** Returns a service's description of a model without storing the description. */
export const readImport = (body: ReadImport): Promise<ImportDraft> =>
  requestJson(importDraftSchema, `${address}/read`, { method: 'POST', body, timeoutMs })

export const createImport = (body: CreateImport): Promise<ImportedModel> =>
  requestJson(importedModelSchema, address, { method: 'POST', body, timeoutMs })

export const compareImport = (id: string): Promise<ImportChanges> =>
  requestJson(importChangesSchema, `${getPath(id)}/compare`, { method: 'POST', timeoutMs })

export const refreshImport = (id: string): Promise<ImportedModel> =>
  requestJson(importedModelSchema, `${getPath(id)}/refresh`, { method: 'POST', timeoutMs })

export const removeImport = (id: string): Promise<void> =>
  requestNothing(getPath(id), { method: 'DELETE' })
