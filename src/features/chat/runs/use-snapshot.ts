import { useLayoutEffect, useState } from 'react'

/** An external store whose snapshot is immutable. */
export interface SnapshotSource<T> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => T
}

/**
 * Returns the current snapshot of `source`. Unlike `useSyncExternalStore`, schedules no additional
 * effect after each change. Only one component may read the source, because concurrent renders are
 * not kept consistent.
 */
export function useSnapshot<T>(source: SnapshotSource<T> | undefined): T | undefined {
  const [, setSeen] = useState<T>()
  useLayoutEffect(() => {
    if (!source) return
    const look = () => {
      setSeen(() => source.getSnapshot())
    }
    // The source may have changed between rendering and subscribing.
    look()
    return source.subscribe(look)
  }, [source])
  return source?.getSnapshot()
}
