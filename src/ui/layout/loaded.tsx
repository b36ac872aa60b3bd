import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { prefetch } from './prefetch.ts'

type LoadedProps<Props> = {
  /** Imports the component; must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  /** Of the component. */
  props: Props
  /** The component is loaded once this is true, or the page is idle, and stays. */
  isWanted?: boolean
  /** What stands there until then. */
  fallback?: ReactNode
}

/**
 * A component whose code is loaded when it is wanted. A failure goes to the nearest error boundary.
 *
 * Instead of `lazy` and `Suspense`: there React holds what has come back until 300 ms after the
 * fallback, so that it does not flicker, and every first press would feel slow.
 */
export function Loaded<Props extends object>({
  load,
  props,
  isWanted = true,
  fallback,
}: LoadedProps<Props>) {
  const [outcome, setOutcome] = useState<
    { component: ComponentType<Props> } | { failure: unknown }
  >()

  useEffect(() => {
    if (!isWanted) {
      prefetch(load)
      return undefined
    }
    let isCurrent = true
    load().then(
      (component) => isCurrent && setOutcome({ component }),
      (failure: unknown) => isCurrent && setOutcome({ failure }),
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, load])

  if (!outcome) return fallback
  if ('failure' in outcome) throw outcome.failure
  return createElement(outcome.component, props)
}
