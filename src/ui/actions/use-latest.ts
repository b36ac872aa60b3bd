import { useLayoutEffect, useRef, useState } from 'react'

type Callbacks = Record<string, (...args: never[]) => void>

/**
 * Returns functions that call the latest callbacks but keep their own identity, so that components
 * do not render again.
 */
export function useLatest<T extends Callbacks>(callbacks: T): T {
  const newest = useRef(callbacks)
  useLayoutEffect(() => {
    newest.current = callbacks
  })
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(callbacks).map((name) => [
        name,
        (...args: never[]) => newest.current[name]?.(...args),
      ]),
    ),
  )
  return stable as T
}
