import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasPeople } from '#api/forget.ts'
import { listShared } from '#api/shared-with-me.ts'
import { chatKeys } from './chat-keys.ts'

/**
 * Returns the query for everything that other accounts share with the user. Disabled without
 * accounts.
 */
export const sharedQuery = () =>
  queryOptions({
    // The key extends the key of the chat lists, so that both are reloaded together.
    queryKey: [...chatKeys.conversations, 'shared'],
    queryFn: ({ signal }) => listShared(signal),
    enabled: hasPeople(),
  })

/**
 * Returns whether the user owns a model that they can see. Undefined while this is not known.
 */
export function useIsOwn(assetId: string): boolean | undefined {
  const { data, isLoading } = useQuery(sharedQuery())
  if (isLoading) return undefined
  return !data?.models.some((one) => one.asset.id === assetId)
}
