import { useCallback, useEffect, useRef, type RefObject } from 'react'
import type { FollowModelLink } from '../../markdown/draw/links.tsx'
import type { Turn } from '../../messages/thread.ts'
import { hasVisibleResult } from './has-visible-result.ts'
import { awaitCard, pointAtCard } from './live-card.ts'

type Thread = {
  turns: readonly Turn[]
  reveal: RefObject<((index: number) => void) | undefined>
}

export function useFollowModelLink({ turns, reveal }: Thread): FollowModelLink {
  // Use a ref, because a new function would render every link again.
  const shown = useRef(turns)
  useEffect(() => {
    shown.current = turns
  }, [turns])
  return useCallback(
    (link, from) => {
      if (pointAtCard(link, from)) return true
      const index = rowWithCard(shown.current, link.assetId, from)
      if (index < 0 || !reveal.current) return false
      awaitCard(link)
      reveal.current(index)
      return true
    },
    [reveal],
  )
}

function rowWithCard(turns: readonly Turn[], assetId: string, from: Element): number {
  const rowId = from.closest<HTMLElement>('[data-row]')?.dataset['row']
  const hasCard = ({ message: { toolCalls = [] } }: Turn) =>
    toolCalls.some((call) => hasVisibleResult(call) && call.assetIds?.includes(assetId))
  const at = turns.findIndex(({ message }) => message.id === rowId)
  const before = turns.slice(0, at + 1).findLastIndex(hasCard)
  return before >= 0 ? before : turns.findIndex(hasCard)
}
