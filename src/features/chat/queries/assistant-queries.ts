import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteAssistant,
  uploadAssistants,
  listAssistants,
  putAssistant,
} from '#api/chat/assistants.ts'
import { toAssistantModelId, type PutAssistant } from '#contract/chat/assistants.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { modelsQuery } from '#queries/models.ts'

/** Returns the path of a new chat with an assistant. */
export const toAssistantChat = (id: string): string =>
  `/chat?model=${encodeURIComponent(toAssistantModelId(id))}`

export const assistantsQuery = () =>
  queryOptions({
    queryKey: chatKeys.assistants,
    queryFn: ({ signal }) => listAssistants(signal),
  })

export function useAssistantChanges() {
  const client = useQueryClient()
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: chatKeys.assistants }),
      client.invalidateQueries({ queryKey: modelsQuery().queryKey }),
    ])
  return {
    put: useMutation({
      mutationFn: ({ id, assistant }: { id: string; assistant: PutAssistant }) =>
        putAssistant(id, assistant),
      onSettled,
    }),
    remove: useMutation({ mutationFn: deleteAssistant, onSettled }),
    take: useMutation({ mutationFn: uploadAssistants, onSettled }),
  }
}
