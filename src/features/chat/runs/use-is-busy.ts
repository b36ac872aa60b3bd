import { useCallback, useSyncExternalStore } from 'react'
import { isGoingOn } from '#contract/chat/chat.ts'
import type { LiveRun } from './live-run.ts'

/**
 * Returns whether any of these runs is active. Re-renders at the start and end of a run, not with
 * each delta.
 */
export function useIsBusy(lives: readonly LiveRun[]): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = lives.map(({ store }) => store.subscribe(listener))
      return () => leave.forEach((one) => one())
    },
    [lives],
  )
  return useSyncExternalStore(subscribe, () =>
    lives.some(({ store }) => isGoingOn(store.getSnapshot())),
  )
}
