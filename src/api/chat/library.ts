import {
  folderListSchema,
  folderSchema,
  promptListSchema,
  promptSchema,
  type Folder,
  type Prompt,
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
import { loadSentences } from '#languages/load-sentences.ts'
import { translateAnswer } from '#languages/translate-answer.ts'
import { translateTexts } from '#lib/language/translate-texts.ts'
import { toQuery, requestJson, requestNothing } from '../http/http.ts'

/** Uploading and storing a large file takes longer than the default limit of 30 s. */
const importTimeoutMs = 300_000

export const listFolders = async (signal?: AbortSignal): Promise<Folder[]> =>
  (await requestJson(folderListSchema, '/api/folders', { signal })).folders

export const putFolder = (id: string, name: string): Promise<Folder> =>
  requestJson(folderSchema, `/api/folders/${id}`, { method: 'PUT', body: { name } })

/** Deletes a folder, but keeps its conversations. */
export const deleteFolder = (id: string): Promise<void> =>
  requestNothing(`/api/folders/${id}`, { method: 'DELETE' })

export const listPrompts = async (signal?: AbortSignal): Promise<Prompt[]> =>
  (await requestJson(promptListSchema, '/api/prompts', { signal })).prompts

/** @throws {ApiError} `conflict` when another prompt has the same command. */
export const putPrompt = (id: string, prompt: PutPrompt): Promise<Prompt> =>
  requestJson(promptSchema, `/api/prompts/${id}`, { method: 'PUT', body: prompt })

export const deletePrompt = (id: string): Promise<void> =>
  requestNothing(`/api/prompts/${id}`, { method: 'DELETE' })

export const getChatParams = (modelId: string, signal?: AbortSignal): Promise<ChatParams> =>
  requestJson(chatParamsSchema, `/api/chat/params${toQuery({ modelId })}`, { signal }).then(
    (params) => translateAnswer(params),
  )

/** Returns the tools for chats. Titles of built-in tools are in the language of this page. */
export const listChatTools = async (signal?: AbortSignal): Promise<ChatTool[]> =>
  translateTitles((await requestJson(chatToolListSchema, '/api/chat/tools', { signal })).tools)

async function translateTitles<Tool extends { from?: string | undefined }>(
  tools: readonly Tool[],
): Promise<Tool[]> {
  await loadSentences()
  return tools.map((tool) => (tool.from === undefined ? translateTexts(tool, ['title']) : tool))
}

/** Turns a tool on or off for chats in which the person has not selected tools. */
export const putToolDefault = (name: string, isDefault: boolean): Promise<void> =>
  requestNothing(`/api/chat/tools/${encodeURIComponent(name)}`, {
    method: 'PUT',
    body: { isDefault },
  })

export const listAllowedTools = async (signal?: AbortSignal): Promise<AllowedTool[]> =>
  translateTitles(
    (await requestJson(allowedToolListSchema, '/api/allowed-tools', { signal })).tools,
  )

export const disallowTool = (allowedAs: string): Promise<void> =>
  requestNothing(`/api/allowed-tools/${encodeURIComponent(allowedAs)}`, { method: 'DELETE' })

export const searchChats = (
  query: Pick<SearchQuery, 'q'> & Partial<SearchQuery>,
  signal?: AbortSignal,
): Promise<SearchPage> => requestJson(searchPageSchema, `/api/search${toQuery(query)}`, { signal })

/** Imports a file that Bozzetto or another chat program has exported, as JSON or ZIP. */
export const importChats = (file: Blob, signal?: AbortSignal): Promise<ImportAnswer> =>
  requestJson(importAnswerSchema, '/api/import', {
    method: 'POST',
    body: file,
    signal,
    timeoutMs: importTimeoutMs,
  })
