import { useEffect } from 'react'
import { newsStore, useUnseenCount } from './news.ts'

/**
 * Shows the number of tasks that ended unseen on the app's icon, if the system supports badges.
 * Resets the number when the studio becomes visible.
 * @param isActive true if the page shows the studio.
 * @returns the number of tasks that ended unseen.
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
    // Rejects if the page is not installed as an app.
    const set = unseen > 0 ? navigator.setAppBadge(unseen) : navigator.clearAppBadge()
    set.catch(() => {})
  }, [unseen])
  return unseen
}
