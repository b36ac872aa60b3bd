import { createElement, useState, type ComponentType, type ReactNode } from 'react'
import { useLoadedCode } from './use-loaded-code.ts'

type LoadedProps<Props> = {
  /** Imports the component. Pass the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** True to load the component now. Otherwise it is loaded when the page is idle. */
  isWanted?: boolean
  /** Throws while the server is away, because nothing is shown without the code. */
  isPage?: boolean
  fallback?: ReactNode
}

/**
 * Renders a component whose code is loaded on demand. A loading error reaches the nearest error
 * boundary. React's `lazy` would delay the content until 300 ms after the fallback.
 */
export function Loaded<Props extends object>({
  load,
  props,
  isWanted = true,
  isPage = false,
  fallback,
}: LoadedProps<Props>) {
  const code = useLoadedCode(load, isWanted, isPage)
  // Once rendered, the component stays, so that it can animate its end.
  const [wasRendered, setWasRendered] = useState(false)
  const component = isWanted || wasRendered ? code : undefined
  if (component && !wasRendered) setWasRendered(true)

  if (!component) return fallback
  return createElement(component, props)
}
