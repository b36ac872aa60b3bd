import { useCallback, useSyncExternalStore } from 'react'
import { isRunActive } from '#contract/chat/chat.ts'
import type { FollowedRun } from './followed-run.ts'

/**
 * Returns whether any of these runs is active. Re-renders at the start and end of a run, not with
 * each delta.
 */
export function useIsBusy(lives: readonly FollowedRun[]): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = lives.map(({ store }) => store.subscribe(listener))
      return () => leave.forEach((one) => one())
    },
    [lives],
  )
  return useSyncExternalStore(subscribe, () =>
    lives.some(({ store }) => isRunActive(store.getSnapshot())),
  )
}
