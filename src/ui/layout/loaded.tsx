import { createElement, useState, type ComponentType, type ReactNode } from 'react'
import { useLoadedCode } from './use-loaded-code.ts'

type LoadedProps<Props> = {
  /** Imports the component. Must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Loads the component once this is true or the page is idle. */
  isWanted?: boolean
  fallback?: ReactNode
}

/**
 * Renders a component whose code is loaded on demand. An error is thrown to the nearest error
 * boundary. With `lazy` and `Suspense`, React would delay the content until 300 ms after the
 * fallback.
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
