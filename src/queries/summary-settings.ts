import { queryOptions } from '@tanstack/react-query'
import { readAutomaticSummaries } from '#api/chat/summaries.ts'
import { chatKeys } from './chat-keys.ts'

/** Returns the query for the person's automatic summaries of long chats. */
export const summarySettingsQuery = () =>
  queryOptions({
    queryKey: [...chatKeys.all, 'summary-settings'] as const,
    queryFn: ({ signal }) => readAutomaticSummaries(signal),
    staleTime: 60_000,
  })
