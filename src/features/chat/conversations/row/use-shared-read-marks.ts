import { useEffect } from 'react'
import { keepUnread, unreadSetting, unreadStore } from './unread.ts'

export function useSharedReadMarks(currentId: string | undefined): void {
  useEffect(() => {
    const gone = new AbortController()
    const see = () => {
      const { ids } = unreadStore.getState()
      if (!document.hidden && ids.some((id) => id === currentId)) {
        keepUnread(ids.filter((id) => id !== currentId))
      }
    }
    const read = ({ key }: StorageEvent) => {
      if (key !== unreadSetting.key) return
      unreadStore.setState({ ids: unreadSetting.read() })
      see()
    }
    window.addEventListener('storage', read, { signal: gone.signal })
    document.addEventListener('visibilitychange', see, { signal: gone.signal })
    return () => gone.abort()
  }, [currentId])
}
