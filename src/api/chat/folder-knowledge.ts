import { folderKnowledgeSchema, type FolderKnowledge } from '#contract/chat/library.ts'
import { requestJson } from '../http/http.ts'

const addressOf = (folderId: string) => `/api/folders/${encodeURIComponent(folderId)}`

/** What every chat in a folder has. */
export const getFolderKnowledge = (
  folderId: string,
  signal?: AbortSignal,
): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${addressOf(folderId)}/knowledge`, { signal })

export const putFolderInstructions = (
  folderId: string,
  instructions: string,
): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${addressOf(folderId)}/knowledge`, {
    method: 'PUT',
    body: { instructions },
  })

/** @throws {ApiError} `conflict` for one file too many. */
export const addFolderDocument = (folderId: string, documentId: string): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${addressOf(folderId)}/documents/${documentId}`, {
    method: 'PUT',
    timeoutMs: 120_000,
  })

export const removeFolderDocument = (
  folderId: string,
  documentId: string,
): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${addressOf(folderId)}/documents/${documentId}`, {
    method: 'DELETE',
  })
