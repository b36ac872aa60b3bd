import { useEffect } from 'react'

/**
 * Excludes a page from search engines. The server sends a header too; this is for crawlers that
 * only read the page.
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
