import { queryOptions } from '@tanstack/react-query'
import { getConversation, listConversations } from '#api/chat.ts'
import { ApiError } from '#api/errors.ts'

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
}
