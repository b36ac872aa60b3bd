import { queryOptions } from '@tanstack/react-query'
import { hasPeople } from '#api/forget.ts'
import { listShared } from '#api/shared-with-me.ts'
import { chatKeys } from './chat-keys.ts'

/** Returns the query of everything that others have shared with the person. Disabled without accounts. */
export const sharedQuery = () =>
  queryOptions({
    // Refetched together with the lists of chats.
    queryKey: [...chatKeys.conversations, 'shared'],
    queryFn: ({ signal }) => listShared(signal),
    enabled: hasPeople(),
  })
