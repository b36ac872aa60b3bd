import { queryOptions } from '@tanstack/react-query'
import { hasPeople } from '#api/forget.ts'
import { listShared } from '#api/shared-with-me.ts'
import { chatKeys } from './chat-keys.ts'

/** What others share with whoever is signed in; nothing where there are no accounts. */
export const sharedQuery = () =>
  queryOptions({
    // Is read again with the lists of chats.
    queryKey: [...chatKeys.conversations, 'shared'],
    queryFn: ({ signal }) => listShared(signal),
    enabled: hasPeople(),
  })
