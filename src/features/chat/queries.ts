import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteConversation,
  getConversation,
  listConversations,
  renameConversation,
} from '#api/chat.ts'
import { ApiError } from '#api/errors.ts'
import { listModels } from '#api/models.ts'
import type { ConversationList } from '#contract/chat.ts'

/** The one place that knows this feature's cache keys. */
export const chatQueries = {
  all: ['chat'] as const,
  conversations: () =>
    queryOptions({
      queryKey: [...chatQueries.all, 'conversations'],
      queryFn: ({ signal }) => listConversations(signal),
    }),
  conversation: (id: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'conversation', id],
      queryFn: ({ signal }) => getConversation(id, signal),
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    }),
  // Not below `all`: other features read the same list.
  models: () =>
    queryOptions({
      queryKey: ['models'],
      queryFn: ({ signal }) => listModels(signal),
      staleTime: 60_000,
    }),
}

export function useRenameConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => renameConversation(id, title),
    onMutate: ({ id, title }) =>
      client.setQueryData<ConversationList>(
        chatQueries.conversations().queryKey,
        (list) =>
          list && {
            conversations: list.conversations.map((one) =>
              one.id === id ? { ...one, title } : one,
            ),
          },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.all }),
  })
}

export function useDeleteConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteConversation,
    onSettled: (_data, _error, id) => {
      client.removeQueries({ queryKey: chatQueries.conversation(id).queryKey })
      return client.invalidateQueries({ queryKey: chatQueries.conversations().queryKey })
    },
  })
}
