import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { continueShared } from '#api/chat/chat-shares.ts'
import { t } from '#languages/app.ts'
import { removeSearchParams } from '../remove-search-params.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { chatQueries } from '../queries/chat-queries.ts'

/**
 * Handles `/chat?shared=…`, a link on the page of a shared chat: copies the chat and opens the
 * copy.
 */
export function useContinueShared(): void {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const token = search.get('shared')
  useEffect(() => {
    if (token === null) return
    // Remove the param first, so that a reload does not copy the chat again.
    removeSearchParams()
    continueShared(token).then(
      async ({ conversationId }) => {
        navigate(`/chat/${conversationId}`, { replace: true })
        await client.invalidateQueries({ queryKey: chatQueries.all })
      },
      reportFailure(t('The shared chat could not be copied')),
    )
  }, [token, navigate, client])
}
