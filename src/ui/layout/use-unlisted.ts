import { useEffect } from 'react'

/** Keeps a page out of search engines. The server says it too; this is for readers of the page alone. */
export function useUnlisted(): void {
  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex, nofollow'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
}
