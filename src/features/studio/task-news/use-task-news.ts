import { useEffect } from 'react'
import { newsStore, useUnseenCount } from './news.ts'

/**
 * Forgets the news once somebody looks at the studio, and puts their number on the app's icon where
 * the system has room for it.
 *
 * @param isActive whether the studio is what the page shows.
 * @returns how many tasks have ended unseen.
 */
export function useTaskNews(isActive: boolean): number {
  const unseen = useUnseenCount()

  useEffect(() => {
    if (!isActive) return undefined
    const look = () => {
      if (!document.hidden) newsStore.getState().seen()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isActive])

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // A browser in which the page is not installed has no icon and refuses.
    const set = unseen > 0 ? navigator.setAppBadge(unseen) : navigator.clearAppBadge()
    set.catch(() => {})
  }, [unseen])
  return unseen
}
