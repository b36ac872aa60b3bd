import { useSyncExternalStore } from 'react'

const mediaQuery = '(prefers-reduced-motion: reduce)'

export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(mediaQuery)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(mediaQuery).matches,
  )
