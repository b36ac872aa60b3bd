import { useState } from 'react'
import type { AppPlace, PlaceName } from './routes.ts'

type LastPaths = Readonly<Record<PlaceName, string>>

export function useLastPaths(name: AppPlace['name'], path: string): LastPaths {
  const [paths, setPaths] = useState<LastPaths>({
    chat: '/chat',
    studio: '/',
    library: '/library',
    settings: '/settings',
  })
  // These pages have no navigation link, so their paths need not be stored.
  if (name === 'viewer' || name === 'compare' || name === 'phone') return paths
  if (name === 'share' || name === 'shared-chat' || name === 'invitation' || name === 'reset')
    return paths
  if (name === 'nowhere' || name === 'welcome' || name === 'settings' || paths[name] === path)
    return paths
  const next = { ...paths, [name]: path }
  setPaths(next)
  return next
}
