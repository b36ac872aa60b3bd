import { queryOptions } from '@tanstack/react-query'
import { hasPeople } from '#api/forget.ts'
import { listShared } from '#api/shared-with-me.ts'
import { chatKeys } from './chat-keys.ts'

/** Returns the query of everything that others have shared with the person. Disabled without accounts. */
export const sharedQuery = () =>
  queryOptions({
    // The key is below that of the chat lists, so that both are refetched together.
    queryKey: [...chatKeys.conversations, 'shared'],
    queryFn: ({ signal }) => listShared(signal),
    enabled: hasPeople(),
  })
