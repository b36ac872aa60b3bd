import {
  folderListSchema,
  folderSchema,
  presetListSchema,
  presetSchema,
  promptListSchema,
  promptSchema,
  type Folder,
  type Preset,
  type Prompt,
  type PutPreset,
  type PutPrompt,
} from '#contract/chat/library.ts'
import { searchPageSchema, type SearchPage, type SearchQuery } from '#contract/chat/search.ts'
import {
  chatParamsSchema,
  allowedToolListSchema,
  chatToolListSchema,
  type ChatParams,
  type AllowedTool,
  type ChatTool,
} from '#contract/chat/settings.ts'
import { importAnswerSchema, type ImportAnswer } from '#contract/chat/transfer.ts'
import { queryOf, requestJson, requestNothing } from '../http/http.ts'

/** A large file has to be sent and stored. */
const importTimeoutMs = 300_000

export const listFolders = async (signal?: AbortSignal): Promise<Folder[]> =>
  (await requestJson(folderListSchema, '/api/folders', { signal })).folders

/** Makes a folder, or renames it where it exists. */
export const putFolder = (id: string, name: string): Promise<Folder> =>
  requestJson(folderSchema, `/api/folders/${id}`, { method: 'PUT', body: { name } })

/** Its conversations stay, without a folder. */
export const deleteFolder = (id: string): Promise<void> =>
  requestNothing(`/api/folders/${id}`, { method: 'DELETE' })

export const listPresets = async (signal?: AbortSignal): Promise<Preset[]> =>
  (await requestJson(presetListSchema, '/api/presets', { signal })).presets

export const putPreset = (id: string, preset: PutPreset): Promise<Preset> =>
  requestJson(presetSchema, `/api/presets/${id}`, { method: 'PUT', body: preset })

export const deletePreset = (id: string): Promise<void> =>
  requestNothing(`/api/presets/${id}`, { method: 'DELETE' })

export const listPrompts = async (signal?: AbortSignal): Promise<Prompt[]> =>
  (await requestJson(promptListSchema, '/api/prompts', { signal })).prompts

/** @throws {ApiError} `conflict` when another prompt has the command. */
export const putPrompt = (id: string, prompt: PutPrompt): Promise<Prompt> =>
  requestJson(promptSchema, `/api/prompts/${id}`, { method: 'PUT', body: prompt })

export const deletePrompt = (id: string): Promise<void> =>
  requestNothing(`/api/prompts/${id}`, { method: 'DELETE' })

/** The form of a model's params. */
export const getChatParams = (modelId: string, signal?: AbortSignal): Promise<ChatParams> =>
  requestJson(chatParamsSchema, `/api/chat/params${queryOf({ modelId })}`, { signal })

export const listChatTools = async (signal?: AbortSignal): Promise<ChatTool[]> =>
  (await requestJson(chatToolListSchema, '/api/chat/tools', { signal })).tools

/** What runs without asking in every chat. */
export const listAllowedTools = async (signal?: AbortSignal): Promise<AllowedTool[]> =>
  (await requestJson(allowedToolListSchema, '/api/allowed-tools', { signal })).tools

/** From now on it asks again. */
export const disallowTool = (allowedAs: string): Promise<void> =>
  requestNothing(`/api/allowed-tools/${encodeURIComponent(allowedAs)}`, { method: 'DELETE' })

export const searchChats = (
  query: Pick<SearchQuery, 'q'> & Partial<SearchQuery>,
  signal?: AbortSignal,
): Promise<SearchPage> => requestJson(searchPageSchema, `/api/search${queryOf(query)}`, { signal })

/** Takes in an export of ours or of another program, as JSON or as a ZIP. */
export const importChats = (file: Blob, signal?: AbortSignal): Promise<ImportAnswer> =>
  requestJson(importAnswerSchema, '/api/import', {
    method: 'POST',
    body: file,
    signal,
    timeoutMs: importTimeoutMs,
  })
