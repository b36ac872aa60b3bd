import { useQuery } from '@tanstack/react-query'
import { sharedQuery } from '#queries/shared-with-me.ts'

/**
 * Returns details of a chat that another account shares. Returns undefined for the user's own
 * chats.
 */
export function useSharedChat(conversationId: string | undefined) {
  const { data } = useQuery(sharedQuery())
  return data?.chats.find(({ id }) => id === conversationId)
}

export const useAdminsRead = (): boolean => useQuery(sharedQuery()).data?.adminsReadChats === true
