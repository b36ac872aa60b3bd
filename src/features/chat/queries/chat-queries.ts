import { queryOptions } from '@tanstack/react-query'
import { getConversation, listConversations } from '#api/chat/chat.ts'
import { ApiError } from '#api/http/errors.ts'
import { chatKeys } from '#queries/chat-keys.ts'

export const chatQueries = {
  all: chatKeys.all,
  conversations: () =>
    queryOptions({
      queryKey: chatKeys.conversations,
      queryFn: ({ signal }) => listConversations(signal),
    }),
  conversation: (id: string) =>
    queryOptions({
      queryKey: chatKeys.conversation(id),
      queryFn: ({ signal }) => getConversation(id, signal),
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    }),
}
