import {
  assistantListSchema,
  assistantSchema,
  importedAssistantsSchema,
  type Assistant,
  type ImportedAssistants,
  type PutAssistant,
} from '#contract/chat/assistants.ts'
import { requestJson, requestNothing } from '../http/http.ts'

/**
 * The server indexes the files of an imported skill, which takes longer than the default limit of
 * 30 s.
 */
const importTimeoutMs = 300_000

export const listAssistants = async (signal?: AbortSignal): Promise<Assistant[]> =>
  (await requestJson(assistantListSchema, '/api/assistants', { signal })).assistants

export const putAssistant = (id: string, assistant: PutAssistant): Promise<Assistant> =>
  requestJson(assistantSchema, `/api/assistants/${id}`, { method: 'PUT', body: assistant })

export const deleteAssistant = (id: string): Promise<void> =>
  requestNothing(`/api/assistants/${id}`, { method: 'DELETE' })

export const toAssistantFileUrl = (id: string): string => `/api/assistants/${id}/file`

/** Imports an exported assistant, a `SKILL.md`, or a ZIP of skills. */
export const uploadAssistants = (file: Blob): Promise<ImportedAssistants> =>
  requestJson(importedAssistantsSchema, '/api/assistants/import', {
    method: 'POST',
    body: file,
    timeoutMs: importTimeoutMs,
  })
