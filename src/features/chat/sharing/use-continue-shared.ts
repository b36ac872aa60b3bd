import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { continueShared } from '#api/shares.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { chatQueries } from '../queries/chat-queries.ts'

/** `/chat?shared=…`, which the page of a shared chat leads to: goes on in a copy of it. */
export function useContinueShared(): void {
  const [search, setSearch] = useSearchParams()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const token = search.get('shared')
  useEffect(() => {
    if (token === null) return
    // At once, so that no reload copies it again.
    setSearch({}, { replace: true })
    continueShared(token).then(async ({ conversationId }) => {
      navigate(`/chat/${conversationId}`, { replace: true })
      await client.invalidateQueries({ queryKey: chatQueries.all })
    }, reportFailure('The shared chat could not be copied'))
  }, [token, setSearch, navigate, client])
}
