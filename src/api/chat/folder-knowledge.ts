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
 * Changes the instructions and the embedding model of a folder.
 * @throws {ApiError} `unknown_model` if no connection offers the model.
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

/** @throws {ApiError} `conflict` if the folder already has the maximum number of documents. */
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
