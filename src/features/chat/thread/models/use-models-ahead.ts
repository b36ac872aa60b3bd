import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { assetQuery } from '#queries/assets.ts'
import type { Turn } from '../../messages/thread.ts'
import { hasVisibleResult } from './has-visible-result.ts'

/**
 * Prefetches the models of rows before they are scrolled into view, so that cards render at their
 * final height.
 */
export function useModelsAhead(turns: readonly Turn[], from: number, to: number): void {
  const client = useQueryClient()
  useEffect(() => {
    for (const { message } of turns.slice(Math.max(0, from), to)) {
      for (const { assetIds = [] } of message.toolCalls?.filter(hasVisibleResult) ?? []) {
        for (const id of assetIds) void client.prefetchQuery(assetQuery(id))
      }
    }
  }, [turns, from, to, client])
}
