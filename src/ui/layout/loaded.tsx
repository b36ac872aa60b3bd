import { createElement, useState, type ComponentType, type ReactNode } from 'react'
import { useLoadedCode } from './use-loaded-code.ts'

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
 * A component whose code is loaded when it is wanted, and drawn at once where that has happened before. A failure
 * goes to the nearest error boundary.
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
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  const code = useLoadedCode(load, isWanted)
  const component = wasWanted || isWanted ? code : undefined

  if (!component) return fallback
  return createElement(component, props)
}
