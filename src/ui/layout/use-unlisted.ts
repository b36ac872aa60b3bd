import { useEffect } from 'react'

/**
 * Hides a page from search engines. The server also sends a header, but some crawlers read only the
 * page.
 */
export function useUnlisted(): void {
  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex, nofollow'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
}
