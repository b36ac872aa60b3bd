import { useSyncExternalStore } from 'react'

export type PageTheme = 'light' | 'dark'

export const usePageTheme = (): PageTheme => useSyncExternalStore(subscribe, read)

const read = (): PageTheme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
