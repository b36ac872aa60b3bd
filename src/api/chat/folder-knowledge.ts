import {
  embeddingModelsSchema,
  folderKnowledgeSchema,
  type EmbeddingModels,
  type FolderKnowledge,
  type PutFolderKnowledge,
} from '#contract/chat/library.ts'
import { requestJson } from '../http/http.ts'

const getAddress = (folderId: string) => `/api/folders/${encodeURIComponent(folderId)}`

export const getFolderKnowledge = (
  folderId: string,
  signal?: AbortSignal,
): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${getAddress(folderId)}/knowledge`, { signal })

/**
 * Changes a folder's instructions and its embedding model. @throws {ApiError} `unknown_model` if no
 * connection offers the model.
 */
export const putFolderKnowledge = (
  folderId: string,
  change: PutFolderKnowledge,
): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${getAddress(folderId)}/knowledge`, {
    method: 'PUT',
    body: change,
  })

export const getEmbeddingModels = (signal?: AbortSignal): Promise<EmbeddingModels> =>
  requestJson(embeddingModelsSchema, '/api/folders/embedding-models', { signal, timeoutMs: 30_000 })

/** Adds a document to a folder. @throws {ApiError} `conflict` if there are too many. */
export const addFolderDocument = (folderId: string, documentId: string): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${getAddress(folderId)}/documents/${documentId}`, {
    method: 'PUT',
    timeoutMs: 120_000,
  })

export const removeFolderDocument = (
  folderId: string,
  documentId: string,
): Promise<FolderKnowledge> =>
  requestJson(folderKnowledgeSchema, `${getAddress(folderId)}/documents/${documentId}`, {
    method: 'DELETE',
  })
