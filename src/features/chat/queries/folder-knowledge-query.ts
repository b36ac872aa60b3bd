import { queryOptions } from '@tanstack/react-query'
import { getFolderKnowledge } from '#api/chat/folder-knowledge.ts'

export const folderKnowledgeQuery = (folderId: string) =>
  queryOptions({
    queryKey: ['chat', 'folder-knowledge', folderId],
    queryFn: ({ signal }) => getFolderKnowledge(folderId, signal),
    staleTime: 0,
  })
