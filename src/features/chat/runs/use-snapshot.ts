import { useLayoutEffect, useState } from 'react'

/** Something outside React that changes, and is replaced as a whole when it does. */
export interface Source<T> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => T
}

/**
 * What `source` holds now. For what changes with each word: `useSyncExternalStore` leaves an effect to be
 * run after every change, which takes a task of its own. In return only one component may draw from
 * the source, since nothing keeps several in step.
 */
export function useSnapshot<T>(source: Source<T> | undefined): T | undefined {
  const [, setSeen] = useState<T>()
  useLayoutEffect(() => {
    if (!source) return
    const look = () => {
      // As a function, because what is held may be one.
      setSeen(() => source.getSnapshot())
    }
    // It may have changed since it was drawn.
    look()
    return source.subscribe(look)
  }, [source])
  return source?.getSnapshot()
}
