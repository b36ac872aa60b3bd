import { useQuery } from '@tanstack/react-query'
import { sharedQuery } from '#queries/shared-with-me.ts'

/** What somebody else shares of a chat; absent for one of one's own. */
export function useSharedChat(conversationId: string | undefined) {
  const { data } = useQuery(sharedQuery())
  return data?.chats.find(({ id }) => id === conversationId)
}

/** Whether admins may read one’s chats. */
export const useAdminsRead = (): boolean => useQuery(sharedQuery()).data?.adminsReadChats === true
