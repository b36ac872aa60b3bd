import { useCallback, useSyncExternalStore } from 'react'
import { isGoingOn } from '#contract/chat/chat.ts'
import type { LiveRun } from './live-run.ts'

/** Whether any of these runs goes on; changes twice in a run's life, not with each word. */
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
