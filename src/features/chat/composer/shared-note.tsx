import { useQuery } from '@tanstack/react-query'
import { sharedQuery } from '#queries/shared-with-me.ts'

/** What somebody else shares of a chat; absent for one of one's own. */
export function useSharedChat(conversationId: string | undefined) {
  const { data } = useQuery(sharedQuery())
  return data?.chats.find(({ id }) => id === conversationId)
}

/** Whether admins may read one’s chats. */
export const useAdminsRead = (): boolean => useQuery(sharedQuery()).data?.adminsReadChats === true

/** Is there for as long as they may. */
export const ReadByAdminsNote = () => (
  <p role="note" className="mx-auto w-full max-w-3xl px-4 pb-2 text-center text-xs text-ink-muted">
    Admins of this server can read your chats. Every access is logged.
  </p>
)

/** Whose chat it is, where it is somebody else's. */
export const SharedNote = ({ from, canWrite }: { from: string; canWrite: boolean }) => (
  <p role="note" className="mx-auto w-full max-w-3xl px-4 py-2 text-center text-xs text-ink-muted">
    {canWrite
      ? `${from} shares this chat with you. Answers here use no tools, memory or folder files.`
      : `${from} shares this chat with you. You can read it.`}
  </p>
)
